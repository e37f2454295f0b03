import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import { followsOn } from '../../domain/follows-on.ts';
import type { DeliveryCursor } from '../../ports/delivery-cursors.ts';
import type { Gateway } from '../gateway.ts';

/** A reply of the log that is to be sent. */
export interface PendingReply {
  readonly turn: CommittedTurn;
  readonly reply: LogMessage;
}

/**
 * The replies behind the cursor, in the order of the log, at least up to a sequence; null while the log does not reach
 * it without a gap. What the log holds beyond is sent too: it is committed, and its own event then finds it done. A log
 * that has gone on past the reply asked for, and has it not, was restored to a time before it: it never comes.
 */
export async function pendingReplies(
  { turnLog, nowMs }: Pick<Gateway, 'turnLog' | 'nowMs'>,
  cursor: DeliveryCursor,
  { sequence, replyId }: { readonly sequence: number; readonly replyId: string | null },
): Promise<readonly PendingReply[] | null> {
  const { tenantId, conversationId, doneMessageId, doneSequence } = cursor;
  const pending: PendingReply[] = [];
  let reached = doneMessageId ?? '';
  const isPast = () => replyId !== null && reached > replyId;
  for (;;) {
    const after = reached || null;
    // It was written a moment ago, and a copy that lacks it would cost the reply a wait.
    const turns = await turnLog.read(tenantId, conversationId, after, limits.pollMessages, 'now');
    let isReached = isPast();
    for (const turn of turns) {
      if (!followsOn(turn, reached, nowMs())) return isReached ? pending : null;
      for (const reply of turn.replies) if (reply.seq > doneSequence) pending.push({ turn, reply });
      const last = turn.replies.at(-1) ?? turn.inbound;
      reached = last?.id ?? reached;
      isReached ||= (last !== null && last.seq >= sequence) || isPast();
    }
    if (isReached) return pending;
    if (turns.length === 0) return null;
  }
}
