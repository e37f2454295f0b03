import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';
import { parseExactJson, readLanguage } from '../../contract/text-identity.ts';
import { GatewayError, invalidVisitorToken } from '../../domain/errors.ts';
import { secretKey } from './hmac.ts';

/** The secrets that verify a token; only sites that identify their visitors have any. */
function tokenParts() {
  const shortText = z.string().check(z.minLength(1), z.maxLength(255));
  return {
    /** `{"alg":"HS256","typ":"JWT"}`; a token with extensions (`crit`) is rejected. */
    header: z.object({
      alg: z.literal('HS256'),
      typ: z.optional(z.literal('JWT')),
      crit: z.optional(z.never()),
    }),
    /** A site's claims about its visitor: `{"sub":"customer-42","exp":1767225600,"name":"Ada","language":"en"}` */
    claims: z.object({
      sub: z.string().check(z.minLength(1), z.maxLength(limits.identifierChars)),
      exp: z.number(),
      nbf: z.optional(z.number()),
      name: z.optional(shortText),
      email: z.optional(shortText),
      language: z.optional(z.pipe(z.unknown(), z.transform(readLanguage))),
      attributes: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
    }),
  };
}
export type VisitorClaims = z.infer<ReturnType<typeof tokenParts>['claims']>;
let parts: ReturnType<typeof tokenParts> | undefined;

/** Clocks of a site and of ours may differ so much. */
const leewayS = 60;

/**
 * Checks a visitor's token, a JWT signed with HS256, with the current and the previous secret. The signature is checked
 * before anything in the token is believed, and the algorithm is ours to say, not the token's.
 * @throws `invalid_visitor_token` when it is malformed, not signed with one of the secrets, or lives too long
 * @throws `visitor_token_expired` when it was good
 * @see design 2.2, RFC 7515, RFC 7519, RFC 8725 3
 */
export function verifyVisitorToken(token: string, secrets: readonly string[], nowMs: number): VisitorClaims {
  if (token.length > limits.visitorTokenChars) throw invalidVisitorToken();
  const [, signed, head, body, signature] = /^(([\w-]+)\.([\w-]+))\.([\w-]+)$/.exec(token) ?? [];
  if (signed === undefined || signature === undefined) throw invalidVisitorToken();
  const given = Buffer.from(signature, 'base64url');
  // An empty secret would verify a token that anyone can compute; all are evaluated before deciding.
  const matches = secrets
    .filter((secret) => secret !== '')
    .map((secret) => createHmac('sha256', secretKey(secret)).update(signed).digest())
    .map((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!matches.includes(true)) throw invalidVisitorToken();
  parts ??= tokenParts();
  parsed(parts.header, head);
  return current(parsed(parts.claims, body), Math.floor(nowMs / 1000));
}

function current(claims: VisitorClaims, nowS: number): VisitorClaims {
  if (claims.exp + leewayS <= nowS) throw new GatewayError('visitor_token_expired');
  const lives = claims.exp - nowS <= limits.visitorTokenLifeS + leewayS;
  if (!lives) throw invalidVisitorToken('the visitor token is good for more than 24 hours');
  if ((claims.nbf ?? 0) > nowS + leewayS) throw invalidVisitorToken();
  return claims;
}

function parsed<T extends z.ZodMiniType>(schema: T, part: string | undefined): z.output<T> {
  try {
    const { data } = schema.safeParse(parseExactJson(Buffer.from(part ?? '', 'base64url').toString('utf8')));
    if (data !== undefined) return data;
  } catch {
    // Refused below, like whatever else is no claims set.
  }
  throw invalidVisitorToken();
}
