import type { AuditEntry, AuditQuery } from '../../contract/admin/audit.ts';
import type { Page } from '../../contract/admin/lists.ts';
import { limits } from '../../contract/limits.ts';
import { GatewayError } from '../../domain/errors.ts';
import { leastIdAt, newMessageId } from '../../domain/message-ids.ts';
import { fingerprintOf } from '../derive-id.ts';
import type { Admin, AdminCaller, Changer } from './admin.ts';

/** A change that is about to be made. */
export type Change = Pick<AuditEntry, 'action' | 'resource' | 'note'> & {
  readonly changes?: AuditEntry['changes'];
};

/**
 * Makes a change with its audit entry, written first: no change is without one, even after a crash.
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
      // The change was made. Its audit entry stays `begun`, and the log says why.
      admin.log.error('an audit entry is left as begun', error, { tenantId, correlationId, auditId: id });
    });
  try {
    const made = await make();
    await end('done');
    return made;
  } catch (error) {
    // Whether an interrupted change was made is unknown; a rejected one was not.
    if (error instanceof GatewayError && error.status < 500) await end('failed');
    throw error;
  }
}

type Changes = AuditEntry['changes'];

const changesMost = 50;
const valueChars = 300;

/** Returns the differences between two documents, by keys joined by dots; long values and lists are truncated. */
export function findDocumentChanges(before: unknown, after: unknown): Changes {
  return differences('', before, after).slice(0, changesMost);
}

function differences(path: string, before: unknown, after: unknown): Changes {
  if (fingerprintOf(before) === fingerprintOf(after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before: brief(before), after: brief(after) }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(path ? `${path}.${key}` : key, before[key], after[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function brief(value: unknown): unknown {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  return text.length > valueChars ? `${text.slice(0, valueChars)}…` : value;
}

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
