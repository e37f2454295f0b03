import type { TurnRecord } from '../../contract/turn-record.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { conversationOf, isFromBeforeErasure } from '../../domain/erasure.ts';
import {
  ConversationNotFoundError,
  EngineFailureError,
  RetryLaterError,
  TemporarilyUnavailableError,
  type TurnReach,
  unavailableBehind,
  VersionConflictError,
} from '../../domain/errors.ts';
import { messageIdsAfter } from '../../domain/message-ids.ts';
import { isSampled } from '../../domain/recorded-steps.ts';
import { remembersTurn } from '../../domain/turn-memory.ts';
import { messageIdOf, withoutLost } from '../../domain/waiting.ts';
import type { FlowState, TurnResult } from '../../engine/interfaces.ts';
import { processInbound } from '../../engine/process-inbound.ts';
import { hashOf } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { abandonTurn } from './abandon-turn.ts';
import type { DeskPorts } from './change-desk.ts';
import { commitTurn } from './commit-turn.ts';
import { committedBefore } from './committed-before.ts';
import { committedTurn, humansOf } from './committed-turn.ts';
import { crossedEnd, leaveHumans } from './cross-handoff.ts';
import { endIfIdle } from './end-idle.ts';
import { handRecordings } from './hand-recordings.ts';
import { lastReplyId } from './last-reply-id.ts';
import { withOpenTurn } from './open-turn.ts';
import { reasonOf } from './raised-reason.ts';
import { reachedSteps } from './reached-steps.ts';
import { saveOver } from './save-over.ts';
import { isOver } from './served-before.ts';
import { type SettlePorts, settleQueued } from './settle-turn.ts';
import { type StepPorts, timeSteps } from './time-steps.ts';
import { mustQueue, otherOpenTurn } from './turns-before.ts';

/** What running a turn takes. */
export type TurnPorts = SettlePorts & DeskPorts & StepPorts & Pick<Gateway, 'random'>;

type Stored = Conversation<FlowState>;

/** How long a queued message waits in its function for a turn that a request is running, and how long on the queue. */
const turnsEndMs = 2_000;
const lookAgainMs = 1_000;

export interface TurnOptions {
  /**
   * A message that comes by a request waits behind all that were acknowledged, and leaves `background` steps to the
   * queue; the queue is the order of those that come from it.
   */
  readonly from: 'request' | 'queue';
  /** Where the queue had the record, as it numbers its records. */
  readonly place?: string | null;
  /** No step runs past it, epoch milliseconds. */
  readonly deadlineMs: number;
  /** Aborted when the caller stops waiting: the turn is then suspended. */
  readonly signal?: AbortSignal;
  /** The conversation when it has been read already; null when it does not exist. */
  readonly conversation?: Stored | null;
  /** Whether a repeat of the message is sure to look into the conversation's log, so that the answer can be left to it. */
  readonly leavesAnswer?: boolean;
}

export type TurnOutcome =
  | { readonly outcome: 'committed'; readonly turn: CommittedTurn }
  /** The turn waits at a persisted step, to be put on the queue by the caller. */
  | {
      readonly outcome: 'suspended';
      readonly conversation: Stored;
      /** The flow's author left it to the queue: nobody need wait for it. */
      readonly isChosen?: true;
    }
  /** Other turns of the conversation must end first, and they take longer than the caller waits. */
  | { readonly outcome: 'busy'; readonly conversation: Stored }
  /** The queue has delivered it once more, or its visitor has been erased since. */
  | { readonly outcome: 'duplicate' };

/**
 * Runs the turn of one message, once: load, run the flow, commit on condition of the version, settle.
 * A lost version means that somebody else was faster: the flow is run again on the fresh state.
 * @throws ConversationNotFoundError when the visitor of a request is erased while it runs
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
    if (isFromBeforeErasure(stored, record)) {
      if (options.from === 'queue') return { outcome: 'duplicate' };
      throw new ConversationNotFoundError();
    }
    const conversation = present(conversationOf(stored, record, gateway.nowMs()), record, options);
    const ended = await endedBefore(gateway, conversation, record, options);
    if (ended) return ended;
    if (await endIfIdle(gateway, stored)) {
      stored = await load();
      continue;
    }
    const open = otherOpenTurn(conversation, record, gateway.nowMs());
    if (mustQueue(conversation, open, options)) return { outcome: 'busy', conversation };
    if (!open) {
      const hasLeft = stored !== null && (await leaveHumans(gateway, conversation, record));
      const result = hasLeft ? 'conflict' : await attemptTurn(gateway, conversation, record, options);
      if (result !== 'conflict') return result;
    }
    if (options.signal?.aborted && stored) return { outcome: 'busy', conversation };
    if (gateway.nowMs() >= options.deadlineMs) throw new TemporarilyUnavailableError();
    if (open && options.from === 'queue' && gateway.nowMs() >= startedAtMs + turnsEndMs)
      throw new RetryLaterError('another turn of the conversation is running', lookAgainMs);
    await pause(gateway.random() * Math.min(10 * attempt, 100));
    stored = await load();
  }
}

/** Without what the queue has lost in front of the record. */
const present = (stored: Stored, { turnId }: TurnRecord, { place = null }: TurnOptions): Stored =>
  withoutLost(stored, turnId, place);

