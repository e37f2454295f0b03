import { canaryVerdict, type FlowSummary } from '../../../contract/admin/flows.ts';
import type { Page } from '../../../contract/admin/lists.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import type { Admin, AdminCaller } from '../admin.ts';
import { changeOf, findDefinition, liveOf, type StoredFlow } from './flow-records.ts';
import { basedOn } from './read-draft.ts';

/**
 * A page of a tenant's flows, by their ids: those with a live version and those with a draft only.
 * @param after the id of the last flow of the page before
 */
export async function listFlows(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<Page<FlowSummary>> {
  const under = async (prefix: string) => {
    const page = { limit: limit + 1, ...(after !== null && { after: prefix + after }) };
    const records = await admin.records.list(tenantId, prefix, page);
    return new Map(records.map((record) => [record.sk.slice(prefix.length), record]));
  };
  const [pointers, drafts] = await Promise.all([
    under(directoryKeys.published('')),
    under(directoryKeys.draft('')),
  ]);
  // The first of both, in order: neither list can hide one that comes before them.
  const ids = [...new Set([...pointers.keys(), ...drafts.keys()])].sort();
  const items = await Promise.all(
    ids.slice(0, limit).map((flowId) =>
      summaryOf(admin, tenantId, {
        flowId,
        pointer: pointers.get(flowId) ?? null,
        draft: drafts.get(flowId) ?? null,
      }),
    ),
  );
  return { items, cursor: ids.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** What a list tells of a flow. */
export async function summaryOf(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  stored: StoredFlow,
): Promise<FlowSummary> {
  const { flowId, draft, pointer } = stored;
  const live = liveOf(stored);
  const { title, faults } = draft?.attributes ?? {};
  return {
    id: flowId,
    title: typeof title === 'string' ? title : await titleOf(admin, tenantId, flowId, live.version),
    live,
    draft: draft && { ...changeOf(draft), basedOn: basedOn(stored), faults: Number(faults ?? 0) },
    canaryEnded: canaryVerdict.safeParse(pointer?.attributes.canaryEnded).data ?? null,
  };
}

async function titleOf(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  flowId: string,
  version: number | null,
): Promise<string | null> {
  if (version === null) return null;
  return (await findDefinition(admin, tenantId, flowId, version))?.title ?? null;
}
