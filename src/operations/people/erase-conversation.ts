import { limits } from '../../contract/limits.ts';
import type { ChannelName } from '../../contract/vocabulary.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { erasedConversation, isErased } from '../../domain/conversation-after.ts';
import { OutOfTimeError, VersionConflictError } from '../../domain/errors.ts';
import { ended, endedNotice, handoffOf } from '../../domain/handoff.ts';
import { incomingKey } from '../../domain/stored-file.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { VisitorName } from '../../ports/people.ts';
import { deadLettersOf, type PeoplePorts } from './find-visitor.ts';

type Stored = Conversation<FlowState>;

/** A conversation's traces in other tables, by which they are erased. */
export interface Traces extends ConversationName {
  readonly turns: Map<string, CommittedTurn>;
  /** The IDs of unfinished turns. */
  readonly openTurnIds: ReadonlySet<string>;
  /** Runs whose last event may be pending. */
  readonly runIds: readonly string[];
  /** Whether it belonged to a visitor until now. */
  readonly wasAlive: boolean;
  /** Whether writes may be pending: it belonged to a visitor until a moment ago. */
  readonly maySettle: boolean;
}

const attempts = 10;
const turnsPerRead = 50;
const daysMs = 24 * 60 * 60 * 1000;

/**
 * Makes a conversation anonymous in one conditional write: a running turn loses, queued messages are dropped, and
 * unsent replies aren't sent.
 * @returns its traces in other tables; null for one that neither exists nor can be started by a message
 */
export async function anonymizeConversation(
  ports: PeoplePorts,
  visitor: Pick<VisitorName, 'tenantId' | 'channel'>,
  conversationId: string,
): Promise<Traces | null> {
  const { tenantId, channel } = visitor;
  const name = { tenantId, conversationId };
  const stored = await replaceErased(ports, name, (before) => {
    if (before && isErased(before)) return null;
    // Anything written since an earlier erasure precedes this one.
    if (before) {
      const erased = erasedConversation<FlowState>(
        { ...before, erasedAtMs: ports.nowMs() },
        ports.nowMs(),
        before.userId,
      );
      return withEndOfHandoff(erased, before, ports.nowMs());
    }
    // A web chat that is not there can't be on a queue either.
    return channel === 'webchat' ? null : neverBegun(name, channel as ChannelName, ports.nowMs());
  });
  if (!stored && channel === 'webchat') return null;
  if (channel !== 'webchat') await stopReplies(ports, name);
  return {
    ...name,
    turns: new Map((stored?.outbox ?? []).map((turn) => [turn.turnId, turn])),
    openTurnIds: new Set([
      ...(stored?.openTurn ? [stored.openTurn.record.turnId] : []),
      ...(stored?.waiting ?? []).map(({ turnId }) => turnId),
    ]),
    runIds: [stored?.run?.id, stored?.run?.previous].filter((id) => id !== undefined),
    wasAlive: stored !== null && !isErased(stored),
    maySettle: stored !== null && (!isErased(stored) || isFresh(stored, ports.nowMs())),
  };
}

const dayS = 24 * 60 * 60;

/**
 * The conversation of an erased visitor with a handoff: the handoff has ended without a message, and the schedule
 * publishes its end, without any personal data.
 * @see handoff.md 1.2
 */
function withEndOfHandoff(erased: Stored, before: Stored, nowMs: number): Stored {
  const live = handoffOf(before);
  const { tenantId, conversationId, channel, lastMessageId, epoch } = erased;
  if (!live || !before.state) return erased;
  const how = { epoch, outcome: 'erased' as const, by: null, stepId: null };
  const turn: CommittedTurn = {
    turnId: `erased.${live.id}`,
    ...{ tenantId, conversationId, channel },
    correlationId: `erased-${conversationId}`,
    to: '',
    committedAtMs: nowMs,
    expiresAtS: Math.floor(nowMs / 1000) + limits.erasedDays * dayS,
    previousMessageId: lastMessageId,
    inbound: null,
    replies: [],
    notices: [endedNotice(live, how, nowMs)],
    status: 'completed',
    flow: before.state.flow,
    handoff: null,
  };
  return {
    ...erased,
    outbox: [turn],
    // A contact center that has it is notified, too.
    lastHandoff: { ...ended(live, 'erased', nowMs), owner: null },
    dueAtMs: nowMs + limits.settleAfterMs,
  };
}

/** An erasure that ran out of time has just begun: it is not settled. */
function isFresh({ userId, lastActivityMs }: Stored, nowMs: number): boolean {
  return userId !== '' && nowMs - lastActivityMs < limits.erasureSettlesMs;
}

/** The trail of a message that may lie on a queue and begin the conversation: it is dropped when its turn comes. */
function neverBegun(name: ConversationName, channel: ChannelName, nowMs: number): Stored {
  const nothing = {
    widgetId: null,
    version: 0,
    lastMessageId: null,
    lastSeq: 0,
    idleMinutes: limits.idleMinutes,
  };
  return erasedConversation<FlowState>({ ...name, ...nothing, channel }, nowMs, '');
}

