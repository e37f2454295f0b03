import type { HandoffRow } from '../../contract/admin/handoffs.ts';
import type { Page } from '../../contract/admin/lists.ts';
import type { Priority } from '../../contract/labels.ts';
import { limits } from '../../contract/limits.ts';
import { handoffRowOf } from '../../domain/agent-turn.ts';
import type { HandoffIndex, HandoffList, ListedHandoff } from '../../ports/handoff.ts';
import type { AgentPorts } from '../turn/change-as-agent.ts';

/** What listing uses. */
export type ListPorts = Pick<AgentPorts, 'conversations'> & { readonly inboxIndex: HandoffIndex };

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
  const list = listOf(asked);
  const isFiltered = label !== undefined || priority !== undefined;
  const items: HandoffRow[] = [];
  let from = after === null ? null : placeOf(after);
  for (let read = 0; ; ) {
    const places = await placesBehind(ports, { tenantId, list, from, limit });
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

type Place = Pick<ListedHandoff, 'conversationId' | 'atMs'>;

/** The places of a list behind another, one more than a page has. */
async function placesBehind(
  { inboxIndex }: ListPorts,
  {
    tenantId,
    list,
    from,
    limit,
  }: Pick<HandoffsAsked, 'tenantId' | 'limit'> & { readonly list: HandoffList; readonly from: Place | null },
): Promise<readonly Place[]> {
  for (let most = limit + 1 + 2 * limits.listItemsMax; ; most *= 4) {
    const found = await inboxIndex.list(tenantId, list, { fromMs: from?.atMs, limit: most });
    const places = found
      .toSorted(byPlace)
      .filter((place) => from === null || byPlace(from, place) < 0)
      .slice(0, limit + 1);
    // The index has no order among those of one moment, as many snoozes end at: all of the last one's must be there.
    const isWhole = places.length > limit && (places.at(-1)?.atMs ?? 0) < (found.at(-1)?.atMs ?? 0);
    if (isWhole || found.length < most) return places;
  }
}

function listOf({ userId, state = 'waiting', queue }: HandoffsAsked): HandoffList {
  if (state === 'snoozed') return { of: 'snoozed', name: '' };
  if (state === 'waiting') return { of: 'queue', name: queue ?? null };
  return { of: 'owner', name: state === 'mine' ? userId : null };
}

function byPlace(one: Place, other: Place): number {
  return one.atMs - other.atMs || (one.conversationId < other.conversationId ? -1 : 1);
}

function placeOf(cursor: string): Place {
  const [atMs, conversationId = ''] = cursor.split(' ');
  return { atMs: Number(atMs), conversationId };
}
