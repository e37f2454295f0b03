import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import {
  type AdapterFactory,
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import * as z from 'zod/mini';
import { userClaims } from '../../contract/roles.ts';
import type { Lifetimes } from './credentials.ts';
import { messagePage, writePage } from './pages.ts';
import { openJwt, type SigningKey, signJwt } from './signing-keys.ts';
import { attributesOf, type User, type Users } from './users.ts';

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
  /** Whether each refresh returns a new refresh token; default: no, like Cognito. */
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

/** Cognito's pre-token-generation trigger. */
type Trigger = (event: PreTokenGenerationV2TriggerEvent) => Promise<PreTokenGenerationV2TriggerEvent>;

interface Parts {
  readonly issuer: string;
  readonly keys: readonly SigningKey[];
  readonly users: Users;
  readonly rotateRefreshTokens: boolean;
  readonly preToken: Trigger;
}

type Middleware = Parameters<Provider['use']>[0];
type Entities = KoaContextWithOIDC['oidc']['entities'];

const addedClaims = z.record(z.string(), z.unknown());

/**
 * Turns the provider's answers into Cognito's: access tokens are JWTs with `client_id` and no `aud`, a refresh gives no
 * new refresh token unless they rotate, and redirects carry no `iss`.
 * @see design 7
 */
function answerAsCognito(parts: Parts): Middleware {
  return async (ctx, next) => {
    // Only the wire's form is a JWT: inside, a token is known by its id.
    const bearer = /^Bearer (.+)$/i.exec(ctx.get('authorization'))?.[1];
    if (bearer !== undefined) {
      const id = openJwt(parts.keys, bearer)?.jti;
      ctx.request.headers.authorization = `Bearer ${typeof id === 'string' ? id : 'unknown'}`;
    }
    await next();
    if (ctx.status === 303) withoutIssuer(ctx);
    if (ctx.path === '/.well-known/openid-configuration' && isRecord(ctx.body))
      delete ctx.body.authorization_response_iss_parameter_supported;
    if (ctx.path === '/oauth2/token' && ctx.status === 200 && isRecord(ctx.body))
      await rewriteTokens(parts, ctx.oidc.entities, ctx.body);
  };
}

function withoutIssuer(ctx: Parameters<Middleware>[0]): void {
  const location = ctx.response.get('location');
  if (!URL.canParse(location)) return;
  const url = new URL(location);
  url.searchParams.delete('iss');
  ctx.set('location', url.href);
}

async function rewriteTokens(parts: Parts, entities: Entities, body: Record<string, unknown>) {
  const { AccessToken: token, AuthorizationCode: code, RefreshToken: refresh } = entities;
  const user = parts.users.byId(token?.accountId ?? '');
  const [key] = parts.keys;
  if (!token || !user || !key) throw new Error('a token of nobody');
  const { jti, clientId, scope, grantId } = token;
  const iat = Math.floor(Date.now() / 1000);
  body.access_token = signJwt(key, {
    ...(await claimsOfTrigger(parts, user, String(clientId), code !== undefined)),
    sub: user.id,
    iss: parts.issuer,
    version: 2,
    client_id: clientId,
    origin_jti: grantId,
    token_use: 'access',
    scope,
    auth_time: code?.authTime ?? refresh?.authTime,
    exp: iat + token.expiration,
    iat,
    jti,
    username: user.id,
  });
  delete body.scope;
  if (!code && !parts.rotateRefreshTokens) delete body.refresh_token;
}

async function claimsOfTrigger({ preToken, issuer }: Parts, user: User, clientId: string, isSignIn: boolean) {
  const answer = await preToken({
    version: '2',
    triggerSource: isSignIn ? 'TokenGeneration_HostedAuth' : 'TokenGeneration_RefreshTokens',
    region: 'local',
    userPoolId: issuer,
    userName: user.id,
    callerContext: { awsSdkVersion: 'local', clientId },
    request: {
      userAttributes: attributesOf(user),
      groupConfiguration: {},
      scopes: ['openid', 'profile', 'email'],
    },
    response: { claimsAndScopeOverrideDetails: {} },
  });
  const { accessTokenGeneration } = answer.response.claimsAndScopeOverrideDetails;
  return addedClaims.parse(accessTokenGeneration?.claimsToAddOrOverride ?? {});
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
      writePage(ctx.res, ctx.status, messagePage('Can’t continue signing in', String(description ?? error)));
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

/** The claims of each scope. */
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

/** The application is first-party: no consent is needed. */
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
