import type { VersionDetail, VersionSummary } from '../../../contract/admin/flows.ts';
import type { Page } from '../../../contract/admin/lists.ts';
import { VersionNotFoundError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { changeOf, contentOf, findDefinition, loadKnownFlow } from './flow-records.ts';

/**
 * A page of a flow's versions, the greatest first.
 * @param after the last version of the page before
 * @throws FlowNotFoundError
 */
export async function listVersions(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  {
    flowId,
    limit,
    after,
  }: { readonly flowId: string; readonly limit: number; readonly after: string | null },
): Promise<Page<VersionSummary>> {
  await loadKnownFlow(admin, tenantId, flowId);
  const prefix = directoryKeys.versions(flowId);
  const records = await admin.records.list(tenantId, prefix, {
    limit: limit + 1,
    backwards: true,
    ...(after !== null && { after: directoryKeys.version(flowId, Number(after)) }),
  });
  const items = records.slice(0, limit).map((record) => summaryOf(versionIn(record), record));
  return { items, cursor: records.length > limit ? String(items.at(-1)?.version) : null };
}

/**
 * A version whole.
 * @throws VersionNotFoundError
 */
export async function readVersion(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  { flowId, version }: { readonly flowId: string; readonly version: string },
): Promise<Answer<VersionDetail>> {
  const number = /^[1-9]\d{0,9}$/.test(version) ? Number(version) : null;
  if (number === null) throw new VersionNotFoundError(flowId, version);
  const [definition, about] = await Promise.all([
    findDefinition(admin, tenantId, flowId, number),
    admin.records.find(tenantId, directoryKeys.version(flowId, number)),
  ]);
  if (!definition) throw new VersionNotFoundError(flowId, version);
  // The document of a stored flow is JSON.
  const body = {
    ...summaryOf(number, about),
    definition: definition as unknown as VersionDetail['definition'],
  };
  return { body: { ...body, ...contentOf(about) }, etag: `"${number}"` };
}

function versionIn({ sk }: DirectoryRecord): number {
  return Number(sk.split('#').at(-1));
}

function summaryOf(version: number, record: DirectoryRecord | null): VersionSummary {
  const { note, source } = record?.attributes ?? {};
  return {
    version,
    ...changeOf(record),
    note: typeof note === 'string' ? note : null,
    source: source === 'draft' || source === 'files' ? source : null,
  };
}
