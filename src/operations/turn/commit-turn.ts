import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import { baseOf } from '../../domain/beside-turn.ts';
import { contactAttributes } from '../../domain/contact.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { withCommittedTurn } from '../../domain/conversation-after.ts';
import { TemporarilyUnavailableError, VersionConflictError } from '../../domain/errors.ts';
import { leastIdAt } from '../../domain/message-ids.ts';
import type { ReachedSteps } from '../../domain/runs/count-run.ts';
import {
  isAcknowledged,
  rememberedId,
  standingAnswers,
  turnsInLogOnly,
  withoutLost,
} from '../../domain/turn-memory.ts';
import type { FlowState, TurnResult } from '../../engine/interfaces.ts';
import { withHistory } from '../../engine/transition.ts';
import type { Gateway } from '../gateway.ts';
import {
  type HandoffReceivers,
  handoffReceiversOf,
  keptState,
  placeBehind,
  turnToCommit,
} from './committed-turn.ts';
import { crossedEnd } from './cross-handoff.ts';
import { loggedTurns } from './find-turn.ts';
import { answerForRepeats, type SettlePorts, settleQueued, settleTurns } from './settle-turn.ts';
import { wakeRecordOf } from './wake-record.ts';

type Stored = Conversation<FlowState>;

const freshMs = 60_000;

/** How a turn is committed. */
export interface CommitOptions {
  /**
   * A message that comes by a request waits behind all that were acknowledged, and leaves `background` steps to the
   * queue; the queue is the order of those that come from it.
   */
  readonly from: 'request' | 'queue';
  /** The record's sequence number in the queue. */
  readonly place?: string | null;
  /** Whether a repeat of the message is sure to find the response in the conversation's log. */
  readonly answerStaysInLog?: boolean;
  /** Nothing of the turn is stored before this resolves; if it rejects, so does the turn. */
  readonly addressCounted?: Promise<void>;
}

/** A turn that runs on a conversation as it was read. */
export interface BegunTurn {
  readonly before: Stored;
  readonly messageId: string;
  readonly record: TurnRecord;
  readonly options: CommitOptions;
}

type EndedResult = Extract<TurnResult, { outcome: 'ended' }>;

/**
 * Commits a turn and carries out its effects. A turn of the queue, which nobody waits for, is settled in order (log,
 * then events) and marked so; that of a request is settled at once, and marked later.
 * @param current the conversation as the turn has last stored it
 * @param result the flow's; `crossed`: the message was written to an agent who had left
 * @returns null when the flow must be run again on a fresh state
 * @throws TemporarilyUnavailableError when a turn of the queue is committed but could not be settled
 * @see design 5.2
 */
export async function commitTurn(
  gateway: SettlePorts,
  begun: BegunTurn,
  current: Stored,
  result: EndedResult | 'crossed',
  reached?: ReachedSteps,
): Promise<{ readonly outcome: 'committed'; readonly turn: CommittedTurn } | null> {
  const { record, options } = begun;
  const ofSameKey = record.claim ? current.outbox.filter((turn) => isEarlierUse(turn, record)) : [];
  const earlier = ofSameKey.length > 0 ? await settleEarlier(gateway, current, ofSameKey) : [];
  const mayForget = Number(current.answersInLog) >= mostInLog;
  const { answersInLog } = mayForget ? await withKeptAnswers(gateway, current) : current;
  const isHandoff = result !== 'crossed' && result.effects.some(({ kind }) => kind === 'handoff');
  const receivers = isHandoff
    ? handoffReceiversOf(await gateway.directory.findTenant(record.message.tenantId))
    : undefined;
  let stored: Stored | null = current;
  let committed: ReturnType<typeof nextConversation>;
  try {
    await options.addressCounted;
    do {
      const base = stored === current ? current : withoutLost(stored, record.turnId, options.place ?? null);
      const { turn, state } =
        result === 'crossed'
          ? (crossedEnd(gateway, base, record, begun.messageId) ?? lostBase())
          : endOfTurn(gateway, begun, base, result, receivers);
      if (base !== current) keepPromises(current, base, turn);
      const pending: CommittedTurn[] = [];
      for (const other of base.outbox)
        if (!gateway.settled.has(other.turnId) && !earlier.includes(other.turnId)) pending.push(other);
      const known = { ...withVisitor(base, record), answersInLog };
      committed = nextConversation(known, begun, { turn, state, pending }, reached);
      stored = await saveOrReload(gateway, current, committed.next);
    } while (stored);
  } catch (error) {
    if (error instanceof VersionConflictError) return null;
    throw error;
  }
  const { next, turn, answerStaysInLog } = committed;
  const isNew = true;
  if (options.from === 'queue') await settleQueued(gateway, next, turn.turnId, { isNew });
  else await settleTurns(gateway, next, turn.turnId, { isNew, answerStaysInLog });
  return { outcome: 'committed', turn };
}

