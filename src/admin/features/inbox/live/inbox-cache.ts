import type { HandoffRow, InboxAnswer } from '../../../../contract/admin/handoffs.ts';
import { priorities } from '../../../../contract/labels.ts';

/** An update of one conversation; the highest `version` is the latest. */
export type InboxUpdate = InboxAnswer['rows'][number];

/** Conversations by id; of ended handoffs only the version is kept. */
export type InboxCache = ReadonlyMap<string, InboxUpdate>;

/** The parts of the list; what is closed is read from the list of conversations. */
export const tabs = ['waiting', 'mine', 'all', 'snoozed', 'closed'] as const;
export type Tab = (typeof tabs)[number];

/** Applies changes, in any order and possibly twice. @see handoff.md 2.1 */
export function applyUpdates(cache: InboxCache, updates: readonly InboxUpdate[]): InboxCache {
  const fresh = updates.filter(({ conversationId, version }) => version > versionOf(cache, conversationId));
  if (fresh.length === 0) return cache;
  const next = new Map(cache);
  for (const one of fresh)
    if (one.version > versionOf(next, one.conversationId)) next.set(one.conversationId, one);
  return next;
}

/**
 * Applies a complete list: a missing row that has not changed since the request has ended.
 * @param asked the state at the time of the request
 */
export function withListed(cache: InboxCache, asked: InboxCache, listed: readonly HandoffRow[]): InboxCache {
  const next = new Map(applyUpdates(cache, listed.map(updateOf)));
  const shown = new Set(listed.map(({ conversationId }) => conversationId));
  for (const [id, before] of asked)
    if (before.handoff && !shown.has(id) && next.get(id) === before)
      next.set(id, { ...before, handoff: null });
  return next;
}

export function updateOf(handoff: HandoffRow): InboxUpdate {
  return { conversationId: handoff.conversationId, version: handoff.version, handoff };
}

function versionOf(cache: InboxCache, conversationId: string): number {
  return cache.get(conversationId)?.version ?? 0;
}

/**
 * Returns the rows of a tab, longest waiting first; before them those reserved for the user, or released by their
 * owner. Snoozed ones are sorted by when they come back, and are on other tabs only if they mention the user.
 */
export function rowsOf(
  cache: InboxCache,
  tab: Exclude<Tab, 'closed'>,
  { userId, seen = {}, sort, ...filter }: Listed,
): readonly HandoffRow[] {
  const rows = [...cache.values()].flatMap(({ handoff }) => handoff ?? []);
  const isOn = {
    all: isAwake,
    mine: (row: HandoffRow) =>
      (isAwake(row) && (isMine(row, userId) || row.offer?.userId === userId)) ||
      mentionOf(row, userId, seen) !== null,
    waiting: (row: HandoffRow) => isAwake(row) && row.state === 'requested',
    snoozed: (row: HandoffRow) => !isAwake(row),
  }[tab];
  return rows
    .filter((row) => isOn(row) && matches(row, filter))
    .toSorted(
      (one, other) =>
        (sort === 'priority' ? urgency(other) - urgency(one) : 0) ||
        (tab === 'snoozed'
          ? backAt(one).localeCompare(backAt(other))
          : rank(one, userId) - rank(other, userId)) ||
        waitsSince(one).localeCompare(waitsSince(other)) ||
        one.conversationId.localeCompare(other.conversationId),
    );
}

/** What a list is made for. */
interface Listed extends Filter {
  readonly userId: string;
  readonly seen?: Seen;
  /** `priority`: the most urgent first. */
  readonly sort?: string | null;
}

const backAt = ({ snoozedUntil = '' }: HandoffRow) => snoozedUntil;
const isAwake = (row: HandoffRow) => row.snoozedUntil === undefined;
const urgency = ({ priority = 'none' }: HandoffRow) => priorities.indexOf(priority);

/** The filters of a list, kept in the URL. */
export interface Filter {
  readonly queue?: string | null;
  readonly channel?: string | null;
  /** Id of the owner. */
  readonly agent?: string | null;
  /** Id of a label. */
  readonly label?: string | null;
  readonly priority?: string | null;
  /** Words of the visitor's name or id, the conversation's id or the last message. */
  readonly q?: string | null;
}

function matches(row: HandoffRow, { queue, channel, agent, label, priority, q }: Filter): boolean {
  const { visitor, owner, conversationId, lastText } = row;
  const words = `${visitor.name ?? ''} ${visitor.id} ${conversationId} ${lastText}`.toLocaleLowerCase();
  return (
    (!queue || row.queue === queue) &&
    (!channel || visitor.channel === channel) &&
    (!agent || owner?.id === agent) &&
    (!label || row.labels?.includes(label) === true) &&
    (!priority || (row.priority ?? 'none') === priority) &&
    (!q || words.includes(q.trim().toLocaleLowerCase()))
  );
}

/** How far this device has shown conversations, by ID: the last message, and when. */
export type Seen = Readonly<Record<string, { readonly seq: number; readonly at: string }>>;

/** The mention of a user that they have not looked at yet. */
export function mentionOf({ mentions = [], conversationId }: HandoffRow, userId: string, seen: Seen) {
  const own = mentions.findLast((mention) => mention.userId === userId);
  return own && own.at > (seen[conversationId]?.at ?? '') ? own : null;
}

/** Whether a conversation has a visitor message that this device hasn't shown. */
export function isUnread(row: HandoffRow, seen: Seen): boolean {
  return row.waitingSince !== null && row.lastSeq > (seen[row.conversationId]?.seq ?? 0);
}

export function isMine({ owner, state }: HandoffRow, userId: string): boolean {
  return state === 'taken' && owner?.kind === 'user' && owner.id === userId;
}

/** The start of the current wait: for an agent, or for the owner's answer; otherwise the request's time. */
export function waitsSince({ state, waitingSince, requestedAt }: HandoffRow): string {
  return state === 'taken' ? (waitingSince ?? requestedAt) : requestedAt;
}

/** Why an assigned conversation waits again. */
const leftReasons: readonly string[] = ['owner_away', 'owner_gone'];

function rank(row: HandoffRow, userId: string): number {
  if (row.offer?.userId === userId) return 0;
  if (row.state === 'requested') return leftReasons.includes(row.reason) ? 1 : 2;
  return row.waitingSince === null ? 4 : 3;
}

/** The value of `If-Match` for what is shown. */
export function tagOf({ handoffId, epoch }: HandoffRow): string {
  return `"${handoffId}.${epoch}"`;
}
