import { AuditTable } from '../aws/audit-table.ts';
import { ChoreQueue } from '../aws/chore-queue.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { audited } from '../operations/admin/audited.ts';
import { randomId } from '../operations/derive-id.ts';
import { handOutGiveBack } from '../operations/users/hand-out-give-back.ts';
import type { UserAdministration, UserManager } from '../operations/users/user-administration.ts';
import type { DirectoryRecords } from '../ports/directory-records.ts';
import type { PoolUser, UserPool } from '../ports/user-pool.ts';
import { CommandError } from './errors.ts';
import type { Io } from './io.ts';
import { resolveTarget, type Target, type TargetOptions } from './target.ts';
import { targetUserPool } from './target-user-pool.ts';

/** What the audit log calls whoever works with the credentials of AWS. */
const operator = 'command-line';

/** What a command on users works with. */
export interface TargetUsers {
  readonly target: Target;
  readonly pool: UserPool;
  readonly records: DirectoryRecords;
  readonly nowMs: () => number;
  /** With an audit log: that of the tenant. */
  of(tenantId: string): { readonly parts: UserAdministration; readonly manager: UserManager };
  /** @throws CommandError when nobody of a tenant has this address */
  find(email: string): Promise<PoolUser & { readonly tenantId: string }>;
}

/**
 * The users of the gateway that the options name.
 * @throws UsageError, CommandError
 */
export async function targetUsers(options: TargetOptions, io: Io): Promise<TargetUsers> {
  const target = await resolveTarget(options, io);
  const pool = await targetUserPool(target);
  const records = new DirectoryRecordsTable(target.clients.dynamodb, target.tablePrefix);
  const audit = new AuditTable(target.clients.dynamodb, target.tablePrefix);
  const log = { info: () => undefined, warn: io.err, error: (message: string) => io.err(message) };
  const { nowMs } = io;
  return {
    ...{ target, pool, records, nowMs },
    of(tenantId) {
      const manager = { id: null, role: 'super-admin', tenantId } as const;
      const caller = {
        ...{ ...manager, id: operator, email: null, name: null, homeTenantId: tenantId },
        ...{ sourceIp: operator, correlationId: randomId() },
      };
      const admin = { audit, nowMs, random: Math.random, log };
      const parts: UserAdministration = {
        ...{ pool, records, nowMs },
        giveBack: async (...named) =>
          handOutGiveBack(new ChoreQueue(target.clients.sqs, await target.choresQueue()), log)(...named),
        audited: (change, make) => audited(admin, caller, change, make),
      };
      return { parts, manager };
    },
    async find(email) {
      const found = await pool.find(email);
      if (found?.tenantId) return { ...found, tenantId: found.tenantId };
      throw new CommandError(
        `There is no user ${email} of a tenant in ${target.label}.`,
        'See `npx gateway user list --tenant ID`.',
      );
    },
  };
}
