import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { adminCallbackPath } from '../../contract/docs.ts';
import { limits } from '../../contract/limits.ts';
import { keepPendingSignIn } from './pending-sign-in.ts';
import type { Provider } from './provider.ts';
import { randomText } from './random-text.ts';
import type { Surroundings } from './surroundings.ts';

/** The one address that the provider comes back to. */
export const callbackUrl = ({ appUrl }: Pick<Surroundings, 'appUrl'>) =>
  new URL(adminCallbackPath, appUrl).href;

/**
 * Leaves for the hosted sign-in.
 * @param purpose where to come back to, and whether the user asked for it
 * @see spec "Administration sign-in" 1 and 2, RFC 7636 section 4.3
 */
export async function beginSignIn(
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