/** The turn that a flow has ended, behind the messages that were stored meanwhile, and the flow's state after it. */
function endOfTurn(
  gateway: Pick<Gateway, 'nowMs'>,
  { before, messageId, record }: BegunTurn,
  stored: Stored,
  result: EndedResult,
  receivers: HandoffReceivers | undefined,
): TurnEnd {
  const placed = placeBehind(stored, messageId, result.effects);
  const ended = { ...result, effects: placed.effects };
  const turn = turnToCommit(gateway, stored, record, placed.messageId, ended, receivers);
  const state = stored === before ? result.state : hearBeside(result.state, before, stored);
  // Recorded responses go to the log with the turn. While turns say nothing and have no log entry, they
  // stay in the state.
  const { recorded, ...rest } = state;
  const isLogged = turn.inbound !== null || turn.replies.length > 0;
  return recorded && isLogged ? { turn: { ...turn, recorded }, state: rest } : { turn, state };
}

interface TurnEnd {
  readonly turn: CommittedTurn;
  readonly state: FlowState;
}

/** The conversation with a turn and what others have yet to settle, and whether the turn's response is in the log only. */
function nextConversation(
  base: Stored,
  { record, options }: BegunTurn,
  { turn, state, pending }: TurnEnd & { readonly pending: readonly CommittedTurn[] },
  reached: ReachedSteps | undefined,
) {
  const kept = keptState(state);
  // A turn that was resumed much later is far back in the log.
  const first = turn.inbound ?? turn.replies[0];
  const isLoggedNow = first !== undefined && first.id >= leastIdAt(turn.committedAtMs - freshMs);
  // The response to an acknowledged message was promised separately from the log.
  const answerStaysInLog =
    options.answerStaysInLog === true &&
    turn.claim !== undefined &&
    isLoggedNow &&
    standingAnswers(base, turn.committedAtMs) !== 'apart' &&
    !isAcknowledged(base, turn.turnId);
  const { language } = record.message.user;
  const facts = { ...(reached && { reached }), language, answerStaysInLog };
  const after = withCommittedTurn(base, turn, kept, pending, facts);
  const next = turn.wakeAtMs === undefined ? after : { ...after, wakeRecord: wakeRecordOf(record) };
  return { next, turn, answerStaysInLog };
}

/** @throws VersionConflictError */
function lostBase(): never {
  throw new VersionConflictError();
}

/** Adds messages written beside a turn to its state at its end. */
export function hearBeside(state: FlowState, begun: Stored, stored: Stored): FlowState {
  const [before = [], now = []] = [begun.state?.history, stored.state?.history];
  // As few new names as possible, since new ones evict the oldest.
  let known = now;
  while (!isDeepStrictEqual(known, before.slice(before.length - known.length))) known = known.slice(0, -1);
  const heard = now.slice(known.length);
  return heard.length === 0 ? state : { ...state, history: withHistory(state.history, ...heard) };
}

type Ports = Pick<Gateway, 'conversations' | 'turnLog' | 'deadlines' | 'nowMs' | 'log'>;

/** More than the clocks of two functions differ by. */
const slackMs = 60_000;
/** A visitor waits for it. */
const withinMs = 700;

/**
 * The number of remembered turns whose response may be in the log only: fewer than a conversation remembers, so that a
 * response is written long before its turn is forgotten.
 */
const mostInLog = 15;
/** A failed attempt is repeated after this many turns. */
const triedEvery = 5;

/**
 * The conversation with room for another turn: before it forgets one whose answer is in the log alone, all such answers
 * are written apart, and from then on each is written with its turn. When that can't be done now, it remembers more.
 * @see docs/decisions/answers-in-the-log.md
 */
export async function withKeptAnswers(gateway: Ports, stored: Stored): Promise<Stored> {
  const standing = standingAnswers(stored, gateway.nowMs());
  const isNear = standing !== 'apart' && standing >= mostInLog && (standing - mostInLog) % triedEvery === 0;
  if (!isNear) return stored;
  try {
    const isKept = await gateway.deadlines.within(withinMs, () => keepAnswers(gateway, stored));
    return isKept ? { ...stored, answersInLog: 'apart' } : stored;
  } catch (error) {
    const { tenantId, conversationId } = stored;
    gateway.log.error('answers are left to the log for longer', error, { tenantId, conversationId });
    return stored;
  }
}

/** @returns false when the conversation has gone on since it was read, or its visitor was erased: nothing is written then */
async function keepAnswers({ turnLog, nowMs, conversations }: Ports, stored: Stored): Promise<boolean> {
  const turns = await turnsToKeep({ turnLog, nowMs }, stored);
  const present = await conversations.find(stored.tenantId, stored.conversationId);
  if (present?.version !== stored.version) return false;
  await turnLog.record(
    [],
    turns.flatMap((turn) => answerForRepeats(turn) ?? []),
  );
  return true;
}

