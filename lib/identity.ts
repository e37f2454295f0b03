import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  OAuthScope,
  StringAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { adminCallbackPath } from '../src/contract/admin-app.ts';
import { GatewayFunction } from './constructs/gateway-function.ts';
import type { Stage } from './stage.ts';

export interface IdentityStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundleRoot: string;
  /** Where the admin application runs. */
  readonly adminOrigin: string;
}

/** Sign-in of the admin application. @see spec "Administration sign-in", design 7 */
export class IdentityStack extends Stack {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  /** Copies tenant and role into access tokens: without it nobody can sign in. */
  readonly trigger: GatewayFunction;
  /** The hosted sign-in's address; `{auth_url}` of the spec. */
  readonly signInUrl: string;

  constructor(
    scope: Construct,
    id: string,
    { stage, bundleRoot, adminOrigin, ...props }: IdentityStackProps,
  ) {
    super(scope, id, props);
    this.userPool = this.createUserPool(stage);
    this.trigger = new GatewayFunction(this, { name: 'pre-token', stage, bundleRoot });
    // Access tokens carry no custom attributes of themselves: version 2 of the trigger copies them in.
    this.userPool.addTrigger(
      UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
      this.trigger.function,
      LambdaVersion.V2_0,
    );
    this.signInUrl = this.userPool
      .addDomain('SignIn', { cognitoDomain: { domainPrefix: stage.signInDomainPrefix } })
      .baseUrl();
    this.client = this.createClient([adminOrigin, ...stage.adminOrigins]);
    new CfnOutput(this, 'UserPoolId', { value: this.userPool.userPoolId });
  }

  private createUserPool(stage: Stage): UserPool {
    const pool = new UserPool(this, 'Users', {
      userPoolName: `${stage.prefix}users`,
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      // A new address counts only once it is verified.
      keepOriginal: { email: true },
      customAttributes: {
        tenant_id: new StringAttribute({ mutable: true, maxLen: 128 }),
        role: new StringAttribute({ mutable: true, maxLen: 32 }),
      },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: stage.protect,
      removalPolicy: stage.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    NagSuppressions.addResourceSuppressions(pool, [
      {
        id: 'AwsSolutions-COG2',
        reason: 'The spec leaves MFA to the user; the platform team enforces it per pool.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason: 'The plan Essentials has all that is used; Plus adds risk scores at a price.',
      },
    ]);
    return pool;
  }

  /** A public client: no secret, code flow with PKCE only, and no say in its users' tenant and role. */
  private createClient(origins: readonly string[]): UserPoolClient {
    const profile = new ClientAttributes().withStandardAttributes({
      email: true,
      emailVerified: true,
      givenName: true,
      familyName: true,
      fullname: true,
    });
    return new UserPoolClient(this, 'AdminApp', {
      userPool: this.userPool,
      generateSecret: false,
      authFlows: { user: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.PROFILE, OAuthScope.EMAIL],
        callbackUrls: origins.map((origin) => `${origin}/${adminCallbackPath}`),
        logoutUrls: origins.map((origin) => `${origin}/`),
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      readAttributes: profile.withCustomAttributes('tenant_id', 'role'),
      writeAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        givenName: true,
        familyName: true,
        fullname: true,
      }),
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.hours(12),
    });
  }
}
