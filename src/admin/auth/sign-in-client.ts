import * as oauth from 'oauth4webapi';
import {
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import * as z from 'zod/mini';
import { type AdminSettings, adminCallbackPath } from '../../contract/docs.ts';
import { limits } from '../../contract/limits.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { problem } from '../../contract/problem-body.ts';
import { type SessionInformation, sessionInformation } from '../../contract/session.ts';
import { SignInError, type SignInErrorCode } from './errors.ts';
import { readSettings } from './read-settings.ts';
import type { Surroundings } from './surroundings.ts';

/** Authorization Code with PKCE for one tab, without a secret. @see spec "Administration sign-in" */
export interface SignInClient {
  begin(purpose: { readonly returnTo: string; readonly isAutomatic: boolean }): Promise<void>;
  /** Completes a callback; returns the path to continue at. */
  finish(query: URLSearchParams): Promise<string>;
  /** The signed-in user. Access tokens have no name, so it comes from the ID token. */
  session(): Promise<SessionInformation>;
  /** For calls of the API. */
  readonly accessToken: AccessToken;
  /** The API's URL without a trailing slash, and the widget script's. */
  readonly addresses: Pick<AdminSettings, 'apiUrl' | 'widgetUrl'>;
  signOut(): Promise<void>;
  /** Forgets the tokens at once and revokes them: another tab has ended the hosted session. */
  forget(): Promise<void>;
  /** Whether the tab's tokens come from an automatic sign-in, which must not be followed by another. */
  isAutomatic(): boolean;
  /** Whether this tab signed out, or was notified by another one, and has not signed in since. */
  hasSignedOut(): boolean;
}

const identity = z.object({ email: z.optional(z.string()), name: z.optional(z.string()) });

/** Makes the client of a stage. */
export function createSignInClient(surroundings: Surroundings, settings: AdminSettings): SignInClient {
  const provider = describeProvider(settings, surroundings);
  const accessToken = createAccessToken(surroundings, provider);
  const read = () => readSession(surroundings, settings.apiUrl, accessToken);
  const currentSession = async () => {
    const session = await read();
    if (!session.roleChanged) return session;
    // Added permissions apply from the next token on, removed ones already.
    const isFresh = await accessToken({ fresh: true }).then(
      () => true,
      () => false,
    );
    return isFresh ? read() : session;
  };
  return {
    begin: (purpose) => beginSignIn(surroundings, provider, purpose),
    finish: (query) => finishSignIn(surroundings, provider, query),
    async session() {
      const session = await currentSession();
      const named = claimsOf(readTokens(surroundings)?.idToken ?? '', identity);
      return { ...session, user: { ...named, ...session.user } };
    },
    accessToken,
    addresses: { apiUrl: settings.apiUrl, widgetUrl: settings.widgetUrl },
    signOut: () => signOut(surroundings, provider),
    forget: () => {
      surroundings.storage.setItem(signedOutKey, '1');
      return revokeTokens(surroundings, provider);
    },
    isAutomatic: () => readTokens(surroundings)?.isAutomatic ?? false,
    hasSignedOut: () => surroundings.storage.getItem(signedOutKey) !== null,
  };
}

/**
 * Exchanges a callback's code for tokens.
 * @returns the path to continue at
 * @throws SignInError `sign_in_lost`, `state_mismatch`, `access_denied`, `provider_refused`, `network` or one that
 * says why the provider refused the code
 * @see spec "Administration sign-in" 3 and 4, RFC 6749 section 4.1.3
 */
async function finishSignIn(
  surroundings: Surroundings,
  provider: Provider,
  query: URLSearchParams,
): Promise<string> {
  const pending = takePendingSignIn(surroundings);
  if (pending === null) throw new SignInError('sign_in_lost');
  const parameters = checkCallback(provider, query, pending.state);
  const answer = await exchange(surroundings, provider, parameters, pending);
  keepTokens(surroundings, tokensOf(answer, null, pending.isAutomatic));
  return pending.returnTo;
}

function checkCallback({ server, client }: Provider, query: URLSearchParams, state: string): URLSearchParams {
  try {
    return validateAuthResponse(server, client, query, state);
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw new SignInError('state_mismatch');
    throw new SignInError(error.error === 'access_denied' ? 'access_denied' : 'provider_refused');
  }
}

async function exchange(
  surroundings: Surroundings,
  { server, client, authentication, request }: Provider,
  parameters: URLSearchParams,
  pending: PendingSignIn,
) {
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    callbackUrl(surroundings),
    pending.verifier,
    request,
  );
  if (response.status >= 500) throw new SignInError('service_failed');
  try {
    return await processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: pending.nonce,
      requireIdToken: true,
    });
  } catch (error) {
    throw new SignInError(error instanceof ResponseBodyError ? reasonOf(error) : 'tokens_refused');
  }
}

