import {
  type AdapterFactory,
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  Provider,
} from 'oidc-provider';
import { userClaims } from '../../contract/user-claims.ts';
import { answerAsCognito, type Trigger } from './answer-as-cognito.ts';
import type { Lifetimes } from './lifetimes.ts';
import { messagePage } from './pages.ts';
import type { SigningKey } from './signing-keys.ts';
import { attributesOf, type User, type Users } from './users.ts';
import { writePage } from './write-page.ts';

/** The one app client of the user pool, public. @see lib/identity-stack.ts */
export interface AppClient {
  readonly clientId: string;
  /** Origins that may call the token endpoint from a browser. */
  readonly origins: readonly string[];
  readonly redirectUris: readonly string[];
  readonly logoutUris: readonly string[];
}

export interface ProviderParts {
  readonly issuer: string;
  readonly client: AppClient;
  /** The first signs. */
  readonly keys: readonly SigningKey[];
  readonly cookieKey: string;
  readonly store: AdapterFactory;
  readonly users: Users;
  readonly lifetimes: Lifetimes;
  /** Whether each refresh gives a new refresh token; off, as with Cognito unless it is asked for. */
  readonly rotateRefreshTokens: boolean;
  readonly preToken: Trigger;
}

/** An OpenID provider that looks like a Cognito user pool's domain. @see spec "Identity provider endpoints" */
export function createProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts));
  provider.use(answerAsCognito(parts));
  provider.on('grant.error', (ctx, error) => {
    const reason = reasons[String(error.error_detail)];
    if (reason !== undefined && isRecord(ctx.body)) ctx.body.error_description = reason;
  });
  provider.on('server_error', (_ctx, error) => process.emitWarning(error));
  return provider;
}

/** The words of the specification. @see spec "Sign-in errors" */
const reasons: Readonly<Record<string, string>> = {
  'authorization code is expired': 'code expired',
  'authorization code redirect_uri mismatch': 'redirect_uri mismatch',
  'code_verifier does not match code_challenge': 'code_verifier mismatch',
  'code_verifier must be provided': 'code_verifier mismatch',
};

function configuration(parts: ProviderParts): Configuration {
  const { client, users } = parts;
  const cookies = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: parts.store,
    clients: [publicClient(client)],
    clientBasedCORS: (_ctx, origin) => client.origins.includes(origin),
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: ['openid', 'profile', 'email'],
    claims,
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => {
      const user = users.byId(id);
      return user?.enabled ? { accountId: user.id, claims: (use) => claimsOf(user, use) } : undefined;
    },
    routes,
    features: features(),
    pkce: { required: () => true },
    jwks: { keys: parts.keys.map(privateJwk) },
    cookies: { keys: [parts.cookieKey], long: cookies, short: cookies },
    ttl: ttl(parts.lifetimes),
    // Signing out ends the hosted session; tokens live until they expire or are revoked, as with Cognito.
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: parts.rotateRefreshTokens,
    interactions: { policy: signInOnly(), url: (_ctx, { uid }) => `/login/${uid}` },
    loadExistingGrant: grantAsked,
    renderError: (ctx, { error, error_description: description }) => {
      ctx.respond = false;
      writePage(ctx.res, ctx.status, messagePage('This sign-in cannot go on', String(description ?? error)));
    },
  };
}

/** Cognito's paths. */
const routes: Configuration['routes'] = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  revocation: '/oauth2/revoke',
  userinfo: '/oauth2/userInfo',
  end_session: '/logout',
  jwks: '/.well-known/jwks.json',
};

/** What each scope tells. */
const claims: Configuration['claims'] = {
  openid: [
    ...['sub', 'cognito:username', 'username', 'token_use', 'jti', 'auth_time'],
    ...Object.values(userClaims),
  ],
  email: ['email', 'email_verified'],
  profile: ['name'],
};

function publicClient({ clientId, redirectUris, logoutUris }: AppClient): ClientMetadata {
  return {
    client_id: clientId,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: [...logoutUris],
    scope: 'openid profile email',
  };
}

function privateJwk({ kid, privateKey }: SigningKey) {
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid, alg: 'RS256', use: 'sig' };
}

function ttl(lifetimes: Lifetimes): Configuration['ttl'] {
  return {
    AuthorizationCode: lifetimes.codeS,
    AccessToken: lifetimes.accessTokenS,
    IdToken: lifetimes.idTokenS,
    RefreshToken: lifetimes.refreshTokenS,
    // A grant outlives all that hangs on it.
    Grant: lifetimes.refreshTokenS + lifetimes.sessionS,
    Interaction: lifetimes.interactionS,
    Session: lifetimes.sessionS,
  };
}

function features(): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    userinfo: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    resourceIndicators: { enabled: false },
    dPoP: { enabled: false },
    claimsParameter: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
  };
}

/** The application is the platform's own: nobody is asked for consent. */
function signInOnly(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

/** A grant of its own for each sign-in, so that revoking one leaves the others. */
const grantAsked: NonNullable<Configuration['loadExistingGrant']> = async (ctx) => {
  const { client, session, provider, requestParamOIDCScopes } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope([...requestParamOIDCScopes].join(' '));
  await grant.save();
  return grant;
};

function claimsOf(user: User, use: string) {
  const attributes = { ...attributesOf(user), sub: user.id };
  // Cognito writes `email_verified` as a string here.
  if (use === 'userinfo') return { ...attributes, username: user.id };
  const id = { 'cognito:username': user.id, token_use: 'id', jti: crypto.randomUUID() };
  return { ...attributes, email_verified: user.emailVerified, ...id };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
