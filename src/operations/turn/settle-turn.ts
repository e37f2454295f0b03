import type { GatewayEvent } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import { assignsAutomatically, queueRulesOf } from '../../contract/queues.ts';
import { handoffRowOf } from '../../domain/agent-turn.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { dueAtOf } from '../../domain/due-time.ts';
import { TemporarilyUnavailableError, VersionConflictError } from '../../domain/errors.ts';
import { handoffOf, isElsewhere } from '../../domain/handoff.ts';
import { eventsOf, toWebchatResponse } from '../../domain/turn-effects.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { DeadLetter } from '../../ports/deliveries.ts';
import type { Answer } from '../../ports/http-client.ts';
import type { ConversationKey, Gateway, SettledTurns } from '../gateway.ts';

/** A turn that another process committed so recently is most likely being settled by it. */
export const ownersTimeMs = 5_000;
const rememberedUnmarked = 1_000;

/** What settling uses. */
export type SettlePorts = Pick<
  Gateway,
  | 'turnLog'
  | 'deadLetters'
  | 'bus'
  | 'centers'
  | 'backgroundJobs'
  | 'directory'
  | 'settled'
  | 'conversations'
  | 'deadlines'
  | 'log'
  | 'metrics'
  | 'nowMs'
>;

interface SettleOptions {
  /** False for a turn of the queue: only the next record waits for it. */
  readonly isAwaited?: boolean;
  readonly order?: 'at-once' | 'log-first';
  /** Whether this turn was just committed, which is reported, too. */
  readonly isNew?: boolean;
  /** Whether a repeat of this turn's request is answered from the log, so that no response is stored. */
  readonly answerStaysInLog?: boolean;
}

/** The time limit if no request waits. */
export const unawaitedSettleMs = 5_000;
export const unawaited = { isAwaited: false, order: 'log-first' } as const;

/** The result: everything pending was settled, or only what others committed earlier, or not everything. */
export type Settling = 'whole' | 'part' | 'failed';

/**
 * Performs the effects of committed turns: log, responses, dead letters and events. They run concurrently if a
 * visitor waits, otherwise the log comes first, so that a consumer of an event finds it there. Idempotent.
 * Failures and timeouts are logged and left to the schedule, since the turn is committed.
 * @see design 5.2
 */
export async function settleTurns(
  gateway: SettlePorts,
  conversation: Conversation<FlowState>,
  ownTurnId: string | null,
  { isAwaited = true, order = 'at-once', isNew = false, answerStaysInLog = false }: SettleOptions = {},
): Promise<Settling> {
  const { nowMs, settled, log, deadlines } = gateway;
  // A mark of it as it was before is out of date.
  settled.drop(conversation.conversationId);
  const turns: CommittedTurn[] = [];
  for (const turn of conversation.outbox)
    if (turn.turnId === ownTurnId || turn.committedAtMs <= nowMs() - limits.settleAfterMs) turns.push(turn);
  let concernsAgents = (conversation.handoff ?? conversation.lastHandoff) !== null;
  for (const { side, status, handoffId, notices } of turns)
    concernsAgents ||= Boolean(side ?? handoffId) || status === 'handoff' || notices.length > 0;
  const isReassigned = concernsAgents && turns.some(changesOwner);
  const inboxUpdate = concernsAgents ? inboxUpdateOf(conversation, turns) : null;
  const events: (readonly GatewayEvent[])[] = [];
  const answers: Answer[] = [];
  for (const turn of turns) {
    events.push(eventsOf(turn));
    const answer =
      turn.claim && !(answerStaysInLog && turn.turnId === ownTurnId) ? answerForRepeats(turn) : null;
    if (answer) answers.push(answer);
  }
  const effects = { turns, inboxUpdate, isReassigned, answers, events: events.flat() };
  // A waiting visitor waits for all parts together, even if one hangs.
  const [withinMs, as] = isAwaited ? [limits.settleWithinMs, 'exactly' as const] : [unawaitedSettleMs];
  try {
    await deadlines.within(withinMs, () => carryOut(gateway, conversation, effects, order), as);
  } catch (error) {
    for (const turn of turns) reportTurn(gateway, turn, { isNew: isNew && turn.turnId === ownTurnId });
    const { tenantId, conversationId } = conversation;
    const correlationId = turns.at(-1)?.correlationId;
    log.error('a committed turn is not settled yet', error, { tenantId, conversationId, correlationId });
    return 'failed';
  }
  const turnIds: string[] = [];
  for (const { turnId } of turns) turnIds.push(turnId);
  settled.add(conversation, turnIds);
  for (const [n, turn] of turns.entries())
    reportTurn(gateway, turn, { isNew: isNew && turn.turnId === ownTurnId, events: events[n]?.length ?? 0 });
  return turns.length === conversation.outbox.length ? 'whole' : 'part';
}

