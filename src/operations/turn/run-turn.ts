import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import {
  type CommittedTurn,
  type Conversation,
  newConversation,
  withCommittedTurn,
} from '../../domain/conversation.ts';
import {
  EngineFailureError,
  TemporarilyUnavailableError,
  unavailableBehind,
  VersionConflictError,
} from '../../domain/errors.ts';
import { messageIdsAfter } from '../../domain/message-ids.ts';
import type { FlowState, TurnResult } from '../../engine/interfaces.ts';
import { processInbound } from '../../engine/process-inbound.ts';
import type { Gateway } from '../gateway.ts';
import { abandonTurn } from './abandon-turn.ts';
import { committedBefore } from './committed-before.ts';
import { committedTurn } from './committed-turn.ts';
import { reportCommitted } from './report-turn.ts';
import { settleTurns } from './settle-turn.ts';
import { timeSteps } from './time-steps.ts';

type Stored = Conversation<FlowState>;

export interface TurnOptions {
  /** No step runs past it, epoch milliseconds. */
  readonly deadlineMs: number;
  /** Aborted when the caller stops waiting: the turn is then suspended. */
  readonly signal?: AbortSignal;
  /** Whether a `background` step is handed over to the queue. */
  readonly handOverBackground: boolean;
  /** The conversation when it has been read already; null when it does not exist. */
  readonly conversation?: Stored | null;
}

export type TurnOutcome =
  | { readonly outcome: 'committed'; readonly turn: CommittedTurn }
  /** The turn waits at a persisted step, to be put on the queue by the caller. */
  | { readonly outcome: 'suspended'; readonly conversation: Stored }
  /** Another turn of the conversation must end first, and it takes longer than the caller waits. */
  | { readonly outcome: 'busy'; readonly conversation: Stored };

/**
 * Runs the turn of one message, once: load, run the flow, commit on condition of the version, settle.
 * A lost version means that somebody else was faster: the flow is run again on the fresh state.
 * @throws EngineFailureError when the flow raises; nothing is committed then
 * @throws TemporarilyUnavailableError when the deadline passes without a commit, or a service can't be reached
 * @see design 5.2
 */
export async function runTurn(
  gateway: Gateway,
  record: TurnRecord,
  options: TurnOptions,
): Promise<TurnOutcome> {
  const { tenantId, conversationId } = record.message;
  const load = () => gateway.conversations.find(tenantId, conversationId);
  let stored = options.conversation === undefined ? await load() : options.conversation;
  for (let attempt = 1; ; attempt += 1) {
    const conversation = stored ?? newConversation<FlowState>(record, gateway.nowMs());
    const before = await committedBefore(gateway, conversation, record);
    if (before) return { outcome: 'committed', turn: before };
    const open = otherOpenTurn(conversation, record, gateway.nowMs());
    if (open?.queued) return { outcome: 'busy', conversation };
    if (!open) {
      const result = await attemptTurn(gateway, conversation, record, options);
      if (result !== 'conflict') return result;
    }
    if (options.signal?.aborted && stored) return { outcome: 'busy', conversation };
    if (gateway.nowMs() >= options.deadlineMs) throw new TemporarilyUnavailableError();
    await pause(gateway.random() * Math.min(10 * attempt, 100));
    stored = await load();
  }
}

/** Another turn that must end first; one whose handler died before it was acknowledged does not count. */
function otherOpenTurn(conversation: Stored, record: TurnRecord, nowMs: number) {
  const open = conversation.openTurn;
  if (!open || open.record.turnId === record.turnId) return null;
  return open.queued || open.leaseUntilMs > nowMs ? open : null;
}

