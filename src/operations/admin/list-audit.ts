import type { AuditEntry, AuditQuery } from '../../contract/admin/audit.ts';
import type { Page } from '../../contract/admin/lists.ts';
import { limits } from '../../contract/limits.ts';
import { leastIdAt } from '../../domain/message-ids.ts';
import type { Admin, AdminCaller } from './admin.ts';

/** A question that hardly anything fits must not read the whole log at once: its page may be short, and has a cursor. */
const readsMost = 10;
const perRead = 100;
const lastId = 'Z'.repeat(26);

/**
 * A page of the audit log, the latest first.
 * @param after the id of the last entry of the page before
 */
export async function listAudit(
  admin: Pick<Admin, 'audit'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  {
    limit = limits.listItems,
    after,
    ...query
  }: Omit<AuditQuery, 'cursor'> & { readonly after: string | null },
): Promise<Page<AuditEntry>> {
  const from = query.from === undefined ? '0' : leastIdAt(Date.parse(query.from));
  const until = query.to === undefined ? lastId : leastIdAt(Date.parse(query.to));
  const items: AuditEntry[] = [];
  let reached = after;
  for (let reads = 0; reads < readsMost; reads += 1) {
    const to = reached ?? until;
    if (to <= from) return { items, cursor: null };
    const { entries, next } = await admin.audit.list(tenantId, { from, to }, perRead);
    for (const entry of entries) {
      // The range includes its ends.
      if (entry.id === reached) continue;
      if (items.length === limit) return { items, cursor: reached };
      reached = entry.id;
      if (fits(entry, query)) items.push(entry);
    }
    if (next === null) return { items, cursor: null };
  }
  return { items, cursor: reached };
}

function fits({ who, action, resource }: AuditEntry, query: Omit<AuditQuery, 'cursor' | 'limit'>): boolean {
  return (
    (query.who === undefined || who.id === query.who) &&
    (query.action === undefined ||
      action === query.action ||
      (query.action.endsWith('.') && action.startsWith(query.action))) &&
    (query.resource === undefined || `${resource.kind}:${resource.id}` === query.resource)
  );
}