/** @returns what was stored before; nothing is written where `change` gives null */
async function replaceErased(
  { conversations }: PeoplePorts,
  { tenantId, conversationId }: ConversationName,
  change: (before: Stored | null) => Stored | null,
): Promise<Stored | null> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await conversations.find(tenantId, conversationId);
    const next = change(before);
    if (!next) return before;
    try {
      await conversations.save(next);
      return before;
    } catch (error) {
      if (!(error instanceof VersionConflictError) || attempt === attempts) throw error;
    }
  }
}

/** Moves the cursor to the end, so that senders stop; it is deleted with the erasure. */
async function stopReplies(
  ports: PeoplePorts,
  { tenantId, conversationId }: ConversationName,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [cursor, conversation] = await Promise.all([
      ports.cursors.find(tenantId, conversationId),
      ports.conversations.find(tenantId, conversationId),
    ]);
    const doneSequence = Math.max(cursor?.doneSequence ?? 0, conversation?.lastSeq ?? 0);
    if (doneSequence === (cursor?.doneSequence ?? 0) && !cursor?.waiting && !cursor?.attempt) return;
    try {
      return await ports.cursors.save({
        tenantId,
        conversationId,
        version: (cursor?.version ?? 0) + 1,
        doneMessageId: conversation?.lastMessageId ?? cursor?.doneMessageId ?? null,
        doneSequence,
        attempt: null,
        expiresAtS: Math.ceil(
          (ports.nowMs() + (limits.erasedDays + limits.conversationGraceDays) * daysMs) / 1000,
        ),
      });
    } catch (error) {
      if (!(error instanceof VersionConflictError) || attempt === attempts) throw error;
    }
  }
}

/** Forgets what a conversation has left: what hangs on a turn first, then the turn, so that a second try finds it. @throws OutOfTimeError */
export async function sweep(
  ports: PeoplePorts,
  traces: Traces,
  untilMs: number,
): Promise<{ readonly deadLetters: number }> {
  const { personal, deadLetters } = ports;
  const found = await deadLettersOf(ports, traces);
  for (const deadLetter of found) await deadLetters.drop(deadLetter);
  await personal.forgetLarge(traces);
  await forgetFiles(ports, traces);
  await personal.forgetNotes(traces);
  await ports.search.erase(traces);
  await personal.eraseRuns(traces, traces.runIds);
  await forgetMessages(ports, traces, [...traces.openTurnIds]);
  await forgetAround(ports, traces, [...traces.turns.values()]);
  for (;;) {
    assertTime(ports, untilMs);
    const turns = await personal.firstTurns(traces, turnsPerRead);
    if (turns.length === 0) return { deadLetters: found.length };
    await forgetAround(ports, traces, turns);
    await personal.forgetTurns(turns);
    for (const turn of turns) traces.turns.set(turn.turnId, turn);
  }
}

/** The bytes first: a second try finds them by what is known of them. */
async function forgetFiles({ files, objects }: PeoplePorts, conversation: Traces): Promise<void> {
  const found = await files.ofConversation(conversation);
  await objects.remove(
    found.flatMap((file) => [incomingKey(file), file.objectKey ?? [], file.earlierKey ?? []].flat()),
  );
  await files.forget(
    conversation.tenantId,
    found.map(({ fileId }) => fileId),
  );
}

async function forgetAround(
  ports: PeoplePorts,
  { tenantId, ...traces }: Traces,
  turns: readonly CommittedTurn[],
): Promise<void> {
  const { personal } = ports;
  await personal.forgetReplies(
    tenantId,
    turns.flatMap(({ replies }) => replies.map(({ id }) => id)),
  );
  await personal.forgetAnswers(turns.flatMap(({ claim }) => claim?.key ?? []));
  await forgetMessages(
    ports,
    { tenantId, ...traces },
    turns.map(({ turnId }) => turnId),
  );
}

/** A turn is named after its idempotency key, or its provider's message; a number, or an again, comes behind. */
async function forgetMessages(
  { personal }: PeoplePorts,
  { tenantId }: Traces,
  turnIds: readonly string[],
): Promise<void> {
  const keys = turnIds.map((turnId) => turnId.replace(/(?:\.\d+|-again-.*)$/, ''));
  await personal.forgetAnswers(keys.map((key) => `${tenantId}#${key}`));
  await personal.forgetReceived(tenantId, keys);
}

/** @throws OutOfTimeError */
export function assertTime({ nowMs }: Pick<PeoplePorts, 'nowMs'>, untilMs: number): void {
  if (nowMs() >= untilMs) throw new OutOfTimeError();
}

/** Ends an erasure: removes the last reference to the conversation, unless it has new messages. */
export async function closeErased(ports: PeoplePorts, name: ConversationName): Promise<void> {
  await replaceErased(ports, name, (before) =>
    before && isErased(before) && before.userId !== '' ? closed(before, ports.nowMs()) : null,
  );
}

/** Pending events of its agents stay: they contain nothing of the visitor. */
function closed(before: Stored, nowMs: number): Stored {
  const { outbox, lastHandoff, dueAtMs } = before;
  return { ...erasedConversation<FlowState>(before, nowMs, ''), outbox, lastHandoff, dueAtMs };
}
