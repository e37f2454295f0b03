import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Provider } from 'oidc-provider';
import type { Stage } from '../../contract/stage-settings.ts';
import { handler as preToken } from '../../lambda/pre-token.ts';
import { lambdaContext } from '../lambda/environment-messages.ts';
import { closeServer, listen } from '../listen.ts';
import { readStyle } from '../pages/read-style.ts';
import { type AppClient, createProvider, type ProviderParts } from './create-provider.ts';
import { defaultLifetimes, type Lifetimes } from './credentials.ts';
import { messagePage, writePage } from './pages.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { addSigningKey, openKeys, type SigningKey } from './signing-keys.ts';
import type { LocalUserPool } from './user-pool.ts';
import type { User } from './users.ts';

export interface HostedUiOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The console's URLs. */
  readonly appOrigins: readonly string[];
  readonly lifetimes?: Partial<Lifetimes>;
  /** `on`: users without 2FA set it up at the next sign-in; `optional`: the setup is not offered. */
  readonly mfa?: Stage['mfa'];
  /** Whether each refresh returns a new refresh token; default: no, like Cognito. */
  readonly rotateRefreshTokens?: boolean;
  /** Makes the first key, where none is kept; a new one of its own without it. */
  readonly newKey?: () => Promise<SigningKey>;
}

export interface HostedUi {
  /** The spec's `{auth_url}`; the tokens' issuer too. */
  readonly url: string;
  readonly clientId: string;
  users(): readonly User[];
  /** Rotates the signing key; tokens of the old key stay valid. */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
}

const clientId = 'local-admin-app';

/** Paths of the admin application that a sign-in may come back to: at an origin of its own, and on a laptop. */
const callbackPaths = ['/callback', '/admin/callback'];
const rootPaths = ['/', '/admin/'];

/** Cognito's hosted UI on 127.0.0.1. @see design 8, spec "Identity provider endpoints" */
export async function startHostedUi(options: HostedUiOptions, pool: LocalUserPool): Promise<HostedUi> {
  const { users, tokens, dataDir } = pool;
  const { appOrigins, mfa = 'optional' } = options;
  const signIn = createSignIn({ pool, appOrigins, mfa });
  const keysFile = dataDir && join(dataDir, 'sign-in-keys.json');
  let keys = await openKeys(keysFile, options.newKey);
  let serve: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => serve(request, response));
  const url = await listen(server, options.port);
  const lasting = {
    issuer: url,
    client: clientOf(appOrigins),
    store: tokens.adapter,
    users,
    lifetimes: { ...defaultLifetimes, ...options.lifetimes },
    rotateRefreshTokens: options.rotateRefreshTokens ?? false,
    preToken: (event: Parameters<typeof preToken>[0]) => preToken(event, lambdaContext('pre-token', 5_000)),
  };
  const serveKeys = () => serveWith({ ...lasting, keys: keys.signing, cookieKey: keys.cookie }, signIn);
  serve = serveKeys();
  return {
    url,
    clientId,
    users: users.all,
    async rotateKeys() {
      keys = await addSigningKey(keysFile, keys);
      // A provider has the keys it was made with; all else lives outside of it.
      serve = serveKeys();
    },
    stop: () => closeServer(server),
  };
}

function clientOf(origins: readonly string[]): AppClient {
  const under = (paths: readonly string[]) => origins.flatMap((origin) => paths.map((path) => origin + path));
  return { clientId, origins, redirectUris: under(callbackPaths), logoutUris: under(rootPaths) };
}

function serveWith(parts: ProviderParts, signIn: SignIn): RequestListener {
  const provider = createProvider(parts);
  const answerOidc = provider.callback();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', parts.issuer);
    if (url.pathname === '/sign-in.css') return writeStyle(response);
    if (url.pathname === '/logout') return logOut(provider, parts.client, request, response, url);
    if (url.pathname.startsWith('/login/')) return signIn(provider, request, response, url);
    await answerOidc(request, response);
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error));
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
}

/**
 * Cognito's `/logout`: ends the hosted session without asking, then goes to a registered `logout_uri`, or with a
 * `redirect_uri` straight back to sign-in.
 * @see spec "Identity provider endpoints"
 */
async function logOut(
  provider: Provider,
  client: AppClient,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const target = targetOf(client, url.searchParams);
  if (target === null)
    return writePage(response, 400, messagePage('Can’t sign out here', 'This URL isn’t registered.'));
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

async function writeStyle(response: ServerResponse): Promise<void> {
  const style = await readStyle(join(import.meta.dirname, 'sign-in.css'));
  const headers = { 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' };
  response.writeHead(200, headers).end(style);
}
