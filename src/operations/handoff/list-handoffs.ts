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

/** Places that one page looks through at most: a filter that hardly anything matches has short pages. */
const placesMost = 1_000;

/** A page of handoffs, the oldest first; those at the top of a queue before all others. @see handoff.md 2.1 */
export async function listHandoffs(ports: ListPorts, asked: HandoffsAsked): Promise<Page<HandoffRow>> {
  const { tenantId, limit, after, label, priority } = asked;
  const lists = await listsOf(ports, asked);
  const isFiltered = label !== undefined || priority !== undefined;
  const items: HandoffRow[] = [];
  let from = after === null ? null : placeOf(after);
  for (let read = 0; ; ) {
    const places = await placesBehind(ports, { tenantId, lists, from, limit });
    const ids = places.slice(0, limit).map(({ conversationId }) => conversationId);
    const stored = await ports.conversations.findAll(tenantId, ids);
    const rowOf = new Map(stored.map((one) => [one.conversationId, handoffRowOf(one)]));
    let taken = 0;
    for (; taken < ids.length && items.length < limit; taken += 1) {
      // The index is a moment behind: what has ended meanwhile is not shown.
      const row = rowOf.get(ids[taken] ?? '');
      const fits = label === undefined || row?.labels?.includes(label);
      if (row && fits && (priority === undefined || (row.priority ?? 'none') === priority)) items.push(row);
    }
    read += taken;
    from = places[taken - 1] ?? null;
    const isOver = !from || taken === places.length;
    if (isOver || !isFiltered || items.length === limit || read >= placesMost)
      return { items, cursor: isOver || !from ? null : `${from.atMs} ${from.conversationId}` };
  }
}

/** The places of these lists behind another, one more than a page has. */
async function placesBehind(
  { inboxIndex }: ListPorts,
  {
    tenantId,
    lists,
    from,
    limit,
  }: {
    readonly tenantId: string;
    readonly lists: readonly HandoffList[];
    readonly from: ListedHandoff | null;
    readonly limit: number;
  },
): Promise<readonly ListedHandoff[]> {
  const page = { fromMs: from?.atMs, limit: limit + 1 + (from ? limits.listItemsMax : 0) };
  const found = (await Promise.all(lists.map((list) => inboxIndex.list(tenantId, list, page)))).flat();
  return found
    .sort(byPlace)
    .filter((place) => from === null || byPlace(from, place) < 0)
    .slice(0, limit + 1);
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
