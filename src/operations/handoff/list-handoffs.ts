import type { HandoffRow } from '../../contract/admin/handoffs.ts';
import type { Page } from '../../contract/admin/lists.ts';
import type { Priority } from '../../contract/labels.ts';
import { limits } from '../../contract/limits.ts';
import { queuesOf } from '../../contract/queues.ts';
import { handoffRowOf } from '../../domain/agent-turn.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { centerName } from '../../domain/handoff.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import type { HandoffIndex, HandoffList, ListedHandoff } from '../../ports/handoff.ts';
import type { AgentPorts } from '../turn/change-as-agent.ts';
import { peopleWhoAnswer } from './list-teammates.ts';

/** What listing uses. */
export type ListPorts = Pick<AgentPorts, 'conversations' | 'directory'> & {
  readonly inboxIndex: HandoffIndex;
  readonly records: DirectoryRecords;
};

/** The requested handoffs, and the page's cursor. */
export interface HandoffsAsked {
  readonly tenantId: string;
  /** The caller: whose are "mine". */
  readonly userId: string;
  readonly state?: 'waiting' | 'mine' | 'taken' | 'snoozed' | undefined;
  readonly queue?: string | undefined;
  readonly label?: string | undefined;
  readonly priority?: Priority | undefined;
  readonly limit: number;
  /** The previous page's cursor. */
  readonly after: string | null;
}

/** A page of handoffs, the oldest first; those at the top of a queue before all others. @see handoff.md 2.1 */
export async function listHandoffs(ports: ListPorts, asked: HandoffsAsked): Promise<Page<HandoffRow>> {
  const { tenantId, limit, after, label, priority } = asked;
  const lists = await listsOf(ports, asked);
  const from = after === null ? null : placeOf(after);
  const page = { fromMs: from?.atMs, limit: limit + 1 + (from ? limits.listItemsMax : 0) };
  const found = (await Promise.all(lists.map((list) => ports.inboxIndex.list(tenantId, list, page)))).flat();
  const ordered = found.sort(byPlace).filter((place) => from === null || byPlace(from, place) < 0);
  const shown = ordered.slice(0, limit);
  const ids = shown.map(({ conversationId }) => conversationId);
  const stored = await ports.conversations.findAll(tenantId, ids);
  const rowOf = new Map(stored.map((one) => [one.conversationId, handoffRowOf(one)]));
  const last = shown.at(-1);
  return {
    // The index is a moment behind: what has ended meanwhile is not shown.
    items: ids
      .flatMap((id) => rowOf.get(id) ?? [])
      .filter((row) => label === undefined || row.labels?.includes(label))
      .filter((row) => priority === undefined || (row.priority ?? 'none') === priority),
    cursor: ordered.length > limit && last ? `${last.atMs} ${last.conversationId}` : null,
  };
}

async function listsOf(
  { directory, records }: Pick<ListPorts, 'directory' | 'records'>,
  { tenantId, userId, state = 'waiting', queue }: HandoffsAsked,
): Promise<readonly HandoffList[]> {
  if (state === 'snoozed') return [{ of: 'snoozed', name: '' }];
  if (state === 'mine') return [{ of: 'owner', name: userId }];
  if (state === 'waiting') {
    const queues = queue === undefined ? queuesOf(await directory.findTenant(tenantId)) : [queue];
    return queues.map((name) => ({ of: 'queue', name }));
  }
  const people = await peopleWhoAnswer({ records }, tenantId);
  const under = directoryKeys.serviceKeys;
  const keys = await records.list(tenantId, under, { limit: limits.serviceKeysPerTenant });
  const center = (await directory.findTenant(tenantId))?.escalation?.account;
  const owners = [
    ...people.map(({ id }) => id),
    ...keys.map(({ sk }) => sk.slice(under.length)),
    ...(center === undefined ? [] : [centerName(center)]),
  ];
  return owners.map((name) => ({ of: 'owner', name }));
}

function byPlace(one: ListedHandoff, other: ListedHandoff): number {
  return one.atMs - other.atMs || (one.conversationId < other.conversationId ? -1 : 1);
}

function placeOf(cursor: string): ListedHandoff {
  const [atMs, conversationId = ''] = cursor.split(' ');
  return { atMs: Number(atMs), conversationId };
}
