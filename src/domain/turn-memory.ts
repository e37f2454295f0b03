import { decodeTime } from 'ulid';
import { limits } from '../contract/limits.ts';
import type { TurnRecord } from '../contract/queue-records.ts';
import type { BesideChange } from './beside-turn.ts';
import type { Conversation, OpenTurn, WaitingMessage } from './conversation.ts';
import { idBefore, leastIdAt, placeMessageId } from './message-ids.ts';

/** The number of committed turns that a conversation remembers by ID. */
const rememberedTurns = 20;
/** Enough to tell twenty apart, and few, since they don't deflate: the item stays within a kilobyte. */
const rememberedChars = 8;

/** Whether a turn is among the remembered ones. */
export function remembersTurn(
  { recentTurnIds }: Pick<Conversation<unknown>, 'recentTurnIds'>,
  turnId: string,
): boolean {
  return recentTurnIds.includes(rememberedId(turnId));
}

/**
 * The last committed turn of an idempotency key, which may have been used and forgotten before: `turnId`, or one with a
 * number behind it.
 */
export function latestUse(
  { recentTurnIds }: Pick<Conversation<unknown>, 'recentTurnIds'>,
  turnId: string,
): string | undefined {
  const key = rememberedId(turnId);
  let latest: string | undefined;
  for (const id of recentTurnIds) {
    const [first, use] = id.split('.');
    if (first === key) latest = use === undefined ? turnId : `${turnId}.${use}`;
  }
  return latest;
}

/** The end of an id, and the number behind it. */
export function rememberedId(turnId: string): string {
  const [first = '', ...use] = turnId.split('.');
  return [first.slice(-rememberedChars), ...use].join('.');
}

/** Adds a turn's id to the last ones. */
export const remember = (ids: readonly string[], turnId: string, most = rememberedTurns) =>
  [...ids, rememberedId(turnId)].slice(-most);

type Memory = Pick<Conversation<unknown>, 'recentTurnIds' | 'answersInLog'>;
type Rested = Pick<Conversation<unknown>, 'answersInLog' | 'lastActivityMs'>;

/** Returns `answersInLog` as it stands now: after a day's rest, every earlier answer has expired. */
export function standingAnswers({ answersInLog, lastActivityMs }: Rested, nowMs: number) {
  return lastActivityMs <= nowMs - limits.idempotencyWindowMs ? 0 : answersInLog;
}

/** The last turns whose answers may be in the log alone, as they are remembered. */
export function turnsInLogOnly({ recentTurnIds, answersInLog }: Memory): ReadonlySet<string> {
  return new Set(answersInLog === 'apart' || answersInLog === 0 ? [] : recentTurnIds.slice(-answersInLog));
}

/** The memory with one turn more; none is forgotten whose answer is in the log alone. */
export function withRemembered(
  before: Memory & Rested,
  { turnId, committedAtMs }: { readonly turnId: string; readonly committedAtMs: number },
  answerStaysInLog: boolean,
): Memory {
  const standing = standingAnswers(before, committedAtMs);
  const isCounted = standing !== 'apart' && (answerStaysInLog || standing > 0);
  const answersInLog = isCounted ? standing + 1 : standing;
  const most = Math.max(rememberedTurns, Number(answersInLog) || 0);
  return { recentTurnIds: remember(before.recentTurnIds, turnId, most), answersInLog };
}

/** Whether a message was acknowledged and not yet answered. */
export function isAcknowledged<State>(
  { waiting, openTurn }: Pick<Conversation<State>, 'waiting' | 'openTurn'>,
  turnId: string,
): boolean {
  // The last release marked only the turn that was suspended.
  const marked = openTurn?.record.turnId === turnId && openTurn.queued;
  return marked || waiting.some((message) => message.turnId === turnId);
}

/** Returns another turn that must end first; one whose handler died before it was acknowledged does not count. */
export function otherOpenTurn<State>(
  conversation: Pick<Conversation<State>, 'waiting' | 'openTurn'>,
  turnId: string,
  nowMs: number,
): OpenTurn<State> | null {
  const open = conversation.openTurn;
  if (!open || open.record.turnId === turnId) return null;
  return isAcknowledged(conversation, open.record.turnId) || open.leaseUntilMs > nowMs ? open : null;
}

