import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import {
  type CommittedTurn,
  type Conversation,
  isSampled,
  type OpenTurn,
} from '../../domain/conversation.ts';
import { conversationOf, isFromBeforeErasure } from '../../domain/conversation-after.ts';
import { isIdle, keptDueAt } from '../../domain/due-time.ts';
import {
  EngineFailureError,
  GatewayError,
  RetryLaterError,
  TemporarilyUnavailableError,
  unavailableBehind,
  VersionConflictError,
} from '../../domain/errors.ts';
import { lastReached, type ReachedSteps, reachedFlows } from '../../domain/runs/count-run.ts';
import {
  isAcknowledged,
  messageIdOf,
  otherOpenTurn,
  remembersTurn,
  withoutLost,
} from '../../domain/turn-memory.ts';
import { FlowEngineError } from '../../engine/errors.ts';
import type { FlowState, TurnDeps, TurnResult } from '../../engine/interfaces.ts';
import { processInbound } from '../../engine/process-inbound.ts';
import { replyIdsAfter } from '../../engine/step-context.ts';
import { hashOf } from '../derive-id.ts';
import type { AgentPorts } from './change-as-agent.ts';
import { type BegunTurn, type CommitOptions, commitTurn, hearBeside, saveOrReload } from './commit-turn.ts';
import { lastReplyId } from './committed-turn.ts';
import { crossedEnd, returnToBotByKeyword } from './cross-handoff.ts';
import { endIdle } from './end-run.ts';
import { committedBefore, isOver } from './find-turn.ts';
import { abandonTurn } from './give-up-turn.ts';
import { settleQueued, traceOf } from './settle-turn.ts';
import { type StepPorts, stepClients } from './step-clients.ts';

/** What running a turn uses. */
export type TurnPorts = AgentPorts & StepPorts;

type Stored = Conversation<FlowState>;

/** How long a queued message waits for a turn that a request is running: in its function, and on the queue. */
const openTurnWaitMs = 2_000;
const openTurnRetryMs = 1_000;
/** The maximum time of a commit after its deadline, plus the maximum clock difference. */
const commitSpareMs = 3_000;

export interface TurnOptions extends CommitOptions {
  /** No step runs past it, epoch milliseconds. */
  readonly deadlineMs: number;
  /** Aborted when the caller stops waiting: the turn is then suspended. */
  readonly signal?: AbortSignal;
  /** No call is begun that may end later, epoch milliseconds: it is left to the queue. */
  readonly callsEndByMs?: number;
  /** The conversation when it has been read already; null when it does not exist. */
  readonly conversation?: Stored | null;
}

export type TurnOutcome =
  | { readonly outcome: 'committed'; readonly turn: CommittedTurn }
  /** The turn waits at a persisted step, to be put on the queue by the caller. */
  | {
      readonly outcome: 'suspended';
      readonly conversation: Stored;
      /** The author has set `background: true`. */
      readonly isChosen?: true;
    }
  /** Other turns of the conversation must end first, and they take longer than the caller waits. */
  | { readonly outcome: 'busy'; readonly conversation: Stored }
  /** The queue has delivered it once more, or its visitor has been erased since. */
  | { readonly outcome: 'duplicate' };

/**
 * Runs the turn of one message, once: load, run the flow, commit on condition of the version, settle.
 * A version conflict means a concurrent write: the flow runs again on the fresh state.
 * @throws `conversation_not_found` when the visitor of a request is erased while it runs
 * @throws EngineFailureError when the flow raises; nothing is committed then
 * @throws RetryLaterError when a queued message must wait for a turn that a request is running
 * @throws TemporarilyUnavailableError when the deadline passes without a commit, or a service can't be reached
 * @see design 5.2, 5.3
 */
export async function runTurn(
  gateway: TurnPorts,
  record: TurnRecord,
  options: TurnOptions,
): Promise<TurnOutcome> {
  const { tenantId, conversationId } = record.message;
  const startedAtMs = gateway.nowMs();
  const load = () => gateway.conversations.find(tenantId, conversationId);
  let stored = options.conversation === undefined ? await load() : options.conversation;
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptTurn(gateway, stored, record, options);
    if ('outcome' in result) return result;
    const { again, conversation } = result;
    if (again !== 'ended') {
      if (options.signal?.aborted && stored) return { outcome: 'busy', conversation };
      if (gateway.nowMs() >= options.deadlineMs) throw new TemporarilyUnavailableError();
      if (again === 'open' && options.from === 'queue' && gateway.nowMs() >= startedAtMs + openTurnWaitMs)
        throw new RetryLaterError('another turn of the conversation is running', openTurnRetryMs);
      await pause(gateway.random() * Math.min(10 * attempt, 100));
    }
    stored = await load();
  }
}

