import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  ClientAttributes,
  OAuthScope,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { adminCallbackPath } from '../src/contract/admin-app.ts';
import type { IdentityStack } from './identity.ts';
import type { Stage } from './stage.ts';

export interface SignInStackProps extends StackProps {
  readonly stage: Stage;
  readonly identity: IdentityStack;
  /** Where the admin application runs. */
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
      // Nobody can take an access token back: the authorizer asks nobody whether it was revoked.
      accessTokenValidity: Duration.minutes(tokenMinutes),
      idTokenValidity: Duration.minutes(tokenMinutes),
      refreshTokenValidity: Duration.hours(12),
    });
  }
}

const tokenMinutes = 15;
