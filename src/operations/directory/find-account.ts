import { accountSecrets } from '../../domain/account-secrets.ts';
import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { Directory } from '../../ports/directory.ts';
import type { TenantSecrets } from '../../ports/tenant-secrets.ts';

/** Finds the account that a webhook call claims to be for, with its tenant and its secrets. @see design 2.7, 6 */
export function channelAccounts(directory: Directory, secrets: TenantSecrets): ChannelAccounts {
  return {
    async find(channel, credential) {
      const found = await directory.findAccountByCredential(channel, credential);
      if (!found) return null;
      const [tenant, known] = await Promise.all([
        directory.findTenant(found.tenantId),
        secrets.read(found.tenantId),
      ]);
      return tenant && { tenant, account: found.account, secrets: accountSecrets(found.account, known) };
    },
  };
}
