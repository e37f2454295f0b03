import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import type { CommittedTurn, Conversation, FailedTurn } from '../../domain/conversation.ts';
import { conversationOf, isFromBeforeErasure, withCommittedTurn } from '../../domain/conversation-after.ts';
import { isIdle } from '../../domain/due-time.ts';
import { type EngineFailureError, type TurnReach, VersionConflictError } from '../../domain/errors.ts';
import type { Notice } from '../../domain/handoff.ts';
import { withRaisedTurn } from '../../domain/runs/with-run.ts';
import { messageIdOf } from '../../domain/turn-memory.ts';
import { FlowEngineError, type FlowEngineErrorCode } from '../../engine/errors.ts';
import type { Effect, FlowState } from '../../engine/interfaces.ts';
import { replyIdsAfter } from '../../engine/step-context.ts';
import type { Gateway } from '../gateway.ts';
import { saveOrReload, withKeptAnswers } from './commit-turn.ts';
import { keptState, turnToCommit } from './committed-turn.ts';
import { endIdle, endRun, silentTurn } from './end-run.ts';
import { isOver } from './find-turn.ts';
import { type SettlePorts, settleQueued, settleTurns } from './settle-turn.ts';

type Stored = Conversation<FlowState>;

const defaultText = 'Sorry, this message could not be answered. Please try again later.';
/** Others write beside it: what has raised must not run again because of them. */
const attempts = 100;

export interface Failure extends Pick<FailedTurn, 'reason' | 'attempts'> {
  /** Whether the flow failed: after three messages in a row, the run ends. */
  readonly raised: boolean;
  /** How far its last attempt got; absent if no flow ran. */
  readonly reached?: TurnReach | undefined;
}

/**
 * Gives up an accepted message visibly: its own turn stores the visitor's message, a notice, the key's final
 * response, and the dead letter, in one conditional write of the conversation. Later messages continue. Nothing is
 * stored for a removed tenant or an erased visitor.
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
  // A failed timer was not requested; returning a conversation to the bot was.
  const isAsked = (record.kind === 'turn' || record.wakeAtMs === undefined) && tenant.status === 'active';
  const text = isAsked ? (tenant.failure_text ?? defaultText) : '';
  for (let attempt = 1; ; attempt += 1) {
    const stored = await gateway.conversations.find(tenantId, conversationId);
    const before = conversationOf(stored, record, gateway.nowMs());
    if (isFromBeforeErasure(stored, record) || (await isOver(gateway, before, record))) return;
    if (isIdle(stored, gateway.nowMs())) {
      await endIdle(gateway, stored);
      continue;
    }
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
  const committed = turnToCommit(gateway, before, record, messageId, {
    outcome: 'ended',
    state,
    effects: [...notice, ...ended],
  });
  const flow = reached?.flow ?? state.flow;
  const turn: CommittedTurn = {
    ...committed,
    // The last one: its event contains the run, and the failed turn.
    notices: [...committed.notices, { kind: 'turn-failed', flow, reason }],
    // A given-up wake-up is only in the function's log: sent again, it would be too late.
    failed: { reason, attempts: tried, ...(record.kind === 'turn' && { record }) },
  };
  const next = {
    ...withCommittedTurn(before, turn, keptState(state), before.outbox, {
      reached: { before: reached?.flows ?? before.openTurn?.reached ?? [], flows: new Map(), begun: [] },
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
  const id = replyIdsAfter(messageId).next();
  return { kind: 'reply', reply: { id, text, timestamp: new Date(nowMs).toISOString() } };
}

/** Errors that the same run would have at every later message. */
const hopeless: ReadonlySet<FlowEngineErrorCode> = new Set(['state_too_large', 'flow_not_found']);

/** A request's message whose flow raised. */
interface Abandoned {
  readonly record: TurnRecord;
  /** The engine's error. */
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

/** Commits a turn without messages: the visitor's message can be sent again. */
async function publishFailure(gateway: SettlePorts, current: Stored, abandoned: Abandoned): Promise<void> {
  const { record } = abandoned;
  const { correlationId, user } = record.message;
  const notice = noticeOf(abandoned);
  // The same message may fail again: each time has an event of its own.
  const turnId = `failed-${record.turnId}-${current.version + 1}`;
  let stored: Stored | null = current;
  let next: Stored;
  do {
    const turn: CommittedTurn = {
      ...silentTurn(stored, { turnId, correlationId, atMs: gateway.nowMs() }),
      notices: [notice],
      status: stored.state?.status ?? 'active',
      flow: notice.flow,
    };
    const pending = stored.outbox.filter((one) => !gateway.settled.has(one.turnId));
    const facts = { language: user.language };
    next = {
      ...withCommittedTurn(counted(stored, abandoned), turn, stored.state, pending, facts),
      // This turn can't be repeated, so it takes no place among the remembered ones.
      recentTurnIds: stored.recentTurnIds,
      answersInLog: stored.answersInLog,
      waiting: stored.waiting,
      raisedTurnIds: raisedBy(stored, record.turnId),
    };
    stored = await saveOrReload(gateway, current, next);
  } while (stored);
  await settleTurns(gateway, next, turnId);
}

/** The messages in a row whose flow raised, with this one; a message that is sent again counts once. */
function raisedBy<State>({ raisedTurnIds }: Conversation<State>, turnId: string): readonly string[] {
  return raisedTurnIds.includes(turnId) ? raisedTurnIds : [...raisedTurnIds, turnId];
}