/** The turns of the last day whose answers are in the log alone: what is not written there yet is pending. */
async function turnsToKeep(
  { turnLog, nowMs }: Pick<Gateway, 'turnLog' | 'nowMs'>,
  stored: Stored,
): Promise<readonly CommittedTurn[]> {
  const ids = turnsInLogOnly(stored);
  const sinceMs = nowMs() - limits.idempotencyWindowMs;
  const found = new Map<string, CommittedTurn>();
  const find = (turns: readonly CommittedTurn[]) => {
    for (const turn of turns)
      if (ids.has(rememberedId(turn.turnId)) && turn.committedAtMs > sinceMs) found.set(turn.turnId, turn);
  };
  for await (const turns of loggedTurns({ turnLog }, stored, leastIdAt(sinceMs - slackMs), 'now'))
    find(turns);
  find(stored.outbox);
  return [...found.values()];
}

/** With ten constant writers, a turn is behind so many versions once in tens of thousands of turns. */
const mostBehind = 1_000;

/**
 * Stores what a turn makes of its conversation. What others have written beside it meanwhile (`conversationFields`) stays
 * and is built upon: an outside step that has run is not run again because of it.
 * @param base the conversation that the turn knows
 * @returns null; or the conversation as others have written it since, to make the same of
 * @throws VersionConflictError when the turn has lost its base: it must run again on what is stored
 * @see design 5.2-5.4
 */
export async function saveOrReload(
  { conversations }: Pick<Gateway, 'conversations'>,
  base: Stored,
  next: Stored,
): Promise<Stored | null> {
  try {
    await conversations.save(next);
    return null;
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
    const fresh = await conversations.find(base.tenantId, base.conversationId);
    const isLost = !fresh || !isSameBase(fresh, base) || fresh.version > base.version + mostBehind;
    if (isLost) throw error;
    return fresh;
  }
}

/** Compared as JSON, regardless of key order, since one may come from the store. */
function isSameBase(one: Stored, other: Stored): boolean {
  return isDeepStrictEqual(asJson(baseOf(one)), asJson(baseOf(other)));
}

const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value));

/**
 * A key may be used again after a day, and the answers to both are kept under it: the one before is settled first.
 * @returns the ids of turns that are settled now
 * @throws TemporarilyUnavailableError when that can't be done now
 */
async function settleEarlier(
  gateway: SettlePorts,
  current: Stored,
  outbox: readonly CommittedTurn[],
): Promise<readonly string[]> {
  const settling = await settleTurns(gateway, { ...current, outbox }, null);
  if (settling === 'failed') throw new TemporarilyUnavailableError();
  return outbox.map(({ turnId }) => turnId);
}

const isEarlierUse = (turn: CommittedTurn, { turnId, claim }: TurnRecord) =>
  turn.turnId !== turnId && turn.claim?.key === claim?.key;

/** The last visitor and time: agents' later messages don't contain them. */
function withVisitor(stored: Stored, { kind, message }: TurnRecord): Stored {
  if (kind === 'wake') return stored;
  const { id: _, attributes, ...known } = message.user;
  // Only those of a token: the page's own would fill the item.
  const user = {
    ...known,
    ...(known.verified && attributes && { attributes: contactAttributes(attributes) }),
  };
  const seen = { ...stored, ...(Object.keys(user).length > 0 && { user }) };
  if (message.channel === 'webchat') return seen;
  const { sentAt, providerMessageId: id } = message.metadata;
  const receivedAtMs = Date.parse(message.receivedAt);
  const sentAtMs = typeof sentAt === 'string' ? Date.parse(sentAt) : receivedAtMs;
  // A late one does not end the window sooner, and a clock that is ahead does not extend it; 0.1.0 stored such times.
  const knownMs = Math.min(stored.lastInboundAtMs ?? 0, stored.lastActivityMs);
  const lastInboundAtMs = Math.max(knownMs, Math.min(sentAtMs, receivedAtMs));
  const lastInboundId = typeof id === 'string' && id.length <= limits.providerIdChars ? id : undefined;
  return { ...seen, lastInboundAtMs, ...(lastInboundId !== undefined && { lastInboundId }) };
}

/**
 * A message that was promised its id while the turn ran keeps it: the turn runs again, on ids before that. One that the
 * turn knew of when it began lies too close for that, and gets another id with its own turn.
 * @throws VersionConflictError when a message behind has been promised an id meanwhile that the turn's own have reached
 */
function keepPromises(begun: Stored, { waiting }: Stored, turn: CommittedTurn): void {
  const last = turn.replies.at(-1) ?? turn.inbound;
  for (const { turnId, messageId } of waiting) {
    const isKnown = begun.waiting.some((known) => known.turnId === turnId);
    if (last && !isKnown && turnId !== turn.turnId && messageId <= last.id) throw new VersionConflictError();
  }
}
