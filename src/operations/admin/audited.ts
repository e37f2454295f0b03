import type { AuditEntry } from '../../contract/admin/audit.ts';
import { GatewayError } from '../../domain/errors.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import type { Admin, Changer } from './admin.ts';

/** What is about to be changed. */
export type Change = Pick<AuditEntry, 'action' | 'resource' | 'note'> & {
  readonly changes?: AuditEntry['changes'];
};

/**
 * Makes a change with its audit entry, which is there before it: no change is ever without one, whoever dies when.
 * @throws what `make` throws
 * @see design 9 "Audit", docs/decisions/audit.md
 */
export async function audited<T>(
  admin: Pick<Admin, 'audit' | 'nowMs' | 'random' | 'log'>,
  caller: Changer,
  { action, resource, note, changes = [] }: Change,
  make: () => Promise<T>,
): Promise<T> {
  const { tenantId, correlationId, sourceIp } = caller;
  const id = newMessageId(admin.nowMs, admin.random);
  const { id: userId, email, role, homeTenantId } = caller;
  await admin.audit.begin(tenantId, {
    id,
    at: new Date(admin.nowMs()).toISOString(),
    who: { id: userId, email, role, tenantId: homeTenantId },
    ...{ action, resource, changes, sourceIp, correlationId },
    ...(note !== undefined && { note }),
    outcome: 'begun',
  });
  const end = (outcome: 'done' | 'failed') =>
    admin.audit.end(tenantId, id, outcome).catch((error: unknown) => {
      // The change stands: its entry says `begun`, and the log why.
      admin.log.error('an audit entry is left as begun', error, { tenantId, correlationId, auditId: id });
    });
  try {
    const made = await make();
    await end('done');
    return made;
  } catch (error) {
    // Whether a change was made that broke off is not known: what was refused was not.
    if (error instanceof GatewayError && error.status < 500) await end('failed');
    throw error;
  }
}