/** Why a turn is attempted again on a fresh read: the conversation changed, its run ended, or another turn is open. */
interface Again {
  readonly again: 'changed' | 'ended' | 'open';
  readonly conversation: Stored;
}

async function attemptTurn(
  gateway: TurnPorts,
  stored: Stored | null,
  record: TurnRecord,
  options: TurnOptions,
): Promise<TurnOutcome | Again> {
  if (isFromBeforeErasure(stored, record)) {
    if (options.from === 'queue') return { outcome: 'duplicate' };
    throw new GatewayError('conversation_not_found');
  }
  const nowMs = gateway.nowMs();
  const place = options.place ?? null;
  const present = conversationOf(stored, record, nowMs);
  const before = place === null ? present : withoutLost(present, record.turnId, place);
  if (options.from === 'queue' || remembersTurn(before, record.turnId)) {
    const ended = await endedBefore(gateway, before, record, options);
    if (ended) return ended;
  }
  if (isIdle(stored, nowMs)) {
    await endIdle(gateway, stored);
    return { again: 'ended', conversation: before };
  }
  const open = otherOpenTurn(before, record.turnId, nowMs);
  const mustQueue =
    options.from === 'request'
      ? before.waiting.length > 0 || before.openTurn?.queued === true
      : open !== null && isAcknowledged(before, open.record.turnId);
  if (mustQueue) return { outcome: 'busy', conversation: before };
  if (open) return { again: 'open', conversation: before };
  const changed: Again = { again: 'changed', conversation: before };
  if (stored?.state?.status === 'handoff' && (await returnToBotByKeyword(gateway, before, record)))
    return changed;
  const resumed = before.openTurn?.record.turnId === record.turnId ? before.openTurn : null;
  const messageId = resumed?.messageId ?? messageIdOf(before, record);
  const attempt: Attempt = { before, resumed, messageId, record, options };
  if (before.lastHandoff && crossedEnd(gateway, before, record, messageId))
    return (await commitTurn(gateway, attempt, before, 'crossed')) ?? changed;
  const reached: ReachedSteps = { before: resumed?.reached ?? [], flows: new Map(), begun: [] };
  const progress: Progress = { current: before, reached, errors: [] };
  let result: TurnResult;
  try {
    const deps = await depsOf(gateway, attempt, progress);
    result = await processInbound({ ...record.message, messageId }, deps);
  } catch (error) {
    await afterError(gateway, attempt, progress, error);
    return changed;
  }
  if (result.outcome === 'suspended') {
    gateway.log.info('a turn is suspended', logFields(record));
    const { isChosen } = result;
    return { outcome: 'suspended', conversation: progress.current, ...(isChosen && { isChosen }) };
  }
  const { recovered } = result;
  if (recovered)
    gateway.log.error('the flow raised, and went on at its onError', recovered, logFields(record));
  return (await commitTurn(gateway, attempt, progress.current, result, reached)) ?? changed;
}

async function endedBefore(
  gateway: TurnPorts,
  conversation: Stored,
  record: TurnRecord,
  { from }: TurnOptions,
): Promise<TurnOutcome | null> {
  if (from === 'queue') {
    if (!(await isOver(gateway, conversation, record))) return null;
    await settleQueued(gateway, conversation, record.turnId);
    return { outcome: 'duplicate' };
  }
  const turn = await committedBefore(gateway, conversation, record);
  return turn && { outcome: 'committed', turn };
}

/** One run of a turn. */
interface Attempt extends BegunTurn {
  /** The turn as another process, or an earlier attempt, has left it. */
  readonly resumed: Stored['openTurn'];
  readonly options: TurnOptions;
}

/** A turn's progress, and the errors of store and directory (not of the flow) in the meantime. */
interface Progress {
  current: Stored;
  readonly reached: ReachedSteps;
  readonly errors: unknown[];
}

/** Stores a turn at its step. @throws VersionConflictError when it must run again on what is stored */
async function saveProgress(
  gateway: TurnPorts,
  { before, resumed, messageId, record, options }: Attempt,
  progress: Progress,
  state: FlowState,
): Promise<void> {
  const { current } = progress;
  // The queue continues where the request has saved it.
  const isSaved = current === before && JSON.stringify(state) === JSON.stringify(resumed?.state);
  if (isSaved && options.from === 'queue') return;
  const turn = { record, messageId, reached: reachedFlows(progress.reached) };
  const isFirst = current === before && !resumed;
  const runsUntilMs = options.from === 'queue' ? options.deadlineMs + commitSpareMs : 0;
  await options.addressCounted;
  let stored: Stored | null = current;
  let next: Stored;
  do {
    // Now its ID is fixed, and concurrent messages go before it.
    if (isFirst && messageId <= (stored.lastMessageId ?? '')) throw new VersionConflictError();
    const open = { ...turn, state: hearBeside(state, before, stored) };
    const base = withoutLost(stored, record.turnId, options.place ?? null);
    next = withOpenTurn(base, open, gateway.nowMs(), runsUntilMs);
    stored = await saveOrReload(gateway, current, next);
  } while (stored);
  progress.current = next;
}