/** What turns that are being settled have yet to do. */
interface Effects {
  readonly turns: readonly CommittedTurn[];
  readonly inboxUpdate: ReturnType<typeof inboxUpdateOf>;
  /** The conversation may be assigned now, or its agent may have one fewer. */
  readonly isReassigned: boolean;
  readonly answers: readonly Answer[];
  readonly events: readonly GatewayEvent[];
}

/** Each part has its chance. @throws what the first part fails with */
async function carryOut(
  gateway: SettlePorts,
  conversation: Conversation<FlowState>,
  { turns, inboxUpdate, isReassigned, answers, events }: Effects,
  order: 'at-once' | 'log-first',
): Promise<void> {
  const recorded = recordTurns(gateway, turns, inboxUpdate, answers);
  const hasCenter = Boolean(conversation.handoff?.center ?? conversation.lastHandoff?.center);
  // The contact center reads the log once it is woken.
  const woken = inboxUpdate && hasCenter && recorded.then(() => wakeCenter(gateway, conversation, turns));
  const assigned = inboxUpdate && isReassigned && requestAssignment(gateway, conversation);
  const published =
    order === 'at-once' ? gateway.bus.publish(events) : recorded.then(() => gateway.bus.publish(events));
  const results = await Promise.allSettled([recorded, published, woken, assigned]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

const committed = 'a turn is committed';

/** A turn in the log. */
interface TurnReport {
  /** Whether it was just committed. */
  readonly isNew?: boolean;
  /** The number of events; absent until it is settled. */
  readonly events?: number;
}

/** Reports a committed turn, with its message's waiting time, and that its effects were performed. */
export function reportTurn(
  { log, metrics }: Pick<Gateway, 'log' | 'metrics'>,
  turn: CommittedTurn,
  { isNew = false, events }: TurnReport,
): void {
  const { tenantId, channel, status, flow, inbound, replies } = turn;
  const trace = traceOf(turn);
  if (isNew && inbound) {
    metrics.count('MessagesProcessed', { tenantId, channel });
    metrics.time('TurnMs', { tenantId, channel }, turn.committedAtMs - Date.parse(inbound.timestamp));
  }
  if (isNew)
    log.info(committed, {
      ...trace,
      messageId: inbound?.id,
      replies: replies.length,
      // Most stay active: the line only names exceptions.
      conversationStatus: status === 'active' ? undefined : status,
      flow: flow.id,
      flowVersion: flow.version,
    });
  if (events !== undefined) log.info('a turn is settled', { ...trace, events }, { insteadOf: committed });
}

type Traced = Pick<CommittedTurn, 'tenantId' | 'channel' | 'conversationId' | 'correlationId'>;

/** The ids by which a turn's log lines are found. */
export function traceOf({ tenantId, channel, conversationId, correlationId }: Traced) {
  return { tenantId, channel, conversationId, correlationId };
}

/**
 * Settles the turn of a queued record, if that is open, and marks it. The record is what remembers a turn whose process
 * died: it stays until its turn is settled, and nothing behind it overtakes it.
 * @throws TemporarilyUnavailableError when that can't be done now: the queue delivers the record again
 */
export async function settleQueued(
  gateway: SettlePorts,
  conversation: Conversation<FlowState>,
  turnId: string,
  { isNew }: Pick<SettleOptions, 'isNew'> = {},
): Promise<void> {
  if (!conversation.outbox.some((turn) => turn.turnId === turnId)) return;
  const settling = await settleTurns(gateway, conversation, turnId, {
    ...unawaited,
    ...(isNew && { isNew }),
  });
  if (settling === 'failed') throw new TemporarilyUnavailableError();
  if (settling === 'whole') await markSettled(gateway, conversation);
}

/** Whether agents see something of a turn. */
function isTheirs({ status, notices, handoffId, side }: CommittedTurn): boolean {
  return (
    status === 'handoff' ||
    handoffId !== undefined ||
    side !== undefined ||
    notices.some(({ kind }) => kind === 'handoff-ended' || kind === 'passed-on')
  );
}

/** The inbox update of a conversation that turns have changed; null without a handoff. */
export function inboxUpdateOf(conversation: Conversation<FlowState>, turns: readonly CommittedTurn[]) {
  const { tenantId, conversationId, version } = conversation;
  if (!turns.some(isTheirs)) return null;
  const live = handoffOf(conversation);
  const handoff = live && isElsewhere(live) ? null : handoffRowOf(conversation);
  return { tenantId, conversationId, version, handoff };
}

/** Sends new events to the contact center that answers, or has answered until now. @see handoff.md 4 */
export async function wakeCenter(
  { centers, nowMs }: Pick<Gateway, 'centers' | 'nowMs'>,
  conversation: Conversation<FlowState>,
  turns: readonly CommittedTurn[],
): Promise<void> {
  const { tenantId, conversationId, lastHandoff } = conversation;
  const live = handoffOf(conversation);
  const last = turns.filter(isTheirs).at(-1);
  if (!last) return;
  const hasEnded = turns.some(({ notices }) => notices.some(({ kind }) => kind === 'handoff-ended'));
  for (const handoff of [live, hasEnded && lastHandoff?.id !== live?.id ? lastHandoff : null]) {
    if (!handoff?.center) continue;
    const { accountId } = handoff.center;
    const record = { tenantId, conversationId, handoffId: handoff.id, accountId, atMs: nowMs() };
    await centers.wake({ kind: 'center', ...record }, `${handoff.id}:${last.turnId}:${conversation.version}`);
  }
}

/** Turns after which a conversation may be assigned, or its agent may have one fewer. */
const changesOwner = ({ notices, side }: CommittedTurn) =>
  side !== undefined || notices.some(({ kind }) => kind.startsWith('handoff'));

/**
 * Enqueues a job that assigns a conversation in an automatic queue, and the next one to an agent who has left one. The
 * schedule repeats lost requests.
 * @see docs/decisions/assignment.md
 */
async function requestAssignment(
  { backgroundJobs, directory, nowMs }: Pick<Gateway, 'backgroundJobs' | 'directory' | 'nowMs'>,
  conversation: Conversation<FlowState>,
): Promise<void> {
  const { tenantId, conversationId, lastHandoff } = conversation;
  const tenant = await directory.findTenant(tenantId);
  if (!assignsAutomatically(tenant)) return;
  const live = handoffOf(conversation);
  const isWaiting = live?.state === 'requested' && queueRulesOf(tenant, live.queue).isAutomatic;
  const left = live ? live.previous : lastHandoff?.owner;
  if (!isWaiting && left?.kind !== 'user') return;
  const userId = left?.kind === 'user' ? left.id : undefined;
  const job = { kind: 'assign', tenantId, conversationId, userId } as const;
  await backgroundJobs.enqueue([job]);
  const leftMs = isWaiting && live.offer ? live.offer.untilMs - nowMs() : 0;
  // When the offer lapses, no turn requests the assignment.
  if (leftMs > 0) await backgroundJobs.enqueue([job], Math.ceil(leftMs / 1000) + 1);
}

/**
 * Carries out the effects of turns that are no events: log, answers, dead letters. Doing it twice is harmless.
 * @param answers those that are written apart from the log
 */
export async function recordTurns(
  { turnLog, deadLetters }: Pick<Gateway, 'turnLog' | 'deadLetters'>,
  turns: readonly CommittedTurn[],
  inboxUpdate: ReturnType<typeof inboxUpdateOf> = null,
  answers: readonly Answer[] = turns.flatMap((turn) => answerForRepeats(turn) ?? []),
): Promise<void> {
  const logged: CommittedTurn[] = [];
  const kept: Promise<void>[] = [];
  for (const turn of turns) {
    // Without what is stored elsewhere: a failed record among the dead letters, the visitor's name in the
    // conversation, the run's figures in the runs.
    const { user: _, widgetId: __, side: ___, run, failed, ...own } = turn;
    if (own.inbound !== null || own.replies.length > 0)
      logged.push({
        ...own,
        ...(run && { runId: run.id }),
        ...(failed && { failed: { reason: failed.reason, attempts: failed.attempts } }),
      });
    if (failed?.record) kept.push(deadLetters.keep(deadLetterOf(turn, failed)));
  }
  await Promise.all([turnLog.record(logged, answers, { beside: turns, inboxUpdate }), ...kept]);
}

/** Builds the dead letter of a turn that was given up, the same each time. @see design 5.3 */
function deadLetterOf(turn: CommittedTurn, failed: NonNullable<CommittedTurn['failed']>): DeadLetter {
  const { tenantId, conversationId, correlationId, committedAtMs, expiresAtS } = turn;
  return {
    tenantId,
    conversationId,
    id: turn.inbound?.id ?? turn.turnId,
    queue: turn.channel === 'webchat' ? 'continuations' : 'turns',
    kind: 'turn',
    reason: failed.reason,
    attempts: failed.attempts,
    deadAtMs: committedAtMs,
    expiresAtS,
    correlationId,
    body: JSON.stringify(failed.record),
  };
}

/**
 * Marks another conversation, taken from `settled.takeOther`, as settled. It rides along with the next turn's reads, since a
 * Lambda is frozen once it has answered and the mark must not hold up an answer. See docs/decisions/settle-marks.md.
 */
export async function markAnotherSettled(gateway: SettlePorts, conversation: ConversationKey): Promise<void> {
  // Its due time stays: its next turn may come at once.
  await noteSettled(gateway, conversation, () => gateway.conversations.clearOutbox(conversation));
}

/** Marks a conversation as settled, all of whose turns are; never throws, since the schedule does it else. */
export async function markSettled(
  gateway: SettlePorts,
  conversation: Conversation<FlowState>,
): Promise<void> {
  const dueAtMs = dueAtOf({ ...conversation, outbox: [] }, gateway.nowMs());
  await noteSettled(gateway, conversation, () =>
    gateway.conversations.markSettled(conversation, { outbox: [], dueAtMs }),
  );
}

async function noteSettled(
  gateway: SettlePorts,
  conversation: ConversationKey,
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write();
    gateway.settled.drop(conversation.conversationId);
  } catch (error) {
    gateway.log.error('a settled turn is not marked', error, { conversationId: conversation.conversationId });
  }
}

/**
 * Remembers for `markAnotherSettled` which conversations are settled and not marked. It is bounded, and forgets the oldest
 * first: the schedule then settles it again. Nothing is remembered longer than others leave a turn to its owner: a restore
 * takes longer, after which the log may lack what this process has written, and a version may be another's.
 */
export function createSettledTurns(nowMs: () => number): SettledTurns {
  const turnIds = new Map<string, number>();
  const unmarked = new Map<string, { readonly conversation: ConversationKey; readonly atMs: number }>();
  return {
    has: (turnId) => (turnIds.get(turnId) ?? 0) > nowMs() - limits.settleAfterMs,
    add(conversation, ids) {
      const atMs = nowMs();
      for (const id of ids) turnIds.set(id, atMs);
      let isWhole = true;
      for (const { turnId } of conversation.outbox) isWhole &&= this.has(turnId);
      if (isWhole) unmarked.set(conversation.conversationId, { conversation, atMs });
      for (const memory of [turnIds, unmarked]) {
        const [oldest = ''] = memory.keys();
        if (memory.size > rememberedUnmarked) memory.delete(oldest);
      }
    },
    takeOther(conversationId) {
      const sinceMs = nowMs() - limits.settleAfterMs;
      for (const [id, { conversation, atMs }] of unmarked) {
        const isFresh = atMs > sinceMs;
        if (id === conversationId && isFresh) continue;
        unmarked.delete(id);
        if (isFresh) return conversation;
      }
      return undefined;
    },
    drop: (conversationId) => void unmarked.delete(conversationId),
  };
}

const attempts = 5;
/** Less than the time after which a published turn comes back. */
const quietMs = 60_000;

/**
 * Marks web chat turns as settled after the last event of each came back from the bus: the function that responded
 * is frozen by then and may never run again. The event doesn't prove that the log was written. A missing entry is
 * written first, and agents and contact centers are notified again. Usually a later turn has already removed the
 * mark.
 * @throws VersionConflictError when others keep writing the conversation: the mark is repeated
 * @see design 5.2, docs/decisions/settle-marks.md
 */
export async function markSettledByEvent(
  gateway: Pick<Gateway, 'centers' | 'conversations' | 'turnLog' | 'deadLetters' | 'nowMs'>,
  { tenantId, conversationId }: ConversationName,
  endedTurns: readonly string[],
): Promise<void> {
  const { conversations, nowMs } = gateway;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // A mark comes a minute and a half after its turn; one that others have gone on from since is refused, and looks again.
    const stored = await conversations.find(tenantId, conversationId, attempt === 0 ? 'lately' : 'now');
    if (!stored) return;
    const outbox = stored.outbox.filter(({ turnId }) => !endedTurns.includes(turnId));
    const dueAtMs = markedDueAt({ ...stored, outbox }, nowMs());
    // Another process may have marked the turn but not moved the due time.
    const isQuiet = outbox.length === 0 && stored.lastActivityMs <= nowMs() - quietMs;
    if (outbox.length === stored.outbox.length && (!isQuiet || dueAtMs === stored.dueAtMs)) return;
    const published = stored.outbox.filter((turn) => !outbox.includes(turn));
    await recordMissing(gateway, stored, published);
    await wakeCenter(gateway, stored, published);
    if (await conversations.markSettled(stored, { outbox, dueAtMs })) return;
  }
  throw new VersionConflictError();
}