/** The one address that the provider comes back to. */
const callbackUrl = ({ appUrl }: Pick<Surroundings, 'appUrl'>) => new URL(adminCallbackPath, appUrl).href;

/**
 * Leaves for the hosted sign-in.
 * @param purpose where to come back to, and whether the user asked for it
 * @throws SignInError `storage_denied` where the browser does not keep what the callback will need
 * @see spec "Administration sign-in" 1 and 2, RFC 7636 section 4.3
 */
async function beginSignIn(
  surroundings: Surroundings,
  { server, client }: Provider,
  purpose: { readonly returnTo: string; readonly isAutomatic: boolean },
): Promise<void> {
  const text = (length: number) => randomText(surroundings.randomBytes, length);
  const pending = {
    ...purpose,
    verifier: text(limits.codeVerifierChars),
    state: text(limits.stateChars),
    nonce: text(limits.stateChars),
  };
  const challenge = await calculatePKCECodeChallenge(pending.verifier);
  keepPendingSignIn(surroundings, pending);
  surroundings.storage.removeItem(signedOutKey);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    scope: 'openid profile email',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
    redirect_uri: callbackUrl(surroundings),
  });
  surroundings.go(`${server.authorization_endpoint}?${query}`);
}

const pendingSignInKey = 'gateway-admin.pending-sign-in';
/** Set from signing out until the next sign-in: the console then waits to be asked. */
const signedOutKey = 'gateway-admin.signed-out';

const pendingSignIn = z.object({
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** Path under the application's root to come back to. */
  returnTo: z.string(),
  /** Whether it started automatically after a failed refresh. */
  isAutomatic: z.boolean(),
});
/** The pending sign-in of this tab. @see spec "Administration sign-in" 1 */
type PendingSignIn = z.infer<typeof pendingSignIn>;

/** Stores what the callback will need; replaces a pending sign-in. @throws SignInError `storage_denied` */
function keepPendingSignIn({ storage }: Pick<Surroundings, 'storage'>, pending: PendingSignIn): void {
  if (!storage.setItem(pendingSignInKey, JSON.stringify(pending))) throw new SignInError('storage_denied');
}

/** Takes it out, so that a `state` is used once; null when this tab has begun none. */
function takePendingSignIn({ storage }: Pick<Surroundings, 'storage'>): PendingSignIn | null {
  const pending = readStored(storage, pendingSignInKey, pendingSignIn);
  storage.removeItem(pendingSignInKey);
  return pending;
}

