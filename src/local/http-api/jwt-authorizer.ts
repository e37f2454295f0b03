import { JwtVerifier } from 'aws-jwt-verify';
import { type PenaltyBox, SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The claims of a good token, as API Gateway hands them on. */
export interface Authorized {
  readonly claims: Record<string, string>;
}

/** Checks the token of a request; null refuses. */
export type JwtAuthorizer = (event: Pick<APIGatewayProxyEventV2, 'headers'>) => Promise<Authorized | null>;

interface Token {
  readonly header: { readonly alg?: string | undefined };
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * API Gateway's JWT authorizer: signature by the issuer's key set, RSA only, issuer, `aud` or without it `client_id`,
 * `exp`, `nbf`, `iat`. It can't tell an ID token from an access token.
 * @see design 2.8, 7
 */
export function createJwtAuthorizer(issuer: string, audience: string): JwtAuthorizer {
  const jwksUri = `${issuer}/.well-known/jwks.json`;
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchJwks }, penaltyBox: noPenalty });
  const customJwtCheck = (token: Token) => assertAsGateway(token, audience);
  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri, customJwtCheck }, { jwksCache });
  return async ({ headers }) => {
    const token = /^(?:Bearer\s+)?(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    return verifier.verify(token).then(
      (claims) => ({ claims: asStrings(claims) }),
      () => null,
    );
  };
}

/** Checks that the library leaves to its callers. @throws Error, which the verifier rethrows */
function assertAsGateway({ header, payload }: Token, audience: string): void {
  const { aud, client_id: clientId, exp, iat } = payload;
  if (!/^RS(256|384|512)$/.test(header.alg ?? '')) throw new Error('not an RSA signature');
  const audiences = aud === undefined ? [clientId] : [aud].flat();
  if (!audiences.includes(audience)) throw new Error('for somebody else');
  if (typeof exp !== 'number') throw new Error('without an end');
  if (typeof iat === 'number' && iat > Date.now() / 1000) throw new Error('issued in the future');
}

/** An authorizer's claims are all strings, lists in square brackets. */
function asStrings(claims: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      return [name, Array.isArray(value) ? `[${value.join(' ')}]` : JSON.stringify(value)];
    }),
  );
}

/** The library's own fetcher takes https only. */
async function fetchJwks(uri: string): Promise<ArrayBuffer> {
  return (await fetch(uri)).arrayBuffer();
}

/** An unknown key ID fetches the key set at once, so that a rotated key works immediately. It is on this machine. */
const noPenalty: PenaltyBox = {
  wait: async () => undefined,
  registerFailedAttempt: () => undefined,
  registerSuccessfulAttempt: () => undefined,
};
