import { limits } from '../../contract/limits.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { withCommittedTurn } from '../../domain/conversation-after.ts';
import { idleDeadlineMs, runsOutAtMs } from '../../domain/due-time.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import { endedNotice, handoffOf, type Notice } from '../../domain/handoff.ts';
import { eventsOf } from '../../domain/turn-effects.ts';
import { mailDueTimes } from '../../domain/visitor-mail.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { keptState } from './committed-turn.ts';
import { markSettled, reportTurn, type SettlePorts, settleTurns, unawaitedSettleMs } from './settle-turn.ts';

const dayS = 24 * 60 * 60;

/**
 * Ends a conversation's run, so that its next message starts another: a turn without a message, with the same outbox
 * as any other.
 * @throws VersionConflictError when the conversation has been written meanwhile
 * @see design 3, 5.5
 */
export async function endRun(
  gateway: SettlePorts,
  stored: Conversation<FlowState>,
  state: FlowState,
  end: End,
): Promise<void> {
  const next = withEndedRun(gateway, stored, state, end);
  await gateway.conversations.save(next);
  if ((await settleTurns(gateway, next, end.turnId)) === 'whole') await markSettled(gateway, next);
}

/** The events of a handoff that ends with the run. */
function endOfHandoff(stored: Conversation<FlowState>, endedAtMs: number): readonly Notice[] {
  const live = handoffOf(stored);
  return live
    ? [endedNotice(live, { epoch: stored.epoch + 1, outcome: 'expired', by: null, stepId: null }, endedAtMs)]
    : [];
}

/** How a run ends. */
type End = Pick<CommittedTurn, 'turnId' | 'correlationId'> & {
  readonly outcome: 'expired' | 'failed';
  /** When it ended, if that was before it is written. */
  readonly atMs?: number;
  /** The failure that ended it. */
  readonly failed?: Notice;
};

/** The conversation once its run is ended, with what is to be published of that. */
export function withEndedRun(
  gateway: Pick<Gateway, 'nowMs'>,
  stored: Conversation<FlowState>,
  state: FlowState,
  end: End,
): Conversation<FlowState> {
  const { turnId, correlationId, outcome, failed } = end;
  const nowMs = gateway.nowMs();
  const atMs = end.atMs ?? nowMs;
  const turn: CommittedTurn = {
    ...silentTurn(stored, { turnId, correlationId, atMs }),
    notices: [
      ...endOfHandoff(stored, atMs),
      { kind: 'flow-completed', flow: state.flow, outcome },
      ...(failed ? [failed] : []),
    ],
    status: 'completed',
    flow: state.flow,
  };
  const ended = withCommittedTurn<FlowState>(
    stored,
    turn,
    keptState({ ...state, status: 'completed', handoff: null }),
    stored.outbox,
  );
  // A due time that has come stays: it is taken away with the mark, and costs no move before.
  const isDue = stored.dueAtMs !== null && stored.dueAtMs <= nowMs;
  return isDue ? { ...ended, dueAtMs: stored.dueAtMs } : ended;
}

/** A turn without messages. */
export function silentTurn(
  stored: Conversation<FlowState>,
  {
    turnId,
    correlationId,
    atMs,
  }: Pick<CommittedTurn, 'turnId' | 'correlationId'> & { readonly atMs: number },
): Omit<CommittedTurn, 'notices' | 'status' | 'flow'> {
  return {
    turnId,
    tenantId: stored.tenantId,
    conversationId: stored.conversationId,
    channel: stored.channel,
    correlationId,
    to: stored.userId,
    committedAtMs: atMs,
    expiresAtS: Math.floor(atMs / 1000) + stored.retentionDays * dayS,
    previousMessageId: stored.lastMessageId,
    inbound: null,
    replies: [],
    handoff: null,
  };
}

type Stored = Conversation<FlowState>;

/** Deterministic: computed only from stored data. */
function endOf(stored: Stored) {
  return {
    turnId: `expired-${stored.lastMessageId}`,
    correlationId: `expired-${stored.conversationId}`,
    outcome: 'expired',
    atMs: idleDeadlineMs(stored),
  } as const;
}

/**
 * Ends a run that is idle (`isIdle`) before anything else is written of its conversation: the schedule may have announced its
 * end already. The conversation must be read again then.
 * @see docs/decisions/schedule.md
 */
export async function endIdle(
  gateway: SettlePorts,
  stored: Stored & { readonly state: FlowState },
): Promise<void> {
  try {
    // Waiting messages are too old to run.
    await endRun(gateway, { ...stored, waiting: [] }, stored.state, endOf(stored));
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
  }
}

/**
 * For the schedule: whether nobody may write in a run any more who has read it before it was over. A turn that was begun
 * before the deadline is committed within its function's time, and clocks differ: only behind both is an end announced
 * that is not written yet.
 */
export function isLongIdle(stored: Stored, nowMs: number): stored is Stored & { readonly state: FlowState } {
  return runsOutAtMs(stored) + limits.idleEndMarginMs <= nowMs;
}

/**
 * Publishes the end of a long idle run, then writes it in one step with nothing left to settle. After a crash or a
 * conflict, the other writer or the next visit publishes the same event.
 * @throws VersionConflictError when the conversation was written in the meantime
 * @throws what the bus throws: nothing is written then
 */
export async function endLongIdle(
  gateway: SettlePorts,
  stored: Stored & { readonly state: FlowState },
): Promise<void> {
  const ended = withEndedRun(gateway, { ...stored, outbox: [] }, stored.state, endOf(stored));
  const events = ended.outbox.flatMap((turn) => eventsOf(turn, { isWritten: false }));
  await gateway.deadlines.within(unawaitedSettleMs, () => gateway.bus.publish(events));
  const mailTimes = mailDueTimes(stored);
  const dueAtMs = mailTimes.length > 0 ? Math.min(...mailTimes) : null;
  await gateway.conversations.save({ ...ended, outbox: [], dueAtMs });
  for (const turn of ended.outbox) reportTurn(gateway, turn, { events: events.length });
}
