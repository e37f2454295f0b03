import { webhookChannels } from '../../contract/channels.ts';
import type { ChannelAccount } from '../../contract/directory.ts';
import type { InputProblem } from '../../contract/in-words.ts';
import { accountSecrets } from '../../domain/tenant-folder.ts';
import type { ChannelAccounts, Directory, KnownAccount, TenantSecrets } from '../../ports/directory.ts';

interface Found {
  readonly tenantId: string;
  readonly account: ChannelAccount;
}

/** Finds the account that a webhook call claims to be for, with its tenant and its secrets. @see design 2.7, 6 */
export function channelAccounts(directory: Directory, secrets: TenantSecrets): ChannelAccounts {
  return {
    async find(channel, credential) {
      const found = await directory.findAccountByCredential(channel, credential);
      return found && withSecrets(found);
    },
    async findByBusiness(businessId, most) {
      const found = await directory.findAccountsByBusiness(businessId, most);
      const known = await Promise.all(found.map(withSecrets));
      return known.filter((each) => each !== null);
    },
  };

  async function withSecrets({ tenantId, account }: Found): Promise<KnownAccount | null> {
    const [tenant, known] = await Promise.all([directory.findTenant(tenantId), secrets.read(tenantId)]);
    return tenant && { tenant, account, secrets: accountSecrets(account, known) };
  }
}

/** Returns what an account lacks to send. It still accepts messages, and its replies are held. @see design 5.3 */
export function findAccountWarnings(
  accounts: readonly ChannelAccount[],
): (InputProblem & { readonly id: string })[] {
  return accounts.flatMap(({ id, channel, base_url, secrets = {} }) => [
    ...(secrets.sending_token === undefined && 'sending_token' in webhookChannels[channel].secrets
      ? [
          {
            id,
            path: 'secrets.sending_token',
            message: 'is missing: messages are accepted, but replies cannot be sent',
          },
        ]
      : []),
    ...(webhookChannels[channel].needsBaseUrl && base_url === undefined
      ? [
          {
            id,
            path: 'base_url',
            message: 'is missing: replies have no address to be sent to',
          },
        ]
      : []),
  ]);
}
