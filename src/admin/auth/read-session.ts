import type { ProblemCode } from '../../contract/problem.ts';
import { problem } from '../../contract/problem-body.ts';
import { type SessionInformation, sessionInformation } from '../../contract/session.ts';
import type { AccessToken } from './access-token.ts';
import { SignInError, type SignInErrorCode } from './errors.ts';
import { readSettings } from './read-settings.ts';
import { forgetTokens } from './stored-tokens.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Asks the API who is signed in. API Gateway's own refusal of a token can't be read on another origin: an unreadable
 * answer, while the application's own files load, is tried once more with a fresh token, and then taken for that.
 * @throws SignInError as {@link AccessToken}, and one that says why the session was refused
 * @see spec "Administration sign-in" 5, design 2.8, 13
 */
export async function readSession(
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

/** Without a line the settings say so; else it may be the token, and at last it is asked for anew. */
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

/** Refusals that have a page of their own. */
const known: Partial<Record<ProblemCode, SignInErrorCode>> = {
  missing_tenant_claim: 'missing_tenant_claim',
  invalid_role: 'invalid_role',
  tenant_not_found: 'tenant_not_found',
};

function refusal(surroundings: Surroundings, { status }: Response, body: unknown): SignInError {
  const told = problem.safeParse(body).data;
  const reference = told?.correlationId ?? null;
  if (status === 401) {
    // They are good for nothing any more; API Gateway's own answer is no problem document.
    forgetTokens(surroundings);
    return new SignInError('session_refused', reference);
  }
  const code = status === 403 && told !== undefined ? known[told.code] : undefined;
  return new SignInError(code ?? 'service_failed', reference);
}
