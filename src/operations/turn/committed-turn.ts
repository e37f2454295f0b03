import type { Tenant } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import { defaultQueue, queuesOf } from '../../contract/queues.ts';
import type { Handoff } from '../../contract/vocabulary.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { DedupConflict, TemporarilyUnavailableError } from '../../domain/errors.ts';
import { type HeldByCenter, handoffOf, type Notice } from '../../domain/handoff.ts';
import { leastIdAt } from '../../domain/message-ids.ts';
import { latestUse, remembersTurn } from '../../domain/turn-memory.ts';
import type { Effect, FlowState, Reply, TurnResult } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { ownersTimeMs, type SettlePorts, settleTurns } from './settle-turn.ts';
import { isStaleWake } from './wake-record.ts';

const dayS = 24 * 60 * 60;
const minuteMs = 60_000;

/** Who replies to handoffs. */
export interface HandoffReceivers {
  /** The existing queues. A handoff to any other goes to the default queue. */
  readonly queues: readonly string[];
  /** The contact center that replies instead of the tenant's agents. */
  readonly center: HeldByCenter | null;
}
const nobody: HandoffReceivers = { queues: [], center: null };

/** Returns who replies to the handoffs of a tenant's flows. */
export function handoffReceiversOf(tenant: Tenant | null): HandoffReceivers {
  const {
    account,
    fallback,
    fallback_after_minutes: minutes = limits.centerFallbackMinutes,
  } = tenant?.escalation ?? {};
  const shares = fallback === 'inbox' && { fallbackMs: minutes * minuteMs };
  return {
    queues: queuesOf(tenant),
    center: account === undefined ? null : { accountId: account, ...shares },
  };
}

/** Converts the engine's result to the record that is committed and settled. */
export function committedTurn(
  gateway: Pick<Gateway, 'nowMs'>,
  before: Conversation<FlowState>,
  record: TurnRecord,
  messageId: string,
  result: Extract<TurnResult, { outcome: 'ended' }>,
  receivers: HandoffReceivers = nobody,
): CommittedTurn {
  const { message } = record;
  const nowMs = gateway.nowMs();
  const { text = '', attachments, receivedAt } = message;
  const sent = { text, ...(attachments.length > 0 && { attachments }), timestamp: receivedAt };
  const isUserTurn = record.kind === 'turn' && !record.starts;
  const inbound: LogMessage | null = isUserTurn
    ? { id: messageId, seq: before.lastSeq + 1, author: 'user', ...sent }
    : null;
  const { status, flow, handoff } = result.state;
  const wake = status === 'active' ? result.state.wake : undefined;
  let { seq } = inbound ?? { seq: before.lastSeq };
  const replies: LogMessage[] = [];
  for (const effect of result.effects) {
    if (effect.kind !== 'reply') continue;
    seq += 1;
    replies.push(loggedReply(effect.reply, seq));
  }
  const notices: Notice[] = [];
  for (const effect of result.effects)
    if (effect.kind !== 'reply') notices.push(noticeOf(before, effect, { seq, nowMs, messageId, receivers }));
  return {
    turnId: record.turnId,
    tenantId: message.tenantId,
    conversationId: message.conversationId,
    channel: message.channel,
    ...(record.accountId && { accountId: record.accountId }),
    correlationId: message.correlationId,
    to: message.user.id,
    ...(message.user.phone && { phone: message.user.phone }),
    committedAtMs: nowMs,
    expiresAtS: Math.floor(nowMs / 1000) + record.retentionDays * dayS,
    previousMessageId: before.lastMessageId,
    inbound,
    ...(inbound && Object.keys(message.metadata).length > 0 && { inboundMetadata: message.metadata }),
    replies,
    notices,
    ...(notices.some(({ kind }) => kind === 'handoff' || kind === 'passed-on') && visitorOf(message)),
    status,
    flow,
    handoff: handoff && { ...handoff, ...shownOf(before, notices) },
    ...(wake && { wakeAtMs: wake.atMs }),
    ...(record.claim && { claim: record.claim }),
  };
}

/** Converts a flow's reply to a message of the log. @param seq its place in the conversation */
export function loggedReply(reply: Reply, seq: number): LogMessage {
  const { id, text, markdown, choices, attachments, cards, input, timestamp } = reply;
  return {
    id,
    author: 'bot',
    text,
    ...(markdown !== undefined && { markdown }),
    ...(choices && { choices: [...choices] }),
    ...(attachments && { attachments: [...attachments] }),
    ...(cards && { cards: [...cards] }),
    ...(input && { input }),
    timestamp,
    seq,
  };
}

/** The handoff in a response, and whether an agent has joined. */
function shownOf(before: Conversation<FlowState>, notices: readonly Notice[]): Pick<Handoff, 'id' | 'state'> {
  const asked = notices.find((notice) => notice.kind === 'handoff')?.asked;
  const live = handoffOf(before);
  if (asked) return { id: asked.id, state: 'waiting' };
  return live ? { id: live.id, state: live.owner ? 'with_agent' : 'waiting' } : {};
}

