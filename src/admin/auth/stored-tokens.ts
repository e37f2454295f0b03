import type { TokenEndpointResponse } from 'oauth4webapi';
import * as z from 'zod/mini';
import { claimsOf } from './claims-of.ts';
import { SignInError } from './errors.ts';
import { readStored } from './read-stored.ts';
import type { Surroundings } from './surroundings.ts';

const key = 'gateway-admin.tokens';

const storedTokens = z.object({
  idToken: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** When the access token ends, in seconds since the epoch. */
  exp: z.number(),
  /** Whether they come of a sign-in that the application began by itself. */
  isAutomatic: z.boolean(),
});
/** The three tokens of this tab. @see spec "Administration sign-in" 4 */
export type StoredTokens = z.infer<typeof storedTokens>;

/** The tokens of this tab; null when nobody is signed in. */
export function readTokens({ storage }: Pick<Surroundings, 'storage'>): StoredTokens | null {
  return readStored(storage, key, storedTokens);
}

/** Keeps the tokens for as long as the tab lives, and nowhere else. */
export function keepTokens({ storage }: Pick<Surroundings, 'storage'>, tokens: StoredTokens): void {
  storage.setItem(key, JSON.stringify(tokens));
}

/** Forgets the tokens. */
export function forgetTokens({ storage }: Pick<Surroundings, 'storage'>): void {
  storage.removeItem(key);
}

/**
 * Names the tokens of an answer; a refresh may leave out those that stay as they are.
 * @throws SignInError `tokens_refused` when one is missing or says no end
 */
export function tokensOf(
  answer: TokenEndpointResponse,
  earlier: Pick<StoredTokens, 'idToken' | 'refreshToken'> | null,
  isAutomatic: boolean,
): StoredTokens {
  const idToken = answer.id_token ?? earlier?.idToken;
  const refreshToken = answer.refresh_token ?? earlier?.refreshToken;
  const exp = claimsOf(answer.access_token, withEnd)?.exp;
  if (idToken === undefined || refreshToken === undefined || exp === undefined)
    throw new SignInError('tokens_refused');
  return { idToken, accessToken: answer.access_token, refreshToken, exp, isAutomatic };
}

/** The `exp` claim; nothing else of an access token is the client's to read. */
const withEnd = z.object({ exp: z.number() });
