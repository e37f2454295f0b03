import { limits } from '../../contract/limits.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { handoffOf } from '../../domain/handoff.ts';
import { ended, endedNotice } from '../../domain/handoff-changes.ts';
import type { FlowState } from '../../engine/interfaces.ts';

type Stored = Conversation<FlowState>;

const dayS = 24 * 60 * 60;

/**
 * The conversation of somebody who is erased while humans had it, or were to have it: their part has ended, without a
 * word, and whoever reports on it is told by the schedule. Nothing of the visitor is in that.
 * @see handoff.md 1.2
 */
export function withEndOfHumans(erased: Stored, before: Stored, nowMs: number): Stored {
  const live = handoffOf(before);
  const { tenantId, conversationId, channel, lastMessageId, epoch } = erased;
  if (!live || !before.state) return erased;
  const how = { epoch, outcome: 'erased' as const, by: null, stepId: null };
  const turn: CommittedTurn = {
    turnId: `erased.${live.id}`,
    ...{ tenantId, conversationId, channel },
    correlationId: `erased-${conversationId}`,
    to: '',
    committedAtMs: nowMs,
    expiresAtS: Math.floor(nowMs / 1000) + limits.erasedDays * dayS,
    previousMessageId: lastMessageId,
    inbound: null,
    replies: [],
    notices: [endedNotice(live, how, nowMs)],
    status: 'completed',
    flow: before.state.flow,
    handoff: null,
  };
  return {
    ...erased,
    outbox: [turn],
    // A contact center that has it is told, too.
    lastHandoff: { ...ended(live, 'erased', nowMs), owner: null },
    dueAtMs: nowMs + limits.settleAfterMs,
  };
}