/** The visitor's data for agents. */
export function visitorOf({
  user,
  widgetId,
}: TurnRecord['message']): Pick<CommittedTurn, 'user' | 'widgetId'> {
  return { user, ...(widgetId !== undefined && { widgetId }) };
}

interface TurnTexts {
  /** Place of the turn's last message. */
  readonly seq: number;
  readonly nowMs: number;
  readonly messageId: string;
  readonly receivers: HandoffReceivers;
}

function noticeOf(
  before: Conversation<FlowState>,
  effect: Exclude<Effect, { kind: 'reply' }>,
  texts: TurnTexts,
): Notice {
  switch (effect.kind) {
    case 'passed-on': {
      const live = handoffOf(before);
      return { kind: 'passed-on', ...(live && { handoffId: live.id }) };
    }
    case 'handoff':
      return { kind: 'handoff', handoff: effect.handoff, ...askedOf(before, effect, texts) };
    default:
      return effect;
  }
}

/** The handoff request, and the messages that agents should read: all since the run began. @see handoff.md 2.3 */
function askedOf(
  before: Conversation<FlowState>,
  { handoff, plan }: Extract<Effect, { kind: 'handoff' }>,
  { seq, nowMs, messageId, receivers: { queues, center } }: TurnTexts,
): Pick<Extract<Notice, { kind: 'handoff' }>, 'asked' | 'transcript'> {
  if (!plan) return {};
  const { timeoutMinutes, ...ways } = plan;
  const deadlineAtMs =
    nowMs + (timeoutMinutes === undefined ? limits.handoffDeadlineMs : timeoutMinutes * minuteMs);
  const queue = handoff.queue !== null && queues.includes(handoff.queue) ? handoff.queue : defaultQueue;
  return {
    asked: {
      ...ways,
      id: messageId,
      epoch: before.epoch + 1,
      queue,
      deadlineAtMs,
      ...(center && { center }),
    },
    transcript: transcriptOf(before, seq),
  };
}

/** The unread messages of a conversation whose last message has this position. */
export function transcriptOf(
  { state, lastMessageId, lastSeq, runAfter }: Conversation<FlowState>,
  seq: number,
): NonNullable<Extract<Notice, { kind: 'handoff' }>['transcript']> {
  const begins = state === null || state.status === 'completed';
  const after = begins ? { id: lastMessageId, seq: lastSeq } : (runAfter ?? { id: null, seq: 0 });
  return { after: after.id, count: seq - after.seq };
}

type Stored = Conversation<FlowState>;

/**
 * The turn of a message that was delivered before and committed: it is settled if that is open, and gives the same
 * answer. Null when there is none.
 * @throws DedupConflict when its idempotency key was used with another body
 * @throws TemporarilyUnavailableError when the log does not show it yet
 * @see design 2.3
 */
export async function committedBefore(
  gateway: SettlePorts,
  conversation: Stored,
  record: TurnRecord,
): Promise<CommittedTurn | null> {
  const { turnId } = record;
  if (!remembersTurn(conversation, turnId)) return null;
  const turn = sameBody(await findTurn(gateway, conversation, turnId), record);
  const isPending = conversation.outbox.includes(turn) && !gateway.settled.has(turnId);
  // The process that committed it a moment ago is settling it.
  if (isPending && turn.committedAtMs < gateway.nowMs() - ownersTimeMs)
    await settleTurns(gateway, conversation, turnId);
  return turn;
}

/**
 * The turn of a message whose idempotency key was used before and is not forgotten; settled or not. `use` is the record as
 * it may be run.
 * @throws DedupConflict when the key was used with another body
 * @throws TemporarilyUnavailableError when the log does not show it yet
 * @see design 2.3
 */
export async function findCommitted(
  gateway: Pick<Gateway, 'nowMs' | 'turnLog'>,
  conversation: Stored,
  record: TurnRecord,
): Promise<{ readonly use: TurnRecord; readonly turn: CommittedTurn | null }> {
  const latest = latestUse(conversation, record.turnId);
  if (latest === undefined || !record.claim) return { use: record, turn: null };
  const use = await asNewUse(gateway, conversation, record, latest);
  if (!remembersTurn(conversation, use.turnId)) return { use, turn: null };
  return { use, turn: sameBody(await findTurn(gateway, conversation, use.turnId), record) };
}

/** @throws DedupConflict when it is of another body */
function sameBody(turn: CommittedTurn, { claim }: TurnRecord): CommittedTurn {
  if (turn.claim?.fingerprint !== claim?.fingerprint) throw new DedupConflict();
  return turn;
}

/**
 * The record with an id of its own when its idempotency key was used before and is forgotten since, so that nobody
 * takes it for that turn.
 * @see design 2.3
 */
