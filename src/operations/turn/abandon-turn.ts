import type { TurnRecord } from '../../contract/turn-record.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { FlowEngineError, type FlowEngineErrorCode } from '../../engine/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { endRun } from './end-run.ts';

type Stored = Conversation<FlowState>;

/** What the same run would raise at every message to come. */
const hopeless: ReadonlySet<FlowEngineErrorCode> = new Set(['state_too_large', 'flow_not_found']);

/**
 * Cleans up behind a flow that raised: no open turn is left, so that the next message need not wait for its lease. A run
 * that can't go on is ended, or the conversation would raise until it expires. An acknowledged turn is left to the queue.
 */
export async function abandonTurn(
  gateway: Gateway,
  current: Stored,
  { record, error, saved }: { readonly record: TurnRecord; readonly error: unknown; readonly saved: boolean },
): Promise<void> {
  const { state, openTurn } = current;
  try {
    if (state?.status === 'active' && error instanceof FlowEngineError && hopeless.has(error.code)) {
      const { correlationId } = record.message;
      const end = { turnId: `failed-${record.turnId}`, correlationId, outcome: 'failed' } as const;
      await endRun(gateway, current, state, end);
    } else if (saved && !openTurn?.queued) {
      await gateway.conversations.save({ ...current, version: current.version + 1, openTurn: null });
    }
  } catch (failure) {
    const { tenantId, conversationId } = current;
    gateway.log.error('an open turn is left to its lease', failure, { tenantId, conversationId });
  }
}

/**
 * Frees a conversation from an acknowledged turn whose record goes to the dead letters: the messages behind it go on,
 * and a redriven record runs its turn anew. Never throws.
 * @see design 5.3
 */
export async function giveUpTurn(gateway: Gateway, { turnId, message }: TurnRecord): Promise<void> {
  const { tenantId, conversationId, correlationId } = message;
  const fields = { tenantId, conversationId, correlationId, turnId };
  try {
    const stored = await gateway.conversations.find(tenantId, conversationId);
    if (stored?.openTurn?.record.turnId !== turnId) return;
    await gateway.conversations.save({ ...stored, version: stored.version + 1, openTurn: null });
    gateway.log.warn('a turn is given up', fields);
  } catch (error) {
    gateway.log.error('a turn could not be given up', error, fields);
  }
}
