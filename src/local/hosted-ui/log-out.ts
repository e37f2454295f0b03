import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { AppClient } from './create-provider.ts';
import { messagePage } from './pages.ts';
import { writePage } from './write-page.ts';

/**
 * Cognito's `/logout`: ends the hosted session without asking, then goes to a registered `logout_uri`, or with a
 * `redirect_uri` straight back to sign-in.
 * @see spec "Identity provider endpoints"
 */
export async function logOut(
  provider: Provider,
  client: AppClient,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const target = targetOf(client, url.searchParams);
  if (target === null)
    return writePage(
      response,
      400,
      messagePage('You cannot sign out here', 'The address is not registered.'),
    );
  const context = provider.createContext(request, response);
  const session = await provider.Session.get(context);
  await session.destroy();
  const name = provider.cookieName('session');
  const gone = [name, `${name}.sig`].map((cookie) => `${cookie}=; path=/; max-age=0; httponly; samesite=lax`);
  response.writeHead(302, { location: target, 'set-cookie': gone, 'cache-control': 'no-store' }).end();
}

function targetOf({ clientId, logoutUris, redirectUris }: AppClient, query: URLSearchParams): string | null {
  if (query.get('client_id') !== clientId) return null;
  const logoutUri = query.get('logout_uri');
  if (logoutUri !== null) return logoutUris.includes(logoutUri) ? logoutUri : null;
  const isSignIn =
    query.get('response_type') === 'code' && redirectUris.includes(query.get('redirect_uri') ?? '');
  return isSignIn ? `/oauth2/authorize?${query}` : null;
}
