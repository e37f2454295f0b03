import { revocationRequest } from 'oauth4webapi';
import type { Provider } from './provider.ts';
import { readTokens } from './stored-tokens.ts';
import type { Surroundings } from './surroundings.ts';

const patienceMs = 5_000;

/**
 * Revokes the refresh token, clears the tab and ends the hosted session.
 * @see spec "Administration sign-in" 8, RFC 7009 section 2.1
 */
export async function signOut(surroundings: Surroundings, provider: Provider): Promise<void> {
  const { server, client, authentication, request } = provider;
  const tokens = readTokens(surroundings);
  const patient = { ...request, signal: AbortSignal.timeout(patienceMs) };
  // A provider that can't be reached must not keep anyone signed in here.
  if (tokens !== null)
    await revocationRequest(server, client, authentication, tokens.refreshToken, patient).catch(
      () => undefined,
    );
  surroundings.storage.clear();
  const query = new URLSearchParams({ client_id: client.client_id, logout_uri: surroundings.appUrl });
  surroundings.go(`${server.end_session_endpoint}?${query}`);
}
