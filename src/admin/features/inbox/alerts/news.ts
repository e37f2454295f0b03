import type { HandoffRow } from '../../../../contract/admin/handoffs.ts';
import { type InboxCache, isMine } from '../live/inbox-cache.ts';

/**
 * The kinds of notifications: a new unassigned visitor, a message in an own conversation, an assignment, a
 * mention.
 */
export const newsKinds = ['waiting', 'mine', 'assigned', 'mentioned'] as const;
export type NewsKind = (typeof newsKinds)[number];

export interface News {
  readonly kind: NewsKind;
  readonly row: HandoffRow;
}

/** Returns the news between two states. */
export function newsOf(before: InboxCache, after: InboxCache, userId: string): readonly News[] {
  if (before === after) return [];
  return [...after.values()].flatMap(({ conversationId, handoff: row }) => {
    const was = before.get(conversationId)?.handoff ?? null;
    const kind = row && row !== was ? kindOf(was, row, userId) : null;
    return row && kind ? [{ kind, row }] : [];
  });
}

function mentionedAt(row: HandoffRow | null, userId: string): string {
  return row?.mentions?.findLast((mention) => mention.userId === userId)?.at ?? '';
}

function kindOf(was: HandoffRow | null, row: HandoffRow, userId: string): NewsKind | null {
  if (mentionedAt(row, userId) > mentionedAt(was, userId)) return 'mentioned';
  if (row.offer?.userId === userId && was?.offer?.userId !== userId) return 'assigned';
  if (row.assigned && isMine(row, userId) && !(was && isMine(was, userId))) return 'assigned';
  if (row.snoozedUntil !== undefined) return null;
  const isBack = was?.snoozedUntil !== undefined;
  const isNew = was?.handoffId !== row.handoffId || was.state === 'taken' || isBack;
  if (row.state === 'requested') return isNew && row.offer === null ? 'waiting' : null;
  // An edited message needs a reply, too.
  const isWritten =
    row.waitingSince !== null && (row.lastSeq > (was?.lastSeq ?? row.lastSeq) || was?.waitingSince === null);
  return isMine(row, userId) && (isWritten || isBack) ? 'mine' : null;
}