/**
 * Records a queued message as acknowledged, with a promised ID between those of its neighbors in the queue, so
 * that it can keep it.
 * @param place its sequence number in the queue
 */
export function acknowledge<State>(
  before: Conversation<State>,
  { turnId, message }: Pick<TurnRecord, 'turnId' | 'message'>,
  place: string | null,
): { readonly change: BesideChange<State>; readonly promised: WaitingMessage } {
  const open = before.openTurn?.record.turnId === turnId ? before.openTurn : null;
  const others = before.waiting.filter((other) => other.turnId !== turnId);
  const behind = others.filter((other) => comesBefore(place, other.place));
  const messageId =
    open?.messageId ??
    placeMessageId(message.messageId, {
      after: greatest([
        before.lastMessageId,
        before.openTurn?.messageId,
        ...others.filter((other) => !behind.includes(other)).map(idOf),
      ]),
      before: behind.map(idOf).sort()[0] ?? null,
    });
  const promised = { turnId, messageId, place };
  return {
    change: { waiting: [...others, promised], ...(open && { openTurn: { queued: true } }) },
    promised,
  };
}

/**
 * The cursor from which a visitor with a promised answer continues reading: after the messages before it. Messages
 * of systems or agents in the meantime get IDs before the promised ones, so a cursor at a promised ID would skip
 * them.
 */
export function readOnAfter<State>(
  { waiting, openTurn, lastMessageId }: Pick<Conversation<State>, 'waiting' | 'openTurn' | 'lastMessageId'>,
  promisedId: string,
): string {
  const promised = [promisedId, ...waiting.map(idOf), ...(openTurn ? [openTurn.messageId] : [])].sort();
  const beforeAll = idBefore(leastIdAt(decodeTime(promised[0] ?? promisedId)));
  return lastMessageId !== null && lastMessageId < beforeAll ? lastMessageId : beforeAll;
}

/**
 * The ID of the message that is being processed: the promised one; otherwise its own, or one between the conversation's
 * last message and the next promised one.
 */
export function messageIdOf<State>(
  { waiting, lastMessageId }: Pick<Conversation<State>, 'waiting' | 'lastMessageId'>,
  {
    turnId,
    message,
  }: Pick<TurnRecord, 'turnId'> & {
    readonly message: Pick<TurnRecord['message'], 'messageId'>;
  },
): string {
  const promised = waiting.find((other) => other.turnId === turnId)?.messageId;
  if (promised !== undefined && promised > (lastMessageId ?? '')) return promised;
  const behind: string[] = [];
  for (const other of waiting) if (other.turnId !== turnId) behind.push(other.messageId);
  return placeMessageId(message.messageId, { after: lastMessageId, before: behind.sort()[0] ?? null });
}

const idOf = ({ messageId }: WaitingMessage) => messageId;

/**
 * The conversation without waiting messages that are no longer queued. A queue delivers a conversation's records
 * in order, so an earlier one that is still listed when a later one arrives is gone, and would block all later
 * ones for a day. Restoring tables leaves such entries: the record was processed, but its effect was undone.
 * @param place the running record's sequence number in the queue; null if unknown
 */
export function withoutLost<State>(
  conversation: Conversation<State>,
  turnId: string,
  place: string | null,
): Conversation<State> {
  const { openTurn } = conversation;
  const waiting = conversation.waiting.filter(
    (other) =>
      other.turnId === turnId || other.turnId === openTurn?.record.turnId || !comesBefore(other.place, place),
  );
  return waiting.length === conversation.waiting.length ? conversation : { ...conversation, waiting };
}

/** Sequence numbers of a queue are decimal and too large for a number. */
function comesBefore(place: string | null, other: string | null): boolean {
  if (place === null || other === null) return false;
  return place.length === other.length ? place < other : place.length < other.length;
}

function greatest(ids: readonly (string | null | undefined)[]): string | null {
  return ids.reduce<string | null>((most, id) => (id && (most === null || id > most) ? id : most), null);
}
