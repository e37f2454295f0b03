import {
  canaryVerdict,
  type FlowSummary,
  type FlowUser,
  type VersionDetail,
  type VersionSummary,
} from '../../../contract/admin/flows.ts';
import type { Page } from '../../../contract/admin/lists.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { flowsCalled } from '../../../domain/flows-called.ts';
import { versionNotFound } from '../../../domain/problems.ts';
import type { DirectoryRecord } from '../../../ports/directory-writer.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { type PageQuery, pageOfRecords } from '../records.ts';
import { basedOn } from './drafts.ts';
import {
  changeOf,
  contentOf,
  etagOf,
  findDefinition,
  isPublished,
  liveOf,
  loadKnownFlow,
  type StoredFlow,
} from './flow-records.ts';

/**
 * A flow: what is live, what of its draft, and who runs it.
 * @throws `flow_not_found`
 */
export async function readFlow(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  flowId: string,
): Promise<Answer<FlowSummary>> {
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  const users = await findFlowUsers(admin, tenantId);
  return { body: await summaryOf(admin, tenantId, stored, users), etag: etagOf(stored) };
}

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
  const [pointers, drafts, users] = await Promise.all([
    under(directoryKeys.published('')),
    under(directoryKeys.draft('')),
    findFlowUsers(admin, tenantId),
  ]);
  // The first of both, in order: neither list can hide one that comes before them.
  const ids = [...new Set([...pointers.keys(), ...drafts.keys()])].sort();
  const items = await Promise.all(
    ids
      .slice(0, limit)
      .map((flowId) =>
        summaryOf(
          admin,
          tenantId,
          { flowId, pointer: pointers.get(flowId) ?? null, draft: drafts.get(flowId) ?? null },
          users,
        ),
      ),
  );
  return { items, cursor: ids.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Summarizes a flow for a list. */
async function summaryOf(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  stored: StoredFlow,
  users: Awaited<ReturnType<typeof findFlowUsers>>,
): Promise<FlowSummary> {
  const { flowId, draft, pointer } = stored;
  const live = liveOf(stored);
  const { title, faults: problems } = draft?.attributes ?? {};
  return {
    id: flowId,
    title: typeof title === 'string' ? title : await titleOf(admin, tenantId, flowId, live.version),
    live,
    draft:
      draft && !isPublished(stored)
        ? { ...changeOf(draft), basedOn: basedOn(stored), faults: Number(problems ?? 0) }
        : null,
    publishedAt: changeOf(pointer).at,
    canaryEnded: canaryVerdict.safeParse(pointer?.attributes.canaryEnded).data ?? null,
    usedBy: [...(users.get(flowId) ?? [])],
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

const most = 1_000;

/**
 * Finds widgets and channel accounts that run a flow, and live flows that call it.
 * @returns the users of each flow that has any
 */
export async function findFlowUsers(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
): Promise<ReadonlyMap<string, readonly FlowUser[]>> {
  const under = (prefix: string) => admin.records.list(tenantId, prefix, { limit: most });
  const [widgets, accounts, pointers] = await Promise.all([
    under('widget#'),
    under('account#'),
    under(directoryKeys.published('')),
  ]);
  const documentOf = ({ attributes }: DirectoryRecord) =>
    attributes.document as { readonly id?: unknown; readonly flow?: unknown };
  const uses = [
    ...widgets.map((widget) => {
      const { id, flow } = documentOf(widget);
      return { flow: String(flow), user: { kind: 'widget' as const, id: String(id) } };
    }),
    ...accounts.map((account) => ({
      flow: String(documentOf(account).flow),
      user: { kind: 'channel' as const, id: account.sk.slice('account#'.length).replace('#', '/') },
    })),
    ...(await Promise.all(pointers.map((pointer) => callsOf(admin, tenantId, pointer)))).flat(),
  ];
  const users = new Map<string, FlowUser[]>();
  for (const { flow, user } of uses) users.set(flow, [...(users.get(flow) ?? []), user]);
  return users;
}

/** A pointer of an earlier release doesn't say which flows its version calls: then the version is read. */
async function callsOf(admin: Pick<Admin, 'records'>, tenantId: string, pointer: DirectoryRecord) {
  const id = pointer.sk.slice(directoryKeys.published('').length);
  const { calls } = pointer.attributes;
  const { version } = liveOf({ pointer });
  const read = async () => {
    const flow = version === null ? null : await findDefinition(admin, tenantId, id, version);
    return flow ? flowsCalled(flow) : [];
  };
  const called: readonly unknown[] = Array.isArray(calls) ? calls : await read();
  return called.map((flow) => ({ flow: String(flow), user: { kind: 'flow' as const, id } }));
}

/**
 * A page of a flow's versions, the greatest first.
 * @param after the last version of the page before
 * @throws `flow_not_found`
 */
export async function listVersions(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  { flowId, ...query }: PageQuery & { readonly flowId: string },
): Promise<Page<VersionSummary>> {
  await loadKnownFlow(admin, tenantId, flowId);
  const prefix = directoryKeys.versions(flowId);
  // Keys are padded with zeros, so that they are in order.
  const after = query.after && directoryKeys.version(flowId, Number(query.after)).slice(prefix.length);
  const page = await pageOfRecords(admin, { tenantId }, prefix, { ...query, after, backwards: true });
  const items = page.items.map((record) => versionSummaryOf(versionIn(record), record));
  return { items, cursor: page.cursor && String(items.at(-1)?.version) };
}

/**
 * A version whole.
 * @throws `version_not_found`
 */
export async function readVersion(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  { flowId, version }: { readonly flowId: string; readonly version: string },
): Promise<Answer<VersionDetail>> {
  const number = /^[1-9]\d{0,9}$/.test(version) ? Number(version) : null;
  if (number === null) throw versionNotFound(flowId, version);
  const [definition, about] = await Promise.all([
    findDefinition(admin, tenantId, flowId, number),
    admin.records.find(tenantId, directoryKeys.version(flowId, number)),
  ]);
  if (!definition) throw versionNotFound(flowId, version);
  // The document of a stored flow is JSON.
  const body = {
    ...versionSummaryOf(number, about),
    definition: definition as unknown as VersionDetail['definition'],
  };
  return { body: { ...body, ...contentOf(about) }, etag: `"${number}"` };
}

function versionIn({ sk }: DirectoryRecord): number {
  return Number(sk.split('#').at(-1));
}

function versionSummaryOf(version: number, record: DirectoryRecord | null): VersionSummary {
  const { note, source } = record?.attributes ?? {};
  return {
    version,
    ...changeOf(record),
    note: typeof note === 'string' ? note : null,
    source: source === 'draft' || source === 'files' ? source : null,
  };
}
