import {
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  validateAuthResponse,
} from 'oauth4webapi';
import { callbackUrl } from './begin-sign-in.ts';
import { SignInError, type SignInErrorCode } from './errors.ts';
import { type PendingSignIn, takePendingSignIn } from './pending-sign-in.ts';
import type { Provider } from './provider.ts';
import { keepTokens, tokensOf } from './stored-tokens.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Exchanges the code of a callback for the tokens.
 * @returns the path to go on at
 * @throws SignInError `sign_in_lost`, `state_mismatch`, `access_denied`, `provider_refused`, `network` or one that says why the
 * provider refused the code
 * @see spec "Administration sign-in" 3 and 4, RFC 6749 section 4.1.3
 */
export async function finishSignIn(
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

/** Cognito often gives no description: then it is just a refused code. */
function reasonOf({ error, error_description: description = '' }: ResponseBodyError): SignInErrorCode {
  if (error !== 'invalid_grant') return 'provider_refused';
  if (description.includes('redirect_uri')) return 'redirect_uri_mismatch';
  if (description.includes('code_verifier')) return 'code_verifier_mismatch';
  return description.includes('expired') ? 'code_expired' : 'code_refused';
}
