import type { HandoffSettingsView } from '../../../contract/admin/handoff-settings.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import type { Admin } from '../admin.ts';
import { findDefinition, liveOf } from '../flows/flow-records.ts';

const flowsMost = 1_000;

/** Which live flows name which queues: those that all visitors meet, and those that some try. */
export async function findQueueUsers(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
): Promise<HandoffSettingsView['usedBy']> {
  const prefix = directoryKeys.published('');
  const pointers = await admin.records.list(tenantId, prefix, { limit: flowsMost });
  const users = await Promise.all(
    pointers.map(async (pointer) => {
      const flow = pointer.sk.slice(prefix.length);
      const { version, canary } = liveOf({ pointer });
      const live = [version, canary?.version ?? null].filter((one) => one !== null);
      const found = await Promise.all(live.map((one) => findDefinition(admin, tenantId, flow, one)));
      const named = found.flatMap((one) =>
        Object.values(one?.steps ?? {}).flatMap((step) =>
          step.kind === 'handoff' ? (step.queue ?? []) : [],
        ),
      );
      return [...new Set(named)].sort().map((queue) => ({ queue, flow }));
    }),
  );
  return users.flat();
}
