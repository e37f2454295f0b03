import type { FlowDetail, FlowUser } from '../../../contract/admin/flows.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { etagOf, findDefinition, liveOf, loadKnownFlow } from './flow-records.ts';
import { summaryOf } from './list-flows.ts';

/**
 * A flow: what is live, what of its draft, and who runs it.
 * @throws FlowNotFoundError
 */
export async function readFlow(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  flowId: string,
): Promise<Answer<FlowDetail>> {
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  const [summary, usedBy] = await Promise.all([
    summaryOf(admin, tenantId, stored),
    findFlowUsers(admin, tenantId, flowId),
  ]);
  return { body: { ...summary, usedBy }, etag: etagOf(stored) };
}

const most = 1_000;

/** Widgets and channel accounts that run a flow, and live flows that call it. */
export async function findFlowUsers(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  flowId: string,
): Promise<FlowUser[]> {
  const under = (prefix: string) => admin.records.list(tenantId, prefix, { limit: most });
  const [widgets, accounts, pointers] = await Promise.all([
    under('widget#'),
    under('account#'),
    under(directoryKeys.published('')),
  ]);
  const runs = ({ attributes }: { attributes: Readonly<Record<string, unknown>> }) =>
    (attributes.document as { flow?: unknown }).flow === flowId;
  const idOf = ({ attributes }: { attributes: Readonly<Record<string, unknown>> }) =>
    String((attributes.document as { id?: unknown }).id);
  const callers = await Promise.all(
    pointers.map(async (pointer) => {
      const id = pointer.sk.slice(directoryKeys.published('').length);
      const { version } = liveOf({ pointer });
      const flow =
        version === null || id === flowId ? null : await findDefinition(admin, tenantId, id, version);
      const calls = Object.values(flow?.steps ?? {}).some(
        (step) => step.kind === 'call' && step.flow === flowId,
      );
      return calls ? [{ kind: 'flow' as const, id }] : [];
    }),
  );
  return [
    ...widgets.filter(runs).map((widget) => ({ kind: 'widget' as const, id: idOf(widget) })),
    ...accounts.filter(runs).map((account) => ({
      kind: 'channel' as const,
      id: account.sk.slice('account#'.length).replace('#', '/'),
    })),
    ...callers.flat(),
  ];
}
