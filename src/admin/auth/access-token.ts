import { processRefreshTokenResponse, ResponseBodyError, refreshTokenGrantRequest } from 'oauth4webapi';
import { limits } from '../../contract/limits.ts';
import { SignInError } from './errors.ts';
import type { Provider } from './provider.ts';
import { forgetTokens, keepTokens, readTokens, type StoredTokens, tokensOf } from './stored-tokens.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Gives an access token that is good for at least another minute; a `fresh` one is new from the provider.
 * @throws SignInError `session_expired` when the user must sign in again, `signed_out`, `network`, `service_failed`
 */
export type AccessToken = (options?: { readonly fresh?: boolean }) => Promise<string>;

/** Refreshes when it must, once for all who ask meanwhile. @see spec "Administration sign-in" 7 */
export function createAccessToken(surroundings: Surroundings, provider: Provider): AccessToken {
  let refreshing: Promise<string> | null = null;
  return async ({ fresh = false } = {}) => {
    const tokens = readTokens(surroundings);
    if (tokens === null) throw new SignInError('signed_out');
    if (!fresh && tokens.exp - surroundings.nowS() > limits.refreshLeadS) return tokens.accessToken;
    refreshing ??= refresh(surroundings, provider, tokens).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
}

async function refresh(
  surroundings: Surroundings,
  { server, client, authentication, request }: Provider,
  tokens: StoredTokens,
): Promise<string> {
  const response = await refreshTokenGrantRequest(
    server,
    client,
    authentication,
    tokens.refreshToken,
    request,
  );
  if (response.status >= 500) throw new SignInError('service_failed');
  const answer = await processRefreshTokenResponse(server, client, response).then(
    (renewed) => ({ renewed }),
    (error: unknown) => ({ error }),
  );
  // Whoever signed out meanwhile stays signed out, and is not asked to sign in again.
  if (readTokens(surroundings)?.refreshToken !== tokens.refreshToken) throw new SignInError('signed_out');
  if ('error' in answer) {
    forgetTokens(surroundings);
    throw new SignInError(answer.error instanceof ResponseBodyError ? 'session_expired' : 'tokens_refused');
  }
  const renewed = tokensOf(answer.renewed, tokens, false);
  keepTokens(surroundings, renewed);
  return renewed.accessToken;
}
