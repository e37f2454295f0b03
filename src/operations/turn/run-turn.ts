import { isDeepStrictEqual } from 'node:util';
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
  type TurnReach,
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
import type { Effect, FlowState, TurnDeps, TurnResult } from '../../engine/interfaces.ts';
import { processInbound } from '../../engine/process-inbound.ts';
import { replyIdsAfter } from '../../engine/step-context.ts';
import { withHistory } from '../../engine/transition.ts';
import { hashOf } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import type { AgentPorts } from './change-as-agent.ts';
import { commitTurn, saveOver, type TurnEnd } from './commit-turn.ts';
import {
  committedBefore,
  committedTurn,
  type HandoffReceivers,
  handoffReceiversOf,
  isOver,
  lastReplyId,
} from './committed-turn.ts';
import { crossedEnd, returnToBotByKeyword } from './cross-handoff.ts';
import { endIdle } from './end-run.ts';
import { abandonTurn } from './give-up-turn.ts';
import { type SettlePorts, settleQueued } from './settle-turn.ts';
import { type StepPorts, timeSteps } from './time-steps.ts';

/** What running a turn uses. */
export type TurnPorts = SettlePorts & AgentPorts & StepPorts & Pick<Gateway, 'random'>;

type Stored = Conversation<FlowState>;

/** How long a queued message waits for a turn that a request is running: in its function, and on the queue. */
const openTurnWaitMs = 2_000;
const openTurnRetryMs = 1_000;
/** The maximum time of a commit after its deadline, plus the maximum clock difference. */
const commitSpareMs = 3_000;

