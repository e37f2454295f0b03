import type { ChannelAccount } from '../../contract/directory.ts';
import type { Fault } from '../../contract/in-words.ts';

/** What an account lacks to answer with: it takes messages, and its replies are held. @see design 5.3 */
export function findAccountWarnings(
  accounts: readonly ChannelAccount[],
): (Fault & { readonly id: string })[] {
  return accounts.flatMap(({ id, channel, base_url, secrets = {} }) => [
    ...(secrets.sending_token === undefined
      ? [
          {
            id,
            path: 'secrets.sending_token',
            message: 'is missing: messages are taken, and replies can not be sent',
          },
        ]
      : []),
    ...(channel === 'contactcenter' && base_url === undefined
      ? [
          {
            id,
            path: 'base_url',
            message: 'is missing: the contact center has no address that replies can be sent to',
          },
        ]
      : []),
  ]);
}