/**
 * The conversation with a turn suspended at its step: any process that has its record may continue.
 * @param runsUntilMs how long its process may run it: for a queued record, past a request's lease
 * @see design 5.4
 */
function withOpenTurn(
  before: Stored,
  turn: Pick<OpenTurn<FlowState>, 'record' | 'messageId' | 'state' | 'reached'>,
  nowMs: number,
  runsUntilMs = 0,
): Stored {
  const queued = isAcknowledged(before, turn.record.turnId);
  const leaseUntilMs = Math.max(nowMs + limits.idempotencyLeaseMs, runsUntilMs);
  const openTurn = { ...turn, queued, leaseUntilMs };
  const next = { ...before, version: before.version + 1, openTurn };
  // Without a promised answer no visit is needed: the client may retry.
  return queued ? { ...next, dueAtMs: keptDueAt(before.dueAtMs, next, nowMs) } : next;
}

async function depsOf(gateway: TurnPorts, attempt: Attempt, progress: Progress): Promise<TurnDeps> {
  const { before, resumed, messageId, record, options } = attempt;
  const { reached, errors } = progress;
  const { tenantId, channel, conversationId } = record.message;
  const noteError = (error: unknown): never => {
    errors.push(error);
    throw error;
  };
  return {
    flows: {
      find: async (id, version) => {
        const found = gateway.directory.findFlow(tenantId, id, { version, conversationId });
        const flow = await found.catch(noteError);
        if (flow) reached.flows.set(`${flow.id}@${flow.version}`, flow);
        return flow;
      },
    },
    state: {
      before: resumed?.state ?? before.state,
      passed: reached.begun,
      save: async (state) => {
        if (state.progress) reached.begun.push(state);
        await saveProgress(gateway, attempt, progress, state).catch(noteError);
      },
    },
    flowId: record.flowId,
    ...(await stepClients(gateway, { tenantId, channel })),
    clock: { nowMs: gateway.nowMs },
    ids: replyIdsAfter((resumed && lastReplyId(resumed.state)) ?? messageId),
    deadlineMs: options.deadlineMs,
    ...(options.signal && { signal: options.signal }),
    handOverBackground: options.from === 'request',
    ...(options.callsEndByMs !== undefined && { callsEndByMs: options.callsEndByMs }),
    ...(record.kind === 'wake' && { woken: true }),
    isSampled: (percent) => isSampled(conversationId, percent),
    ...(record.starts && { starts: true }),
    // Only steps that call need it.
    get idempotencySeed() {
      return hashOf('steps', tenantId, conversationId, record.turnId);
    },
  };
}

/**
 * Throws why a turn failed. A queued message is then given up in one write with its turn; a request can be sent again.
 * @throws EngineFailureError when the flow raised; errors of the store or the directory as they are
 */
async function afterError(
  gateway: TurnPorts,
  { record, options }: Attempt,
  { current, errors: [cause], reached }: Progress,
  error: unknown,
): Promise<void> {
  if (cause instanceof VersionConflictError) return;
  // Not the flow's error: nothing is given up, and the message can be sent again.
  const unavailable = unavailableBehind(error);
  if (unavailable) throw unavailable;
  if (cause !== undefined) throw cause;
  const failure = new EngineFailureError(reasonOf(error), reachOf(current, record, reached));
  await options.addressCounted;
  const { tenantId, channel } = record.message;
  gateway.log.error('the flow raised', error, logFields(record));
  gateway.metrics.count('TurnsFailed', { tenantId, channel });
  if (options.from === 'request') await abandonTurn(gateway, current, { record, error, failure });
  throw failure;
}

/** Why a flow raised, without what a visitor wrote. */
function reasonOf(error: unknown): string {
  if (!(error instanceof FlowEngineError)) return 'the flow raised';
  return `the flow raised: ${error.code}${error.stepId === undefined ? '' : ` at step ${error.stepId}`}`;
}

/** How far a turn got: at least the flow that should run. */
function reachOf({ state }: Stored, { flowId }: TurnRecord, reached: ReachedSteps) {
  const begun = state?.status === 'active' ? state.flow : null;
  const flow = lastReached(reached) ?? begun ?? { id: flowId, version: 0, stepId: '' };
  return { flow, flows: reachedFlows(reached) };
}

const logFields = ({ message, turnId }: TurnRecord) => ({ ...traceOf(message), turnId });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
