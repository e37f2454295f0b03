import type { ChannelAccount } from '../../contract/directory.ts';
import { accountSecrets } from '../../domain/account-secrets.ts';
import type { TenantFolder } from '../../domain/tenant-folder.ts';
import { type SimulatedTemplate, sampleTemplates } from './cloud-api/sample-templates.ts';

/** A tenant's account, as its provider knows it. */
export interface SimulatedAccount {
  /** `tenant/account`. */
  readonly key: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly channel: ChannelAccount['channel'];
  readonly settings: ChannelAccount;
  /** What its provider has approved, or not. */
  readonly templates: readonly SimulatedTemplate[];
  /** The current secret of a role; an empty text when there is none. */
  secret(role: string): string;
}

/** The accounts of tenants, with the secrets that the providers share with them. */
export function simulatedAccounts(tenants: readonly TenantFolder[]): SimulatedAccount[] {
  return tenants.flatMap(({ tenant, channels, secrets }) =>
    channels.map((settings): SimulatedAccount => {
      const known = accountSecrets(settings, secrets);
      return {
        key: `${tenant.id}/${settings.id}`,
        tenantId: tenant.id,
        tenantName: tenant.name,
        channel: settings.channel,
        settings,
        templates: sampleTemplates(),
        secret: (role) => known[role]?.[0] ?? '',
      };
    }),
  );
}
