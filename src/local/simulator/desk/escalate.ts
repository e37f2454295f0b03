import { createAwsClients } from '../../../aws/clients.ts';
import { DirectoryTableWriter } from '../../../aws/directory-writer.ts';
import type { TenantFolder } from '../../../domain/tenant-folder.ts';

/** Has the desk answer for the tenants that have a contact center, or their own people again. */
export type Escalate = (isOn: boolean) => Promise<void>;

/** Changes the tenants as the command line would. @param env the stack's settings */
export function escalator(
  env: Readonly<Record<string, string | undefined>>,
  tenants: readonly TenantFolder[],
): Escalate {
  const places = { tablePrefix: env.TABLE_PREFIX ?? '', secretPrefix: env.TENANT_SECRET_PREFIX ?? '' };
  const writer = new DirectoryTableWriter(createAwsClients(env), places, { rewriteFlows: true });
  return async (isOn) => {
    for (const folder of tenants) {
      const center = folder.channels.find(({ channel }) => channel === 'contactcenter');
      const { escalation: _, ...tenant } = folder.tenant;
      const escalation = { kind: 'contactcenter', account: center?.id ?? '', fallback: 'inbox' } as const;
      if (center) await writer.apply({ ...folder, tenant: isOn ? { ...tenant, escalation } : tenant });
    }
  };
}
