import type { Tenant } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { Handoff } from '../../contract/vocabulary.ts';
import { wakeOf } from '../../domain/appointment.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { defaultQueue, type HeldByCenter, handoffOf, queuesOf } from '../../domain/handoff.ts';
import type { Notice } from '../../domain/notices.ts';
import type { Effect, FlowState, TurnResult } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';

const dayS = 24 * 60 * 60;
const minuteMs = 60_000;

/** Who is there to be asked. */
export interface Humans {
  /** That there are; what is for another waits where all look. */
  readonly queues: readonly string[];
  /** Who answers in the place of the tenant's people. */
  readonly center: HeldByCenter | null;
}
const nobody: Humans = { queues: [], center: null };

/** Whom a tenant's flows ask. */
export function humansOf(tenant: Tenant | null): Humans {
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

/** What the engine asked for, as the record that is committed and settled. */
export function committedTurn(
  gateway: Pick<Gateway, 'nowMs'>,
  before: Conversation<FlowState>,
  record: TurnRecord,
  messageId: string,
  result: Extract<TurnResult, { outcome: 'ended' }>,
  humans: Humans = nobody,
): CommittedTurn {
  const { message } = record;
  const nowMs = gateway.nowMs();
  const isSaid = record.kind === 'turn' && !record.starts;
  const inbound = isSaid ? inboundOf(before, message, messageId) : null;
  const { status, flow, handoff } = result.state;
  const wake = wakeOf(result.state);
  const lastSeq = inbound?.seq ?? before.lastSeq;
  const replies = result.effects.flatMap(replyOf).map((reply, n) => ({ ...reply, seq: lastSeq + 1 + n }));
  const said = { seq: replies.at(-1)?.seq ?? lastSeq, nowMs, messageId, humans };
  const notices = result.effects.flatMap((effect) => noticeOf(before, effect, said));
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

/** Which handoff an answer speaks of, and whether somebody has come. */
function shownOf(before: Conversation<FlowState>, notices: readonly Notice[]): Pick<Handoff, 'id' | 'state'> {
  const asked = notices.find((notice) => notice.kind === 'handoff')?.asked;
  const live = handoffOf(before);
  if (asked) return { id: asked.id, state: 'waiting' };
  return live ? { id: live.id, state: live.owner ? 'with_agent' : 'waiting' } : {};
}

/** Whom humans hear of. */
export function visitorOf({
  user,
  widgetId,
}: TurnRecord['message']): Pick<CommittedTurn, 'user' | 'widgetId'> {
  return { user, ...(widgetId !== undefined && { widgetId }) };
}

function inboundOf(
  { lastSeq }: Conversation<FlowState>,
  { text = '', attachments, receivedAt }: TurnRecord['message'],
  id: string,
): LogMessage {
  return {
    id,
    seq: lastSeq + 1,
    author: 'user',
    text,
    ...(attachments.length > 0 && { attachments }),
    timestamp: receivedAt,
  };
}

function replyOf(effect: Effect): Omit<LogMessage, 'seq'>[] {
  if (effect.kind !== 'reply') return [];
  const { id, text, markdown, choices, attachments, cards, input, timestamp } = effect.reply;
  return [
    {
      id,
      author: 'bot',
      text,
      ...(markdown !== undefined && { markdown }),
      ...(choices && { choices: [...choices] }),
      ...(attachments && { attachments: [...attachments] }),
      ...(cards && { cards: [...cards] }),
      ...(input && { input }),
      timestamp,
    },
  ];
}

interface Said {
  /** Place of the turn's last message. */
  readonly seq: number;
  readonly nowMs: number;
  readonly messageId: string;
  readonly humans: Humans;
}

function noticeOf(before: Conversation<FlowState>, effect: Effect, said: Said): Notice[] {
  switch (effect.kind) {
    case 'reply':
      return [];
    case 'passed-on': {
      const live = handoffOf(before);
      return [{ kind: 'passed-on', ...(live && { handoffId: live.id }) }];
    }
    case 'handoff':
      return [{ kind: 'handoff', handoff: effect.handoff, ...askedOf(before, effect, said) }];
    default:
      return [effect];
  }
}

/** What humans are asked for, and what they are to read: all since the run began. @see handoff.md 2.3 */
function askedOf(
  before: Conversation<FlowState>,
  { handoff, plan }: Extract<Effect, { kind: 'handoff' }>,
  { seq, nowMs, messageId, humans: { queues, center } }: Said,
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

/** What the humans are to read of a conversation whose last message is of this place. */
export function transcriptOf(
  { state, lastMessageId, lastSeq, runAfter }: Conversation<FlowState>,
  seq: number,
): NonNullable<Extract<Notice, { kind: 'handoff' }>['transcript']> {
  const begins = state === null || state.status === 'completed';
  const after = begins ? { id: lastMessageId, seq: lastSeq } : (runAfter ?? { id: null, seq: 0 });
  return { after: after.id, count: seq - after.seq };
}
