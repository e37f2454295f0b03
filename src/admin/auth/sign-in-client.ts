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

const identity = z.object({ email: z.optional(z.string()), name: z.optional(z.string()) });

/**
 * Gives an access token that is good for at least another minute; a `fresh` one is new from the provider.
 * @throws SignInError `session_expired` when the user must sign in again, `signed_out`, `network`, `service_failed`
 */
type AccessToken = (options?: { readonly fresh?: boolean }) => Promise<string>;

const timeoutMs = 5_000;

/** Authorization Code with PKCE for one tab of a stage, without a secret. @see spec "Administration sign-in" */
export class SignInClient {
  /** The API's URL without a trailing slash, and the widget script's. */
  readonly addresses: Pick<AdminSettings, 'apiUrl' | 'widgetUrl'>;
  readonly #surroundings: Surroundings;
  readonly #storage: Surroundings['storage'];
  readonly #provider: Provider;
  #refreshing: Promise<string> | null = null;

  constructor(surroundings: Surroundings, settings: AdminSettings) {
    const { apiUrl, widgetUrl } = settings;
    this.addresses = { apiUrl, widgetUrl };
    this.#surroundings = surroundings;
    this.#storage = surroundings.storage;
    this.#provider = describeProvider(settings, surroundings);
  }

  /**
   * Leaves for the hosted sign-in.
   * @param purpose where to come back to, and whether it started automatically
   * @throws SignInError `storage_denied` where the browser does not keep what the callback will need
   * @see spec "Administration sign-in" 1 and 2, RFC 7636 section 4.3
   */
  async begin(purpose: Pick<PendingSignIn, 'returnTo' | 'isAutomatic'>): Promise<void> {
    const { server, client } = this.#provider;
    const { randomBytes, go } = this.#surroundings;
    const pending: PendingSignIn = {
      ...purpose,
      verifier: randomText(randomBytes, limits.codeVerifierChars),
      state: randomText(randomBytes, limits.stateChars),
      nonce: randomText(randomBytes, limits.stateChars),
    };
    const challenge = await calculatePKCECodeChallenge(pending.verifier);
    // It replaces one that is pending.
    const isKept = this.#storage.setItem(pendingSignInKey, JSON.stringify(pending));
    if (!isKept) throw new SignInError('storage_denied');
    this.#storage.removeItem(signedOutKey);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      scope: 'openid profile email',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
      redirect_uri: this.#callbackUrl,
    });
    go(`${server.authorization_endpoint}?${query}`);
  }

  /**
   * Completes a callback: exchanges its code for tokens.
   * @returns the path to continue at
   * @throws SignInError `sign_in_lost`, `state_mismatch`, `access_denied`, `provider_refused`, `network` or one that
   * says why the provider refused the code
   * @see spec "Administration sign-in" 3 and 4, RFC 6749 section 4.1.3
   */
  async finish(query: URLSearchParams): Promise<string> {
    const pending = readStored(this.#storage, pendingSignInKey, pendingSignIn);
    // A `state` is used once.
    this.#storage.removeItem(pendingSignInKey);
    if (pending === null) throw new SignInError('sign_in_lost');
    const parameters = checkCallback(this.#provider, query, pending.state);
    const answer = await this.#exchange(parameters, pending);
    keepTokens(this.#surroundings, tokensOf(answer, null, pending.isAutomatic));
    return pending.returnTo;
  }

  async #exchange(parameters: URLSearchParams, { verifier, nonce }: PendingSignIn) {
    const { server, client, authentication, request } = this.#provider;
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      this.#callbackUrl,
      verifier,
      request,
    );
    if (response.status >= 500) throw new SignInError('service_failed');
    try {
      const expected = { expectedNonce: nonce, requireIdToken: true };
      return await processAuthorizationCodeResponse(server, client, response, expected);
    } catch (error) {
      throw new SignInError(error instanceof ResponseBodyError ? reasonOf(error) : 'tokens_refused');
    }
  }

  /** The one address that the provider comes back to. */
  get #callbackUrl(): string {
    return new URL(adminCallbackPath, this.#surroundings.appUrl).href;
  }

  /**
   * The signed-in user. Access tokens have no name, so it comes from the ID token.
   * @throws SignInError as {@link AccessToken}, and one that says why the session was refused
   */
  async session(): Promise<SessionInformation> {
    let session = await this.#readSession();
    // Added permissions apply from the next token on, removed ones already.
    if (session.roleChanged && (await this.#isRefreshed())) session = await this.#readSession();
    const named = claimsOf(readTokens(this.#surroundings)?.idToken ?? '', identity);
    return { ...session, user: { ...named, ...session.user } };
  }

  #isRefreshed(): Promise<boolean> {
    return this.accessToken({ fresh: true }).then(
      () => true,
      () => false,
    );
  }

  /**
   * Fetches the session. API Gateway's own 401 can't be read across origins: if a response is unreadable while the
   * application's files load, it is retried once with a fresh token and then treated as a 401.
   * @see spec "Administration sign-in" 5, design 2.8, 13
   */
  async #readSession(): Promise<SessionInformation> {
    const response = (await this.#ask(await this.accessToken())) ?? (await this.#askAgain());
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) throw refusal(this.#surroundings, response, body);
    const session = sessionInformation.safeParse(body);
    if (!session.success) throw new SignInError('service_failed', response.headers.get('x-correlation-id'));
    return session.data;
  }

  /** Null when there is nothing to read. */
  #ask(token: string): Promise<Response | null> {
    const headers = { authorization: `Bearer ${token}` };
    const init = { headers, cache: 'no-store' } as const;
    return this.#surroundings.fetch(`${this.addresses.apiUrl}/v1/auth/session`, init).catch(() => null);
  }

  /** Offline: the settings say so. Otherwise the token may be invalid: it is refreshed once. */
  async #askAgain(): Promise<Response> {
    await readSettings(this.#surroundings);
    const response = await this.#ask(await this.accessToken({ fresh: true }));
    if (response) return response;
    forgetTokens(this.#surroundings);
    throw new SignInError('session_refused');
  }

  /** For calls of the API. Refreshes when it must, once for all who ask meanwhile. @see spec "Administration sign-in" 7 */
  readonly accessToken: AccessToken = async ({ fresh = false } = {}) => {
    const tokens = readTokens(this.#surroundings);
    if (tokens === null) throw new SignInError('signed_out');
    if (!fresh && tokens.exp - this.#surroundings.nowS() > limits.refreshLeadS) return tokens.accessToken;
    this.#refreshing ??= this.#refresh(tokens).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  };

  async #refresh(tokens: StoredTokens): Promise<string> {
    const { server, client, authentication, request } = this.#provider;
    const { refreshToken } = tokens;
    const response = await refreshTokenGrantRequest(server, client, authentication, refreshToken, request);
    if (response.status >= 500) throw new SignInError('service_failed');
    const answer = await processRefreshTokenResponse(server, client, response).then(
      (renewed) => ({ renewed }),
      (error: unknown) => ({ error }),
    );
    // A user who signed out in the meantime stays signed out.
    if (readTokens(this.#surroundings)?.refreshToken !== refreshToken) throw new SignInError('signed_out');
    if ('error' in answer) {
      forgetTokens(this.#surroundings);
      throw new SignInError(answer.error instanceof ResponseBodyError ? 'session_expired' : 'tokens_refused');
    }
    const renewed = tokensOf(answer.renewed, tokens, false);
    keepTokens(this.#surroundings, renewed);
    return renewed.accessToken;
  }

  /** Revokes the refresh token, clears the tab and ends the hosted session. @see spec "Administration sign-in" 8 */
  async signOut(): Promise<void> {
    const { server, client } = this.#provider;
    const { appUrl, go } = this.#surroundings;
    await this.forget();
    this.#storage.clear();
    this.#storage.setItem(signedOutKey, '1');
    const query = new URLSearchParams({ client_id: client.client_id, logout_uri: appUrl });
    go(`${server.end_session_endpoint}?${query}`);
  }

  /**
   * Forgets the tab's tokens at once and revokes its refresh token, also where another tab has ended the hosted session: who
   * signs out in one tab is signed out in all, and each tab has a refresh token of its own.
   * @see RFC 7009 section 2.1
   */
  async forget(): Promise<void> {
    const { server, client, authentication, request } = this.#provider;
    this.#storage.setItem(signedOutKey, '1');
    const tokens = readTokens(this.#surroundings);
    // A provider that can't be reached must not keep anyone signed in here.
    forgetTokens(this.#surroundings);
    if (tokens === null) return;
    const bounded = { ...request, signal: AbortSignal.timeout(timeoutMs) };
    const revoked = revocationRequest(server, client, authentication, tokens.refreshToken, bounded);
    await revoked.catch(() => undefined);
  }

  /** Whether the tab's tokens come from an automatic sign-in, which must not be followed by another. */
  isAutomatic(): boolean {
    return readTokens(this.#surroundings)?.isAutomatic ?? false;
  }

  /** Whether this tab signed out, or was notified by another one, and has not signed in since. */
  hasSignedOut(): boolean {
    return this.#storage.getItem(signedOutKey) !== null;
  }
}

function checkCallback({ server, client }: Provider, query: URLSearchParams, state: string): URLSearchParams {
  try {
    return validateAuthResponse(server, client, query, state);
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw new SignInError('state_mismatch');
    throw new SignInError(error.error === 'access_denied' ? 'access_denied' : 'provider_refused');
  }
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