/** A queued turn is always due in a minute from now, so a mark must not postpone it. */
function markedDueAt(marked: Conversation<FlowState>, nowMs: number): number | null {
  const neededAtMs = dueAtOf(marked, nowMs);
  if (!marked.openTurn?.queued || neededAtMs === null) return neededAtMs;
  return Math.min(neededAtMs, marked.dueAtMs ?? neededAtMs);
}

async function recordMissing(
  gateway: Pick<Gateway, 'turnLog' | 'deadLetters'>,
  stored: Conversation<FlowState>,
  turns: readonly CommittedTurn[],
): Promise<void> {
  const logged = await Promise.all(turns.map((turn) => isLogged(gateway, turn)));
  const missing = turns.filter((_, n) => !logged[n]);
  if (missing.length > 0) await recordTurns(gateway, missing, inboxUpdateOf(stored, missing));
}

/**
 * Log and response are one write, and a response can be derived from the log; a dead letter is a write of its own.
 */
async function isLogged({ turnLog }: Pick<Gateway, 'turnLog'>, turn: CommittedTurn): Promise<boolean> {
  if (turn.failed) return false;
  const { tenantId, conversationId, previousMessageId, turnId } = turn;
  const [logged] = await turnLog.read(tenantId, conversationId, previousMessageId, 1);
  return logged?.turnId === turnId;
}

/** Returns the response for repeats of the turn's request for a day; null without a key. @see design 2.3 */
export function answerForRepeats(turn: CommittedTurn): Answer | null {
  if (!turn.claim) return null;
  const { key, fingerprint, form } = turn.claim;
  return {
    key,
    fingerprint,
    messageId: turn.inbound?.id ?? turn.turnId,
    status: 200,
    responseBody: JSON.stringify(toWebchatResponse(turn, form)),
    expiresAtMs: turn.committedAtMs + limits.idempotencyWindowMs,
  };
}
