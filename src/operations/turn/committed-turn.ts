import type { Tenant } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import { defaultQueue, queuesOf } from '../../contract/queues.ts';
import type { Handoff } from '../../contract/vocabulary.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { type HeldByCenter, handoffOf, type Notice } from '../../domain/handoff.ts';
import { messageIdOf } from '../../domain/turn-memory.ts';
import type { Effect, FlowState, Reply, TurnResult } from '../../engine/interfaces.ts';
import { replyIdsAfter } from '../../engine/step-context.ts';
import type { Gateway } from '../gateway.ts';

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
export function turnToCommit(
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

/**
 * The IDs of a turn's messages. They are fixed when it begins, and concurrent messages go before them; if there is
 * no room, they move.
 */
export function placeBehind(
  { lastMessageId, waiting }: Conversation<FlowState>,
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