async function asNewUse(
  gateway: Pick<Gateway, 'turnLog' | 'nowMs'>,
  conversation: Stored,
  record: TurnRecord,
  latest: string,
): Promise<TurnRecord> {
  const forgottenBeforeMs = gateway.nowMs() - limits.idempotencyWindowMs;
  const isForgotten =
    conversation.lastActivityMs <= forgottenBeforeMs ||
    (await findTurn(gateway, conversation, latest)).committedAtMs <= forgottenBeforeMs;
  if (!isForgotten) return { ...record, turnId: latest };
  const [, use = '0'] = latest.split('.');
  return { ...record, turnId: `${record.turnId}.${Number(use) + 1}` };
}

/** A turn that a conversation remembers. @throws TemporarilyUnavailableError when the log does not show it yet */
export async function findTurn(
  gateway: Pick<Gateway, 'turnLog' | 'nowMs'>,
  conversation: Stored,
  turnId: string,
): Promise<CommittedTurn> {
  const pending = conversation.outbox.findLast((turn) => turn.turnId === turnId);
  if (pending) return pending;
  const recent = leastIdAt(gateway.nowMs() - limits.idempotencyWindowMs - minuteMs);
  const turn =
    (await findLogged(gateway, conversation, turnId, recent)) ??
    (await findLogged(gateway, conversation, turnId, null));
  if (!turn) throw new TemporarilyUnavailableError();
  return turn;
}

/** The turn of this id among those of the log after a message's id. */
export async function findLogged(
  gateway: Pick<Gateway, 'turnLog'>,
  conversation: Stored,
  turnId: string,
  afterId: string | null,
  as: 'now' | 'lately' = 'lately',
): Promise<CommittedTurn | null> {
  for await (const turns of loggedTurns(gateway, conversation, afterId, as)) {
    const found = turns.findLast((turn) => turn.turnId === turnId);
    if (found) return found;
  }
  return null;
}

/** The turns of the log after a message's id, page by page, oldest first. */
export async function* loggedTurns(
  { turnLog }: { readonly turnLog: Pick<Gateway['turnLog'], 'read'> },
  { tenantId, conversationId }: Stored,
  afterId: string | null,
  as: 'now' | 'lately',
): AsyncGenerator<readonly CommittedTurn[]> {
  for (let after = afterId; ; ) {
    const turns = await turnLog.read(tenantId, conversationId, after, limits.pollMessages, as);
    const last = turns.at(-1);
    if (!last) return;
    yield turns;
    after = last.replies.at(-1)?.id ?? last.inbound?.id ?? null;
  }
}

/**
 * Returns the stored part of a flow's state: an ended run keeps its position and figures, but neither messages nor
 * variables.
 * @see design 6, docs/data.md
 */
export function keptState(state: FlowState): FlowState {
  if (state.status !== 'completed') return state;
  const { offered: _, frames: __, progress: ___, wake: ____, ...ended } = state;
  return { ...ended, variables: {}, history: [] };
}

/** The id of the last reply that a turn that has not ended has made. */
export function lastReplyId(state: FlowState | null): string | undefined {
  let last: string | undefined;
  for (const effect of state?.progress?.effects ?? []) if (effect.kind === 'reply') last = effect.reply.id;
  return last;
}

const dayMs = 24 * 60 * 60 * 1000;
/** More than the clocks of two functions differ by. */
const slackMs = 60_000;

type Ports = Pick<Gateway, 'turnLog' | 'log' | 'metrics' | 'nowMs'>;

/** Whether a queued record needs nothing more: its turn has ended, or its wake-up is too late. */
export async function isOver(gateway: Ports, conversation: Stored, record: TurnRecord): Promise<boolean> {
  if (isStaleWake(conversation, record) || remembersTurn(conversation, record.turnId)) return true;
  const { triedSinceMs } = record;
  return triedSinceMs !== undefined && wasServed(gateway, conversation, { ...record, triedSinceMs });
}

/**
 * Whether the turn of a message that was possibly queued before is over: run or given up, and forgotten by its
 * conversation. The log shows that. A message first tried before the log's retention is unknown and isn't run,
 * since running twice would be worse.
 * @see docs/decisions/webhook-ingress.md
 */
async function wasServed(
  gateway: Ports,
  conversation: Stored,
  { triedSinceMs, turnId, message, retentionDays }: TurnRecord & { readonly triedSinceMs: number },
): Promise<boolean> {
  if (triedSinceMs <= gateway.nowMs() - retentionDays * dayMs) {
    const { tenantId, channel, conversationId, correlationId } = message;
    const fields = { tenantId, channel, conversationId, correlationId, turnId };
    gateway.log.warn('a message first tried before the log begins is dropped: it may have run', fields);
    gateway.metrics.count('MessagesGivenUp', { tenantId, channel });
    return true;
  }
  const since = leastIdAt(triedSinceMs - slackMs);
  return (await findLogged(gateway, conversation, turnId, since, 'now')) !== null;
}