export interface TurnOptions {
  /**
   * A message that comes by a request waits behind all that were acknowledged, and leaves `background` steps to the
   * queue; the queue is the order of those that come from it.
   */
  readonly from: 'request' | 'queue';
  /** The record's sequence number in the queue. */
  readonly place?: string | null;
  /** No step runs past it, epoch milliseconds. */
  readonly deadlineMs: number;
  /** Aborted when the caller stops waiting: the turn is then suspended. */
  readonly signal?: AbortSignal;
  /** No call is begun that may end later, epoch milliseconds: it is left to the queue. */
  readonly callsEndByMs?: number;
  /** The conversation when it has been read already; null when it does not exist. */
  readonly conversation?: Stored | null;
  /** Whether a repeat of the message is sure to find the response in the conversation's log. */
  readonly leavesAnswer?: boolean;
  /** Nothing of the turn is stored before it; what it fails with, the turn fails with. */
  readonly counted?: Promise<void>;
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
  const crossed = before.lastHandoff && (await commitCrossed(gateway, attempt));
  if (crossed) return crossed === 'conflict' ? changed : crossed;
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
  const endTurnOn = await prepareTurnEnd(gateway, attempt, result);
  const commit = { ...options, record, place, endTurnOn, reached };
  const committed = await commitTurn(gateway, progress.current, commit);
  return committed === 'conflict' ? changed : committed;
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

/** Commits a turn that a handoff's end has crossed; null for any other. */
async function commitCrossed(gateway: TurnPorts, { before, messageId, record, options }: Attempt) {
  const crossed = (stored: Stored) =>
    crossedEnd(gateway, stored, record, placeBehind(stored, messageId, []).messageId);
  if (!crossed(before)) return null;
  const endTurnOn = (stored: Stored) => crossed(stored) ?? lostBase();
  return await commitTurn(gateway, before, { ...options, record, place: options.place ?? null, endTurnOn });
}

/** One run of a turn on a conversation as it was read. */
interface Attempt {
  readonly before: Stored;
  /** The turn as another process, or an earlier attempt, has left it. */
  readonly resumed: Stored['openTurn'];
  readonly messageId: string;
  readonly record: TurnRecord;
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
  const change = (stored: Stored) => {
    // Now its ID is fixed, and concurrent messages go before it.
    if (isFirst && messageId <= (stored.lastMessageId ?? '')) lostBase();
    const open = { ...turn, state: hearBeside(state, before, stored) };
    const base = withoutLost(stored, record.turnId, options.place ?? null);
    return { next: withOpenTurn(base, open, gateway.nowMs(), runsUntilMs) };
  };
  const { next } = await saveOver(gateway, current, change, options.counted);
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
    ...(await timeSteps(gateway, { tenantId, channel })),
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

/** @throws EngineFailureError when the flow has raised, and what the store or the directory has */
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
  const reach = reachOf(current, record, reached);
  await options.counted;
  throw await failTurn(gateway, current, { record, error, reach, from: options.from });
}

/** The conversation after a turn, based on what is stored at its commit. */
async function prepareTurnEnd(
  gateway: TurnPorts,
  { before, messageId, record }: Attempt,
  result: Extract<TurnResult, { outcome: 'ended' }>,
): Promise<(stored: Stored) => TurnEnd> {
  const { recovered } = result;
  if (recovered)
    gateway.log.error('the flow raised, and went on at its onError', recovered, logFields(record));
  let receivers: HandoffReceivers | undefined;
  for (const { kind } of result.effects)
    if (kind === 'handoff')
      receivers = handoffReceiversOf(await gateway.directory.findTenant(record.message.tenantId));
  return (stored) => {
    const isBehind = stored.lastMessageId === null || messageId > stored.lastMessageId;
    const { effects } = result;
    const placed = isBehind ? { messageId, effects } : placeBehind(stored, messageId, effects);
    const state = stored === before ? result.state : hearBeside(result.state, before, stored);
    const turn = committedTurn(
      gateway,
      stored,
      record,
      placed.messageId,
      { ...result, ...placed },
      receivers,
    );
    // Recorded responses go to the log with the turn. While turns say nothing and have no log entry, they
    // stay in the state.
    const { recorded, ...rest } = state;
    const isLogged = turn.inbound !== null || turn.replies.length > 0;
    return recorded && isLogged ? { turn: { ...turn, recorded }, state: rest } : { turn, state };
  };
}

/** @throws VersionConflictError */
function lostBase(): never {
  throw new VersionConflictError();
}

/** Adds messages written beside a turn to its state at its end. */
function hearBeside(state: FlowState, begun: Stored, stored: Stored): FlowState {
  const [before = [], now = []] = [begun.state?.history, stored.state?.history];
  // As few new names as possible, since new ones evict the oldest.
  let known = now;
  while (!isDeepStrictEqual(known, before.slice(before.length - known.length))) known = known.slice(0, -1);
  const heard = now.slice(known.length);
  return heard.length === 0 ? state : { ...state, history: withHistory(state.history, ...heard) };
}

/**
 * The IDs of a turn's messages. They are fixed when it begins, and concurrent messages go before them; if there is
 * no room, they move.
 */
function placeBehind(
  { lastMessageId, waiting }: Stored,
  messageId: string,
  effects: readonly Effect[],
): { readonly messageId: string; readonly effects: readonly Effect[] } {
  if (lastMessageId === null || messageId > lastMessageId) return { messageId, effects };
  const moved = messageIdOf({ lastMessageId, waiting }, { turnId: '', message: { messageId } });
  const ids = replyIdsAfter(moved);
  const replies = effects.map((effect) =>
    effect.kind === 'reply' ? { ...effect, reply: { ...effect.reply, id: ids.next() } } : effect,
  );
  return { messageId: moved, effects: replies };
}

/** A message of the queue is given up in one write with its turn, one of a request is left to be sent again. */
async function failTurn(
  gateway: TurnPorts,
  current: Stored,
  failed: Pick<TurnOptions, 'from'> & {
    readonly record: TurnRecord;
    readonly error: unknown;
    readonly reach: TurnReach;
  },
): Promise<EngineFailureError> {
  const { record, error, reach, from } = failed;
  const { tenantId, channel } = record.message;
  gateway.log.error('the flow raised', error, logFields(record));
  gateway.metrics.count('TurnsFailed', { tenantId, channel });
  const failure = new EngineFailureError(reasonOf(error), reach);
  if (from === 'request') await abandonTurn(gateway, current, { record, error, failure });
  return failure;
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

function logFields({ message, turnId }: TurnRecord) {
  const { tenantId, channel, conversationId, correlationId } = message;
  return { tenantId, channel, conversationId, correlationId, turnId };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