async function endedBefore(
  gateway: TurnPorts,
  conversation: Stored,
  record: TurnRecord,
  { from }: TurnOptions,
): Promise<TurnOutcome | null> {
  if (from === 'queue') {
    if (remembersTurn(conversation, record.turnId)) await settleQueued(gateway, conversation, record.turnId);
    return (await isOver(gateway, conversation, record)) ? { outcome: 'duplicate' } : null;
  }
  const turn = await committedBefore(gateway, conversation, record);
  return turn && { outcome: 'committed', turn };
}

async function attemptTurn(
  gateway: TurnPorts,
  before: Stored,
  record: TurnRecord,
  options: TurnOptions,
): Promise<TurnOutcome | 'conflict'> {
  const resumed = before.openTurn?.record.turnId === record.turnId ? before.openTurn : null;
  const messageId = resumed?.messageId ?? messageIdOf(before, record);
  const crossed = crossedEnd(gateway, before, record, messageId);
  const ended = { ...options, record, place: options.place ?? null };
  if (crossed) return commitTurn(gateway, before, { ...ended, ...crossed });
  let current: Stored = before;
  const reached = reachedSteps(resumed?.reached);
  /** What the store, and not the flow, has raised. */
  const faults: unknown[] = [];
  const noting = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      faults.push(error);
      throw error;
    });

  const save = async (state: FlowState) => {
    // The queue goes on where the request has saved it.
    const isSaved = current === before && JSON.stringify(state) === JSON.stringify(resumed?.state);
    if (isSaved && options.from === 'queue') return;
    const turn = { record, messageId, state, reached: reached.all() };
    current = await noting(
      saveOver(gateway, current, (stored) =>
        withOpenTurn(present(stored, record, options), turn, gateway.nowMs()),
      ),
    );
  };

  const { tenantId, channel, conversationId } = record.message;
  let result: TurnResult;
  try {
    result = await processInbound(
      { ...record.message, messageId },
      {
        flows: {
          find: async (id, version) => {
            const found = noting(gateway.directory.findFlow(tenantId, id, { version, conversationId }));
            return reached.see(await found);
          },
        },
        state: {
          load: () => resumed?.state ?? before.state,
          // Saves of steps without an outside effect are coalesced into the next durable one, or the commit.
          save: async (state, { durable }) => {
            if (state.progress) reached.begin(state.flow);
            if (durable) await save(state);
          },
        },
        flowId: record.flowId,
        ...(await timeSteps(gateway, { tenantId, channel })),
        clock: { nowMs: gateway.nowMs },
        ids: messageIdsAfter(lastReplyId(resumed?.state ?? null) ?? messageId),
        deadlineMs: options.deadlineMs,
        ...(options.signal && { signal: options.signal }),
        handOverBackground: options.from === 'request',
        ...(record.kind === 'wake' && { woken: true }),
        isSampled: (percent) => isSampled(conversationId, percent),
        ...(record.starts && { starts: true }),
        idempotencySeed: hashOf('steps', tenantId, record.message.conversationId, record.turnId),
      },
    );
  } catch (error) {
    const [fault] = faults;
    if (fault instanceof VersionConflictError) return 'conflict';
    // Not the flow's fault: nothing is given up, and the message may be sent again.
    const unavailable = unavailableBehind(error);
    if (unavailable) throw unavailable;
    if (fault !== undefined) throw fault;
    const reach = reachOf(current, record, reached);
    throw await failTurn(gateway, current, { record, error, reach, from: options.from });
  }

  if (result.outcome === 'suspended') {
    gateway.log.info('a turn is suspended', logFields(record));
    const { isChosen } = result;
    return { outcome: 'suspended', conversation: current, ...(isChosen && { isChosen }) };
  }
  const { recovered } = result;
  if (recovered)
    gateway.log.error('the flow raised, and went on at its onError', recovered, logFields(record));
  const asksHumans = result.effects.some(({ kind }) => kind === 'handoff');
  const humans = asksHumans ? humansOf(await gateway.directory.findTenant(tenantId)) : undefined;
  const turn = committedTurn(gateway, before, record, messageId, result, humans);
  return commitTurn(gateway, current, {
    ...ended,
    ...handRecordings(turn, result.state),
    reached: reached.all(),
  });
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

/** How far a turn came: at least which flow was to run. */
function reachOf({ state }: Stored, { flowId }: TurnRecord, reached: ReturnType<typeof reachedSteps>) {
  const begun = state?.status === 'active' ? state.flow : null;
  return { flow: reached.last() ?? begun ?? { id: flowId, version: 0, stepId: '' }, flows: reached.all() };
}

function logFields({ message, turnId }: TurnRecord) {
  const { tenantId, channel, conversationId, correlationId } = message;
  return { tenantId, channel, conversationId, correlationId, turnId };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