async function attemptTurn(
  gateway: Gateway,
  before: Stored,
  record: TurnRecord,
  options: TurnOptions,
): Promise<TurnOutcome | 'conflict'> {
  const resumed = before.openTurn?.record.turnId === record.turnId ? before.openTurn : null;
  const messageId = resumed?.messageId ?? inboundId(gateway, before, record);
  const lastId = lastReplyId(resumed?.state ?? null) ?? messageId;
  let current: Stored = before;
  let conflict = false;

  const save = async (state: FlowState, queued: boolean) => {
    const next = withOpenTurn(current, { record, messageId, state, queued }, gateway.nowMs());
    await gateway.conversations.save(next).catch((error) => {
      conflict = error instanceof VersionConflictError;
      throw error;
    });
    current = next;
  };

  const { tenantId, channel } = record.message;
  let result: TurnResult;
  try {
    result = await processInbound(
      { ...record.message, messageId },
      {
        flows: { find: (id, version) => gateway.directory.findFlow(record.message.tenantId, id, version) },
        state: {
          load: () => resumed?.state ?? before.state,
          // Saves of steps without an outside effect are coalesced into the next durable one, or the commit.
          save: async (state, { durable }) => {
            if (durable) await save(state, resumed?.queued ?? false);
          },
        },
        flowId: record.flowId,
        ...timeSteps(gateway, { tenantId, channel }),
        clock: { nowMs: gateway.nowMs },
        ids: messageIdsAfter(lastId, gateway.nowMs, gateway.random),
        deadlineMs: options.deadlineMs,
        ...(options.signal && { signal: options.signal }),
        handOverBackground: options.handOverBackground,
        idempotencySeed: `${record.message.tenantId}/${record.message.conversationId}/${record.turnId}`,
      },
    );
  } catch (error) {
    if (conflict) return 'conflict';
    // Not the flow's fault: nothing is given up, and the message may be sent again.
    const unavailable = unavailableBehind(error);
    if (unavailable) throw unavailable;
    gateway.log.error('the flow raised', error, logFields(record));
    gateway.metrics.count('TurnsFailed', { tenantId, channel });
    await abandonTurn(gateway, current, { record, error, saved: current !== before });
    throw new EngineFailureError();
  }

  try {
    if (result.outcome === 'suspended') {
      await save(result.state, true);
      gateway.log.info('a turn is suspended', logFields(record));
      return { outcome: 'suspended', conversation: current };
    }
    return await commit(
      gateway,
      current,
      committedTurn(gateway, before, record, messageId, result),
      result.state,
    );
  } catch (error) {
    if (error instanceof VersionConflictError) return 'conflict';
    throw error;
  }
}

async function commit(
  gateway: Gateway,
  current: Stored,
  turn: CommittedTurn,
  state: FlowState,
): Promise<TurnOutcome> {
  const next = withCommittedTurn(current, turn, state, {
    outbox: current.outbox.filter(({ turnId }) => !gateway.settled.has(turnId)),
    settleAfterMs: limits.settleAfterMs,
  });
  await gateway.conversations.save(next);
  reportCommitted(gateway, turn);
  gateway.settled.drop(next.conversationId);
  await settleTurns(gateway, next, turn.turnId);
  return { outcome: 'committed', turn };
}

function withOpenTurn(
  before: Stored,
  turn: { record: TurnRecord; messageId: string; state: FlowState; queued: boolean },
  nowMs: number,
): Stored {
  return {
    ...before,
    version: before.version + 1,
    openTurn: { ...turn, leaseUntilMs: nowMs + limits.idempotencyLeaseMs },
    dueAtMs: Math.min(before.dueAtMs ?? Number.POSITIVE_INFINITY, nowMs + limits.settleAfterMs),
  };
}

/** The id given at acceptance, unless the conversation has gone past it. */
function inboundId(gateway: Gateway, before: Stored, record: TurnRecord): string {
  const { messageId } = record.message;
  if (before.lastMessageId === null || messageId > before.lastMessageId) return messageId;
  return messageIdsAfter(before.lastMessageId, gateway.nowMs, gateway.random).next();
}

function lastReplyId(state: FlowState | null): string | undefined {
  return state?.progress?.effects
    .flatMap((effect) => (effect.kind === 'reply' ? [effect.reply.id] : []))
    .at(-1);
}

function logFields({ message, turnId }: TurnRecord) {
  const { tenantId, channel, conversationId, correlationId } = message;
  return { tenantId, channel, conversationId, correlationId, turnId };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
