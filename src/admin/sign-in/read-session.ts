import { type ProblemCode, problem } from '../../contract/problem.ts';
import { type SessionInformation, sessionInformation } from '../../contract/session.ts';
import type { AccessToken } from './access-token.ts';
import { SignInError, type SignInErrorCode } from './errors.ts';
import { forgetTokens } from './stored-tokens.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Asks the API who is signed in.
 * @throws SignInError as {@link AccessToken}, and one that says why the session was refused
 * @see spec "Administration sign-in" 5, design 2.8
 */
export async function readSession(
  surroundings: Surroundings,
  apiUrl: string,
  accessToken: AccessToken,
): Promise<SessionInformation> {
  const headers = { authorization: `Bearer ${await accessToken()}` };
  const response = await surroundings
    .fetch(`${apiUrl}/v1/auth/session`, { headers, cache: 'no-store' })
    .catch(() => {
      throw new SignInError('network');
    });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(surroundings, response, body);
  const session = sessionInformation.safeParse(body);
  if (!session.success) throw new SignInError('service_failed', response.headers.get('x-correlation-id'));
  return session.data;
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
