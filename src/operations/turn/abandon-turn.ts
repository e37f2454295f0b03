import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { withRaisedTurn } from '../../domain/runs/with-run.ts';
import { messageIdOf } from '../../domain/waiting.ts';
import { FlowEngineError, type FlowEngineErrorCode } from '../../engine/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { endRun } from './end-run.ts';
import { raisedBy } from './raises.ts';
import type { SettlePorts } from './settle-turn.ts';

type Stored = Conversation<FlowState>;

/** What the same run would raise at every message to come. */
const hopeless: ReadonlySet<FlowEngineErrorCode> = new Set(['state_too_large', 'flow_not_found']);

/**
 * Cleans up behind a flow that raised: no open turn is left, so that the next message need not wait for its lease, and
 * the message counts. A run that can't go on, or has raised on three messages in a row, is ended: the next message
 * begins another on the published version.
 * @see design 4
 */
export async function abandonTurn(
  gateway: SettlePorts,
  current: Stored,
  { record, error }: { readonly record: TurnRecord; readonly error: unknown },
): Promise<void> {
  const { state } = current;
  const counted = {
    ...current,
    ...withRaisedTurn(current, messageIdOf(current, record), Date.parse(record.message.receivedAt)),
  };
  const raisedTurnIds = raisedBy(current, record.turnId);
  const isHopeless = error instanceof FlowEngineError && hopeless.has(error.code);
  try {
    if (state?.status === 'active' && (isHopeless || raisedTurnIds.length >= limits.raisesInARow)) {
      const { correlationId } = record.message;
      const end = { turnId: `failed-${record.turnId}`, correlationId, outcome: 'failed' } as const;
      await endRun(gateway, counted, state, end);
    } else {
      await gateway.conversations.save({
        ...counted,
        version: current.version + 1,
        openTurn: null,
        raisedTurnIds,
      });
    }
  } catch (failure) {
    const { tenantId, conversationId } = current;
    gateway.log.error('an open turn is left to its lease', failure, { tenantId, conversationId });
  }
}
