import type { LogMessage } from '../../contract/poll.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import { wakeOf } from '../../domain/appointment.ts';
import type { CommittedTurn, Conversation, Notice } from '../../domain/conversation.ts';
import type { Effect, FlowState, TurnResult } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';

const dayS = 24 * 60 * 60;

/** What the engine asked for, as the record that is committed and settled. */
export function committedTurn(
  gateway: Pick<Gateway, 'nowMs'>,
  before: Conversation<FlowState>,
  record: TurnRecord,
  messageId: string,
  result: Extract<TurnResult, { outcome: 'ended' }>,
): CommittedTurn {
  const { message } = record;
  const nowMs = gateway.nowMs();
  const inbound = record.kind === 'wake' ? null : inboundOf(before, message, messageId);
  const { status, flow, handoff } = result.state;
  const wake = wakeOf(result.state);
  const lastSeq = inbound?.seq ?? before.lastSeq;
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
    replies: result.effects.flatMap(replyOf).map((reply, n) => ({ ...reply, seq: lastSeq + 1 + n })),
    notices: result.effects.flatMap(noticeOf),
    status,
    flow,
    handoff,
    ...(wake && { wakeAtMs: wake.atMs }),
    ...(record.claim && { claim: record.claim }),
  };
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
  const { id, text, choices, attachments, timestamp } = effect.reply;
  return [
    {
      id,
      author: 'bot',
      text,
      ...(choices && { choices: [...choices] }),
      ...(attachments && { attachments: [...attachments] }),
      timestamp,
    },
  ];
}

function noticeOf(effect: Effect): Notice[] {
  switch (effect.kind) {
    case 'reply':
      return [];
    case 'passed-on':
      return [{ kind: 'passed-on' }];
    default:
      return [effect];
  }
}
