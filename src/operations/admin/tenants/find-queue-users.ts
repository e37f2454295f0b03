import type { HandoffSettingsView } from '../../../contract/admin/handoff-settings.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { queuesNamed } from '../../../domain/queues-named.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import { inLanes, valuesOf } from '../../in-lanes.ts';
import type { Admin } from '../admin.ts';
import { findDefinition, liveOf } from '../flows/flow-records.ts';

/** Which flows name which queues. */
export type QueueUsers = HandoffSettingsView['usedBy'];

const prefix = directoryKeys.published('');
/** Definitions are large: no more are held at once. */
const page = 1_000;

/** Which live flows name which queues: those that all visitors meet, and those that some try; all of the tenant's. */
export async function findQueueUsers(admin: Pick<Admin, 'records'>, tenantId: string): Promise<QueueUsers> {
  const users: QueueUsers[number][] = [];
  for (let after: string | undefined; ; ) {
    const pointers: readonly DirectoryRecord[] = await admin.records.list(tenantId, prefix, {
      limit: page,
      ...(after !== undefined && { after }),
    });
    const found = await inLanes(pointers, (pointer) => usersOf(admin, tenantId, pointer));
    users.push(...valuesOf(found).flat());
    if (pointers.length < page) return users;
    after = pointers.at(-1)?.sk;
  }
}

async function usersOf(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  pointer: DirectoryRecord,
): Promise<QueueUsers> {
  const flow = pointer.sk.slice(prefix.length);
  const { version, canary } = liveOf({ pointer });
  const live = [version, canary?.version ?? null].filter((one) => one !== null);
  const found = await Promise.all(live.map((one) => findDefinition(admin, tenantId, flow, one)));
  const named = new Set(found.flatMap((one) => (one ? queuesNamed(one) : [])));
  return [...named].sort().map((queue) => ({ queue, flow }));
}
