import { isKnownSecret } from '../checks/known-secret.ts';

/** Meta sends digits; nothing that a browser could take for markup is ever sent back. */
const harmless = /^[\w.-]{1,256}$/;

/**
 * The subscription handshake: the challenge to answer with, or null to refuse (403).
 * @param tokens the verify tokens that the operator has registered
 * @see design 2.7
 */
export function subscribe(
  query: Readonly<Record<string, string | undefined>>,
  tokens: readonly string[],
): string | null {
  const known = isKnownSecret(query['hub.verify_token'], tokens);
  const challenge = query['hub.challenge'];
  const accepted =
    known && query['hub.mode'] === 'subscribe' && challenge !== undefined && harmless.test(challenge);
  return accepted ? challenge : null;
}
