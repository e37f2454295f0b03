import { processRefreshTokenResponse, ResponseBodyError, refreshTokenGrantRequest } from 'oauth4webapi';
import { limits } from '../../contract/limits.ts';
import { SignInError } from './errors.ts';
import type { Provider } from './provider.ts';
import { forgetTokens, keepTokens, readTokens, type StoredTokens, tokensOf } from './stored-tokens.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Gives an access token that is good for at least another minute.
 * @throws SignInError `session_expired` when the user must sign in again, `network`, `service_failed`
 */
export type AccessToken = () => Promise<string>;

/** Refreshes when it must, once for all who ask meanwhile. @see spec "Administration sign-in" 7 */
export function createAccessToken(surroundings: Surroundings, provider: Provider): AccessToken {
  let refreshing: Promise<string> | null = null;
  return async () => {
    const tokens = readTokens(surroundings);
    if (tokens === null) throw new SignInError('session_expired');
    if (tokens.exp - surroundings.nowS() > limits.refreshLeadS) return tokens.accessToken;
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
  try {
    const renewed = tokensOf(await processRefreshTokenResponse(server, client, response), tokens, false);
    // Whoever signed out meanwhile stays signed out.
    if (readTokens(surroundings)?.refreshToken !== tokens.refreshToken)
      throw new SignInError('session_expired');
    keepTokens(surroundings, renewed);
    return renewed.accessToken;
  } catch (error) {
    if (error instanceof SignInError) throw error;
    forgetTokens(surroundings);
    throw new SignInError(error instanceof ResponseBodyError ? 'session_expired' : 'tokens_refused');
  }
}
