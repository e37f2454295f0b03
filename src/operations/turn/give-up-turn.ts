import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { CommittedTurn, Conversation, FailedTurn } from '../../domain/conversation.ts';
import { withCommittedTurn } from '../../domain/conversation-after.ts';
import { conversationOf, isFromBeforeErasure } from '../../domain/erasure.ts';
import { type TurnReach, VersionConflictError } from '../../domain/errors.ts';
import { messageIdsAfter } from '../../domain/message-ids.ts';
import { messageIdOf } from '../../domain/waiting.ts';
import type { Effect, FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { committedTurn } from './committed-turn.ts';
import { endIfIdle } from './end-idle.ts';
import { withKeptAnswers } from './keep-answers.ts';
import { keptState } from './kept-state.ts';
import { raisedBy } from './raises.ts';
import { isOver } from './served-before.ts';
import { type SettlePorts, settleQueued } from './settle-turn.ts';

type Stored = Conversation<FlowState>;

const defaultText = 'Sorry, this message could not be answered. Please try again later.';
/** Others write beside it: what has raised must not run again because of them. */
const attempts = 100;

export interface Failure extends Pick<FailedTurn, 'reason' | 'attempts'> {
  /** Whether the flow raised: after three messages in a row the run is ended. */
  readonly raised: boolean;
  /** How far its last attempt came; missing where no flow was run. */
  readonly reached?: TurnReach | undefined;
}

/**
 * Gives up an accepted message, visibly: a turn of its own holds what the visitor wrote and a notice, the key's final
 * answer, and the dead letter, all in one conditional write of the conversation. What was behind it goes on.
 * Nothing is kept of a tenant that is removed, or of a visitor who is erased.
 * @throws when that can't be stored or settled: the record must be delivered again
 * @see design 5.3
 */
export async function giveUpTurn(
  gateway: SettlePorts & Pick<Gateway, 'directory' | 'metrics'>,
  record: TurnRecord,
  failure: Failure,
): Promise<void> {
  const { tenantId, conversationId, channel, correlationId } = record.message;
  const tenant = await gateway.directory.findTenant(tenantId);
  if (!tenant)
    return gateway.log.warn('a message of a tenant that is gone is dropped', { tenantId, channel });
  // Nobody has asked for what doesn't come at a wake; a human who gives the conversation back has.
  const isAsked = (record.kind === 'turn' || record.wakeAtMs === undefined) && tenant.status === 'active';
  const text = isAsked ? (tenant.failure_text ?? defaultText) : '';
  for (let attempt = 1; ; attempt += 1) {
    const stored = await gateway.conversations.find(tenantId, conversationId);
    const before = conversationOf(stored, record, gateway.nowMs());
    if (isFromBeforeErasure(stored, record) || (await isOver(gateway, before, record))) return;
    if (await endIfIdle(gateway, stored)) continue;
    const room = await withKeptAnswers(gateway, before);
    const { next, turn } = withFailedTurn(gateway, room, record, failure, text);
    try {
      await gateway.conversations.save(next);
    } catch (error) {
      if (error instanceof VersionConflictError && attempt < attempts) continue;
      throw error;
    }
    const { reason } = failure;
    gateway.log.warn('a message is given up', { tenantId, channel, conversationId, correlationId, reason });
    gateway.metrics.count('MessagesGivenUp', { tenantId, channel });
    gateway.settled.drop(conversationId);
    return settleQueued(gateway, next, turn.turnId);
  }
}

function withFailedTurn(
  gateway: Pick<Gateway, 'nowMs'>,
  before: Stored,
  record: TurnRecord,
  { reason, attempts: tried, raised, reached }: Failure,
  text: string,
): { readonly next: Stored; readonly turn: CommittedTurn } {
  const raisedTurnIds = raised ? raisedBy(before, record.turnId) : before.raisedTurnIds;
  const { wake: _, ...standing } = before.state ?? notBegun(record, reached);
  const endsRun = standing.status === 'active' && raisedTurnIds.length >= limits.raisesInARow;
  const state: FlowState = endsRun ? { ...standing, status: 'completed', attempts: 0 } : standing;
  const messageId =
    before.openTurn?.record.turnId === record.turnId
      ? before.openTurn.messageId
      : messageIdOf(before, record);
  const notice: Effect[] = text === '' ? [] : [replyOf(text, messageId, gateway.nowMs())];
  const ended: Effect[] = endsRun ? [{ kind: 'flow-completed', flow: state.flow, outcome: 'failed' }] : [];
  const committed = committedTurn(gateway, before, record, messageId, {
    outcome: 'ended',
    state,
    effects: [...notice, ...ended],
  });
  const flow = reached?.flow ?? state.flow;
  const turn: CommittedTurn = {
    ...committed,
    // The last one: its event tells the run, and that a turn failed.
    notices: [...committed.notices, { kind: 'turn-failed', flow, reason }],
    // What is left of a wake is in the log of the function: sent once more it would be too late.
    failed: { reason, attempts: tried, ...(record.kind === 'turn' && { record }) },
  };
  const next = {
    ...withCommittedTurn(before, turn, keptState(state), before.outbox, {
      reached: reached?.flows ?? before.openTurn?.reached ?? [],
      language: record.message.user.language,
    }),
    raisedTurnIds: endsRun ? [] : raisedTurnIds,
  };
  return { next, turn };
}

/** A conversation that never came to a step: the next message begins its first run. */
function notBegun({ flowId }: TurnRecord, reached: TurnReach | undefined): FlowState {
  return {
    status: 'completed',
    flow: reached?.flow ?? { id: flowId, version: 0, stepId: '' },
    variables: {},
    attempts: 0,
    handoff: null,
    history: [],
  };
}

function replyOf(text: string, messageId: string, nowMs: number): Effect {
  const id = messageIdsAfter(messageId).next();
  return { kind: 'reply', reply: { id, text, timestamp: new Date(nowMs).toISOString() } };
}
