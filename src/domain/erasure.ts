import { limits } from '../contract/limits.ts';
import type { TurnRecord } from '../contract/queue-records.ts';
import { type Conversation, newConversation, ownedBy } from './conversation.ts';

/** What stays. */
type Remains = Pick<
  Conversation<unknown>,
  | 'tenantId'
  | 'conversationId'
  | 'channel'
  | 'widgetId'
  | 'version'
  | 'lastMessageId'
  | 'lastSeq'
  | 'idleMinutes'
  | 'erasedAtMs'
> &
  Partial<Pick<Conversation<unknown>, 'epoch'>>;
type Erasable = Pick<Conversation<unknown>, 'erasedAtMs' | 'sessionId'>;

/** Whether nobody has written in a conversation since its visitor was erased: it is nobody's. */
export function isErased({ erasedAtMs, sessionId }: Erasable): boolean {
  return erasedAtMs !== undefined && sessionId === '';
}

/** Whether a message was written before its visitor was erased: on a queue, or in a function that runs. */
export function isFromBeforeErasure(
  stored: Erasable | null,
  { message, triedSinceMs }: Pick<TurnRecord, 'message' | 'triedSinceMs'>,
): boolean {
  const cameAtMs = triedSinceMs ?? Date.parse(message.receivedAt);
  return stored?.erasedAtMs !== undefined && cameAtMs <= stored.erasedAtMs;
}

/**
 * What is left of a conversation: no word and no name, but that it was erased, for as long as a queue may hold one of
 * its messages. Sequences go on, so that its cursor still holds.
 * @param userId by which it is found once more while the erasure is not finished; empty at its end
 */
export function erasedConversation<State>(
  stored: Remains,
  nowMs: number,
  userId: string,
): Conversation<State> {
  const { tenantId, conversationId, channel, widgetId, version, lastMessageId, lastSeq, idleMinutes } =
    stored;
  return {
    tenantId,
    conversationId,
    channel,
    widgetId,
    sessionId: '',
    userId,
    version: version + 1,
    lastMessageId,
    lastSeq,
    state: null,
    openTurn: null,
    waiting: [],
    outbox: [],
    recentTurnIds: [],
    answersInLog: 0,
    deskTurnIds: [],
    epoch: (stored.epoch ?? 0) + 1,
    handoff: null,
    lastHandoff: null,
    raisedTurnIds: [],
    pollers: [],
    lastActivityMs: nowMs,
    idleMinutes,
    retentionDays: limits.erasedDays,
    erasedAtMs: stored.erasedAtMs ?? nowMs,
    dueAtMs: null,
  };
}

/** The conversation that a message's turn is run in: a new one, the stored one, or an erased one that starts anew. */
export function conversationOf<State>(
  stored: Conversation<State> | null,
  record: TurnRecord,
  nowMs: number,
): Conversation<State> {
  if (!stored) return newConversation<State>(record, nowMs);
  if (!isErased(stored)) return ownedBy(stored, record);
  const { version, lastSeq, erasedAtMs, epoch } = stored;
  return {
    ...newConversation<State>(record, nowMs),
    version,
    lastSeq,
    epoch,
    ...(erasedAtMs !== undefined && { erasedAtMs }),
  };
}
