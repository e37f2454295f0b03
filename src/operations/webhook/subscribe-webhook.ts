import { subscribe } from '../../channels/chatapp-a-cloud/subscribe.ts';
import { WebhookNotSubscribedError } from '../../domain/channel-errors.ts';

/**
 * The subscription handshake of the first chat app: the challenge to answer with.
 * @param tokens the verify tokens that the operator has registered
 * @throws WebhookNotSubscribedError when the token is not one of them
 * @see design 2.7
 */
export function subscribeWebhook(
  tokens: readonly string[],
  query: Readonly<Record<string, string | undefined>>,
): string {
  const challenge = subscribe(query, tokens);
  if (challenge === null) throw new WebhookNotSubscribedError();
  return challenge;
}
