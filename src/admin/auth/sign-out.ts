import { revocationRequest } from 'oauth4webapi';
import type { Provider } from './provider.ts';
import { forgetTokens, readTokens } from './stored-tokens.ts';
import type { Surroundings } from './surroundings.ts';

const patienceMs = 5_000;

/**
 * Revokes the refresh token, clears the tab and ends the hosted session.
 * @see spec "Administration sign-in" 8, RFC 7009 section 2.1
 */
export async function signOut(surroundings: Surroundings, provider: Provider): Promise<void> {
  const { server, client } = provider;
  await revokeTokens(surroundings, provider);
  surroundings.storage.clear();
  const query = new URLSearchParams({ client_id: client.client_id, logout_uri: surroundings.appUrl });
  surroundings.go(`${server.end_session_endpoint}?${query}`);
}

/**
 * Forgets this tab's tokens and revokes the refresh token: who signs out in one tab is signed out in all, and each tab has
 * a refresh token of its own.
 * @see RFC 7009 section 2.1
 */
export async function revokeTokens(
  surroundings: Surroundings,
  { server, client, authentication, request }: Provider,
): Promise<void> {
  const tokens = readTokens(surroundings);
  // A provider that can't be reached must not keep anyone signed in here.
  forgetTokens(surroundings);
  if (tokens === null) return;
  const patient = { ...request, signal: AbortSignal.timeout(patienceMs) };
  await revocationRequest(server, client, authentication, tokens.refreshToken, patient).catch(
    () => undefined,
  );
}
