import type { Actor, Page } from '../../contract/admin/lists.ts';
import type { DirectoryRecord, DirectoryRecords } from '../../ports/directory-writer.ts';

/** The author and time that are stored with a record. @see changeOf */
export function madeBy(
  { nowMs }: { readonly nowMs: () => number },
  { id, email }: Actor,
): { by: Actor; at: string } {
  return { by: { id, email }, at: new Date(nowMs()).toISOString() };
}

/** The requested page of a list. */
export interface PageQuery {
  readonly limit: number;
  readonly after: string | null;
}

/** A page of the records below a prefix. @param after what the last key of the page before has behind it */
export async function pageOfRecords(
  { records }: { readonly records: Pick<DirectoryRecords, 'list'> },
  { tenantId }: { readonly tenantId: string },
  prefix: string,
  { limit, after, ...order }: PageQuery & { readonly backwards?: boolean },
): Promise<Page<DirectoryRecord>> {
  const query = { ...order, limit: limit + 1, ...(after !== null && { after: prefix + after }) };
  const found = await records.list(tenantId, prefix, query);
  const items = found.slice(0, limit);
  return { items, cursor: found.length > limit ? (items.at(-1)?.sk.slice(prefix.length) ?? null) : null };
}
