import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import * as z from 'zod/mini';
import { openJwt, type SigningKey, signJwt } from './signing-keys.ts';
import { attributesOf, type User, type Users } from './users.ts';

/** Cognito's pre-token-generation trigger. */
export type Trigger = (event: PreTokenGenerationV2TriggerEvent) => Promise<PreTokenGenerationV2TriggerEvent>;

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
export function answerAsCognito(parts: Parts): Middleware {
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
