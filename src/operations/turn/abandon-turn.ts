import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { withCommittedTurn } from '../../domain/conversation-after.ts';
import type { EngineFailureError } from '../../domain/errors.ts';
import type { Notice } from '../../domain/notices.ts';
import { withRaisedTurn } from '../../domain/runs/with-run.ts';
import { messageIdOf } from '../../domain/waiting.ts';
import { FlowEngineError, type FlowEngineErrorCode } from '../../engine/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { endRun, silentTurn } from './end-run.ts';
import { raisedBy } from './raises.ts';
import { saveOver } from './save-over.ts';
import { type SettlePorts, settleTurns } from './settle-turn.ts';

type Stored = Conversation<FlowState>;

/** What the same run would raise at every message to come. */
const hopeless: ReadonlySet<FlowEngineErrorCode> = new Set(['state_too_large', 'flow_not_found']);

/** A request's message whose flow raised. */
interface Abandoned {
  readonly record: TurnRecord;
  /** What the engine threw. */
  readonly error: unknown;
  readonly failure: EngineFailureError;
}

/**
 * Cleans up behind a flow that raised: no open turn is left, so that the next message need not wait for its lease, and
 * the failure is published, so that reports and canaries count it although no later turn may come. A run that can't go
 * on, or has raised on three messages in a row, is ended: the next message begins another on the published version.
 * @see design 4
 */
export async function abandonTurn(
  gateway: SettlePorts,
  current: Stored,
  abandoned: Abandoned,
): Promise<void> {
  const { record, error } = abandoned;
  const { state } = current;
  const isHopeless = error instanceof FlowEngineError && hopeless.has(error.code);
  const raises = raisedBy(current, record.turnId).length;
  try {
    if (state?.status === 'active' && (isHopeless || raises >= limits.raisesInARow)) {
      const { correlationId } = record.message;
      const end = { turnId: `failed-${record.turnId}`, correlationId, outcome: 'failed' } as const;
      await endRun(gateway, counted(current, abandoned), state, { ...end, failed: noticeOf(abandoned) });
    } else {
      await publishFailure(gateway, current, abandoned);
    }
  } catch (failure) {
    const { tenantId, conversationId } = current;
    gateway.log.error('an open turn is left to its lease', failure, { tenantId, conversationId });
  }
}

/** The conversation with the failure in the figures of its run. */
function counted(current: Stored, { record, failure }: Abandoned): Stored {
  const messageId = messageIdOf(current, record);
  const receivedAtMs = Date.parse(record.message.receivedAt);
  const reached = failure.reached?.flows ?? [];
  return { ...current, ...withRaisedTurn(current, { messageId, receivedAtMs, reached }) };
}

function noticeOf({ record, failure }: Abandoned): Notice & { readonly kind: 'turn-failed' } {
  const flow = failure.reached?.flow ?? { id: record.flowId, version: 0, stepId: '' };
  return { kind: 'turn-failed', flow, reason: failure.reason };
}

/** Commits a turn in which nobody says anything: what the visitor wrote may be sent again. */
async function publishFailure(gateway: SettlePorts, current: Stored, abandoned: Abandoned): Promise<void> {
  const { record } = abandoned;
  const { correlationId, user } = record.message;
  const notice = noticeOf(abandoned);
  // The same message may fail again: each time has an event of its own.
  const turnId = `failed-${record.turnId}-${current.version + 1}`;
  const next = await saveOver(gateway, current, (stored) => {
    const turn: CommittedTurn = {
      ...silentTurn(stored, { turnId, correlationId, atMs: gateway.nowMs() }),
      notices: [notice],
      status: stored.state?.status ?? 'active',
      flow: notice.flow,
    };
    const pending = stored.outbox.filter((one) => !gateway.settled.has(one.turnId));
    const facts = { language: user.language };
    return {
      ...withCommittedTurn(counted(stored, abandoned), turn, stored.state, pending, facts),
      // It is no turn that could come again, and takes no place among those that could.
      recentTurnIds: stored.recentTurnIds,
      answersInLog: stored.answersInLog,
      waiting: stored.waiting,
      raisedTurnIds: raisedBy(stored, record.turnId),
    };
  });
  gateway.settled.drop(next.conversationId);
  await settleTurns(gateway, next, turnId);
}
