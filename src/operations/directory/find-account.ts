import type { ChannelAccount } from '../../contract/directory.ts';
import { accountSecrets } from '../../domain/account-secrets.ts';
import type { ChannelAccounts, KnownAccount } from '../../ports/channel-accounts.ts';
import type { Directory } from '../../ports/directory.ts';
import type { TenantSecrets } from '../../ports/tenant-secrets.ts';

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
