import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  type CfnUserPool,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  OAuthScope,
  StringAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { adminCallbackPath, invitationMail } from '../src/contract/docs.ts';
import { GatewayFunction } from './constructs/gateway-function.ts';
import { mailIdentity } from './constructs/permissions.ts';
import { removalOf, type Stage } from './stage.ts';

export interface IdentityStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundleRoot: string;
  /** The console's URL in invitations. */
  readonly adminOrigin: string;
}

/** With `OPTIONAL` the hosted sign-in does not offer to enrol; with `REQUIRED` all users must. @see design 7 */
const mfaOf = { on: Mfa.REQUIRED, optional: Mfa.OPTIONAL } as const satisfies Record<Stage['mfa'], Mfa>;

/** The users of the admin application. @see spec "Administration sign-in", design 7 */
export class IdentityStack extends Stack {
  readonly userPool: UserPool;
  /** Copies tenant and role into access tokens, without which sign-in fails. */
  readonly trigger: GatewayFunction;

  constructor(
    scope: Construct,
    id: string,
    { stage, bundleRoot, adminOrigin, ...props }: IdentityStackProps,
  ) {
    super(scope, id, props);
    this.userPool = this.createUserPool(stage, adminOrigin);
    if (stage.mailFrom) this.sendMailFrom(stage.mailFrom);
    this.trigger = new GatewayFunction(this, { name: 'pre-token', stage, bundleRoot });
    // Access tokens carry no custom attributes of themselves: version 2 of the trigger copies them in.
    this.userPool.addTrigger(
      UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
      this.trigger.function,
      LambdaVersion.V2_0,
    );
    new CfnOutput(this, 'UserPoolId', { value: this.userPool.userPoolId });
  }

  private createUserPool(stage: Stage, adminOrigin: string): UserPool {
    const { subject, body } = invitationMail(`${adminOrigin}/`);
    const pool = new UserPool(this, 'Users', {
      userPoolName: `${stage.prefix}users`,
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      userInvitation: { emailSubject: subject, emailBody: body },
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
      mfa: mfaOf[stage.mfa],
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: stage.protect,
      removalPolicy: removalOf(stage),
    });
    NagSuppressions.addResourceSuppressions(pool, [
      ...(stage.mfa === 'on'
        ? []
        : [
            {
              id: 'AwsSolutions-COG2',
              reason: 'A stage for trials: nobody can be made to enrol. A protected stage has `mfa: on`.',
            },
          ]),
      {
        id: 'AwsSolutions-COG8',
        reason: 'The plan Essentials has all that is used; Plus adds risk scores at a price.',
      },
    ]);
    return pool;
  }

  /** The construct's own `withSES` wants the region to be known at synthesis. */
  private sendMailFrom(address: string): void {
    const pool = this.userPool.node.defaultChild as CfnUserPool;
    pool.emailConfiguration = {
      emailSendingAccount: 'DEVELOPER',
      from: address,
      sourceArn: mailIdentity(this, address),
    };
  }
}

interface SignInStackProps extends StackProps {
  readonly stage: Stage;
  readonly identity: IdentityStack;
  /** The console's URL. */
  readonly adminOrigin: string;
}

/**
 * The hosted sign-in and its one client. A stack of its own: the address may be another account's already, and a failed
 * creation could not take a protected user pool back with it.
 * @see spec "Administration sign-in", design 7
 */
export class SignInStack extends Stack {
  readonly client: UserPoolClient;
  /** The hosted sign-in's address; `{auth_url}` of the spec. */
  readonly signInUrl: string;

  constructor(scope: Construct, id: string, { stage, identity, adminOrigin, ...props }: SignInStackProps) {
    super(scope, id, props);
    const { userPool } = identity;
    const domain = new UserPoolDomain(this, 'SignIn', {
      userPool,
      cognitoDomain: { domainPrefix: stage.signInDomainPrefix },
    });
    this.signInUrl = domain.baseUrl();
    this.client = this.createClient(identity, [adminOrigin, ...stage.adminOrigins]);
    new CfnOutput(this, 'authUrl', { value: this.signInUrl });
  }

  /** A public client: no secret, code flow with PKCE only, and no say in its users' tenant and role. */
  private createClient({ userPool }: IdentityStack, origins: readonly string[]): UserPoolClient {
    const written = { email: true, givenName: true, familyName: true, fullname: true };
    const attributes = new ClientAttributes();
    return new UserPoolClient(this, 'AdminApp', {
      userPool,
      generateSecret: false,
      authFlows: { user: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.PROFILE, OAuthScope.EMAIL],
        callbackUrls: origins.map((origin) => `${origin}/${adminCallbackPath}`),
        logoutUrls: origins.map((origin) => `${origin}/`),
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      readAttributes: attributes
        .withStandardAttributes({ ...written, emailVerified: true })
        .withCustomAttributes('tenant_id', 'role'),
      writeAttributes: attributes.withStandardAttributes(written),
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // An access token can't be revoked: the authorizer checks only signature and expiry.
      accessTokenValidity: Duration.minutes(tokenMinutes),
      idTokenValidity: Duration.minutes(tokenMinutes),
      refreshTokenValidity: Duration.hours(12),
    });
  }
}

const tokenMinutes = 15;