/** Base64url text of this length out of random bytes; the length must be a multiple of four. @see RFC 7636 section 4.1 */
function randomText(randomBytes: (length: number) => Uint8Array, length: number): string {
  const bytes = randomBytes((length * 3) / 4);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Cognito often gives no description: then it is just a refused code. */
function reasonOf({ error, error_description: description = '' }: ResponseBodyError): SignInErrorCode {
  if (error !== 'invalid_grant') return 'provider_refused';
  if (description.includes('redirect_uri')) return 'redirect_uri_mismatch';
  if (description.includes('code_verifier')) return 'code_verifier_mismatch';
  return description.includes('expired') ? 'code_expired' : 'code_refused';
}

/**
 * Fetches the session. API Gateway's own 401 can't be read across origins: if a response is unreadable while the
 * application's files load, it is retried once with a fresh token and then treated as a 401.
 * @throws SignInError as {@link AccessToken}, and one that says why the session was refused
 * @see spec "Administration sign-in" 5, design 2.8, 13
 */
async function readSession(
  surroundings: Surroundings,
  apiUrl: string,
  accessToken: AccessToken,
): Promise<SessionInformation> {
  const response =
    (await ask(surroundings, apiUrl, await accessToken())) ??
    (await askAgain(surroundings, apiUrl, accessToken));
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(surroundings, response, body);
  const session = sessionInformation.safeParse(body);
  if (!session.success) throw new SignInError('service_failed', response.headers.get('x-correlation-id'));
  return session.data;
}

/** Null when there is nothing to read. */
function ask(surroundings: Surroundings, apiUrl: string, token: string): Promise<Response | null> {
  const headers = { authorization: `Bearer ${token}` };
  const init = { headers, cache: 'no-store' } as const;
  return surroundings.fetch(`${apiUrl}/v1/auth/session`, init).catch(() => null);
}

/** Offline: the settings say so. Otherwise the token may be invalid: it is refreshed once. */
async function askAgain(
  surroundings: Surroundings,
  apiUrl: string,
  accessToken: AccessToken,
): Promise<Response> {
  await readSettings(surroundings);
  const response = await ask(surroundings, apiUrl, await accessToken({ fresh: true }));
  if (response) return response;
  forgetTokens(surroundings);
  throw new SignInError('session_refused');
}

/**
 * Gives an access token that is good for at least another minute; a `fresh` one is new from the provider.
 * @throws SignInError `session_expired` when the user must sign in again, `signed_out`, `network`, `service_failed`
 */
type AccessToken = (options?: { readonly fresh?: boolean }) => Promise<string>;

/** Refreshes when it must, once for all who ask meanwhile. @see spec "Administration sign-in" 7 */
function createAccessToken(surroundings: Surroundings, provider: Provider): AccessToken {
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
  // A user who signed out in the meantime stays signed out.
  if (readTokens(surroundings)?.refreshToken !== tokens.refreshToken) throw new SignInError('signed_out');
  if ('error' in answer) {
    forgetTokens(surroundings);
    throw new SignInError(answer.error instanceof ResponseBodyError ? 'session_expired' : 'tokens_refused');
  }
  const renewed = tokensOf(answer.renewed, tokens, false);
  keepTokens(surroundings, renewed);
  return renewed.accessToken;
}

/** Refusals that have a page of their own. */
const known: Partial<Record<ProblemCode, SignInErrorCode>> = {
  missing_tenant_claim: 'missing_tenant_claim',
  invalid_role: 'invalid_role',
  tenant_not_found: 'tenant_not_found',
};

function refusal(surroundings: Surroundings, { status }: Response, body: unknown): SignInError {
  const parsed = problem.safeParse(body).data;
  const reference = parsed?.correlationId ?? null;
  if (status === 401) {
    // They are good for nothing any more; API Gateway's own answer is no problem document.
    forgetTokens(surroundings);
    return new SignInError('session_refused', reference);
  }
  const code = status === 403 && parsed !== undefined ? known[parsed.code] : undefined;
  return new SignInError(code ?? 'service_failed', reference);
}

const timeoutMs = 5_000;

/**
 * Revokes the refresh token, clears the tab and ends the hosted session.
 * @see spec "Administration sign-in" 8, RFC 7009 section 2.1
 */
async function signOut(surroundings: Surroundings, provider: Provider): Promise<void> {
  const { server, client } = provider;
  const { storage } = surroundings;
  storage.setItem(signedOutKey, '1');
  await revokeTokens(surroundings, provider);
  storage.clear();
  storage.setItem(signedOutKey, '1');
  const query = new URLSearchParams({ client_id: client.client_id, logout_uri: surroundings.appUrl });
  surroundings.go(`${server.end_session_endpoint}?${query}`);
}

/**
 * Forgets this tab's tokens and revokes the refresh token: who signs out in one tab is signed out in all, and each tab has
 * a refresh token of its own.
 * @see RFC 7009 section 2.1
 */
async function revokeTokens(
  surroundings: Surroundings,
  { server, client, authentication, request }: Provider,
): Promise<void> {
  const tokens = readTokens(surroundings);
  // A provider that can't be reached must not keep anyone signed in here.
  forgetTokens(surroundings);
  if (tokens === null) return;
  const bounded = { ...request, signal: AbortSignal.timeout(timeoutMs) };
  await revocationRequest(server, client, authentication, tokens.refreshToken, bounded).catch(
    () => undefined,
  );
}

/** The identity provider as oauth4webapi wants it described, and how to call it. */
interface Provider {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  /** The client is public: it has no secret. */
  readonly authentication: oauth.ClientAuth;
  readonly request: oauth.HttpRequestOptions<'POST', URLSearchParams>;
}

/** Clocks of laptops are wrong by some seconds. */
const clockToleranceS = 60;

/** Describes the provider of a stage. @see spec "Identity provider endpoints" */
function describeProvider(settings: AdminSettings, { fetch }: Pick<Surroundings, 'fetch'>): Provider {
  const { authUrl, issuer, clientId } = settings;
  return {
    server: {
      issuer,
      authorization_endpoint: `${authUrl}/oauth2/authorize`,
      token_endpoint: `${authUrl}/oauth2/token`,
      revocation_endpoint: `${authUrl}/oauth2/revoke`,
      end_session_endpoint: `${authUrl}/logout`,
    },
    client: { client_id: clientId, [oauth.clockTolerance]: clockToleranceS },
    authentication: oauth.None(),
    request: {
      [oauth.customFetch]: async (address, init) =>
        fetch(address, { ...init, body: init.body ?? null }).catch(() => {
          throw new SignInError('network');
        }),
      // Only a hosted UI on this machine uses HTTP.
      [oauth.allowInsecureRequests]: ['127.0.0.1', 'localhost'].includes(new URL(authUrl).hostname),
    },
  };
}

const key = 'gateway-admin.tokens';

const storedTokens = z.object({
  idToken: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** When the access token ends, in seconds since the epoch. */
  exp: z.number(),
  /** Whether they come from an automatic sign-in. */
  isAutomatic: z.boolean(),
});
/** The three tokens of this tab. @see spec "Administration sign-in" 4 */
type StoredTokens = z.infer<typeof storedTokens>;

/** The tokens of this tab; null if not signed in. */
function readTokens({ storage }: Pick<Surroundings, 'storage'>): StoredTokens | null {
  return readStored(storage, key, storedTokens);
}

/** Reads a stored value; null if it is missing or invalid. */
function readStored<T>(storage: Surroundings['storage'], key: string, schema: z.ZodMiniType<T>): T | null {
  try {
    return schema.parse(JSON.parse(storage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Keeps the tokens for as long as the tab lives, and nowhere else. */
export function keepTokens({ storage }: Pick<Surroundings, 'storage'>, tokens: StoredTokens): void {
  storage.setItem(key, JSON.stringify(tokens));
}

/** Forgets the tokens. */
function forgetTokens({ storage }: Pick<Surroundings, 'storage'>): void {
  storage.removeItem(key);
}

/**
 * Extracts the tokens of a response. A refresh may omit unchanged ones.
 * @throws SignInError `tokens_refused` when one is missing or has no expiry
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

/**
 * Parses the claims of a token received directly from the provider over TLS; null if they are invalid.
 * @see OpenID Connect Core section 3.1.3.7 point 6
 */
function claimsOf<T>(token: string, schema: z.ZodMiniType<T>): T | null {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

/** The `exp` claim; nothing else of an access token is the client's to read. */
const withEnd = z.object({ exp: z.number() });
