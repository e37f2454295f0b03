import type * as z from 'zod/mini';
import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { EventEnvelope, eventData, GatewayEvent } from '../contract/events.ts';
import type { FormAResponse, FormBResponse } from '../contract/forms.ts';
import type { LogMessage } from '../contract/poll.ts';
import type { CommittedTurn } from './conversation.ts';
import type { Notice } from './handoff.ts';
import { runStateOf } from './runs/with-run.ts';

/**
 * Returns the events of a committed turn, with ids that are the same each time. The last one names the turn that it ends,
 * unless the turn is announced before it is written.
 * @see design 3
 */
export function eventsOf(turn: CommittedTurn, { isWritten = true } = {}): GatewayEvent[] {
  const messageId = turn.inbound?.id ?? turn.turnId;
  const envelope: EventEnvelope = {
    schemaVersion: 1,
    eventId: messageId,
    occurredAt: new Date(turn.committedAtMs).toISOString(),
    tenantId: turn.tenantId,
    conversationId: turn.conversationId,
    messageId,
    channel: turn.channel,
    correlationId: turn.correlationId,
  };
  const events: GatewayEvent[] = [];
  for (const reply of turn.replies) {
    const eventId = `${messageId}.reply-${reply.seq}`;
    const { id, text, markdown, choices, attachments, cards, template, author, agent } = reply;
    const data: z.infer<(typeof eventData)['Channel.OutboundRequested']> = {
      to: turn.to,
      reply: {
        ...{ id, text },
        ...(markdown !== undefined && { markdown }),
        ...(choices && { choices }),
        ...(attachments && { attachments }),
        ...(cards && { cards }),
        ...(template && { template }),
      },
      sequence: reply.seq,
      ...(author === 'agent' && {
        author,
        ...(agent && { agent }),
        ...(turn.handoffId !== undefined && { handoffId: turn.handoffId }),
      }),
    };
    events.push({ type: 'Channel.OutboundRequested', detail: { ...envelope, eventId, data } });
  }
  for (const [n, notice] of turn.notices.entries()) {
    const eventId = `${messageId}.${notice.kind}-${n}`;
    const event = eventOfNotice(turn, notice, { ...envelope, eventId });
    if (event) events.push(event);
  }
  const last = events.at(-1);
  const { run, ...rest } = turn;
  if (last)
    Object.assign(last.detail, {
      ...(isWritten && { endsTurn: turn.turnId }),
      ...(run && { run: runStateOf({ ...rest, run }) }),
    });
  return events;
}

function eventOfNotice(turn: CommittedTurn, notice: Notice, envelope: EventEnvelope): GatewayEvent | null {
  switch (notice.kind) {
    case 'handoff':
      return {
        type: 'Conversation.HandoffRequested',
        detail: { ...envelope, data: requestedData(turn, notice) },
      };
    case 'handoff-taken': {
      const { kind: _, ...data } = notice;
      return { type: 'Conversation.HandoffTaken', detail: { ...envelope, data } };
    }
    case 'handoff-released': {
      const { kind: _, ...data } = notice;
      return { type: 'Conversation.HandoffReleased', detail: { ...envelope, data } };
    }
    case 'handoff-ended': {
      const { kind: _, ...data } = notice;
      return { type: 'Conversation.HandoffEnded', detail: { ...envelope, data } };
    }
    case 'flow-completed':
      return {
        type: 'Conversation.FlowCompleted',
        detail: { ...envelope, data: { flow: notice.flow, outcome: notice.outcome } },
      };
    case 'triaged': {
      const { kind: _, labels, ...data } = notice;
      return {
        type: 'Conversation.Triaged',
        detail: { ...envelope, data: { ...data, labels: [...labels] } },
      };
    }
    case 'turn-failed': {
      const { kind: _, ...data } = notice;
      return { type: 'Conversation.TurnFailed', detail: { ...envelope, data } };
    }
    case 'message-updated':
      return { type: 'Conversation.MessageUpdated', detail: { ...envelope, data: notice.update } };
    case 'passed-on':
      // The door has published what came by a webhook: twice would be two messages.
      if (turn.channel !== 'webchat') return null;
      return { type: 'Conversation.MessageReceived', detail: { ...envelope, data: inboundMessage(turn) } };
  }
}

/** The visitor's data for agents. @see handoff.md 2.3 */
function requestedData(
  turn: CommittedTurn,
  { handoff: { reason, queue }, asked, transcript }: Extract<Notice, { kind: 'handoff' }>,
): z.infer<(typeof eventData)['Conversation.HandoffRequested']> {
  const before = { reason, queue, transcriptAfter: turn.previousMessageId };
  if (!asked || !transcript) return before;
  const last = turn.replies.at(-1) ?? turn.inbound;
  return {
    reason,
    queue,
    transcriptAfter: transcript.after,
    handoffId: asked.id,
    epoch: asked.epoch,
    ...(turn.accountId !== undefined && { account: turn.accountId }),
    ...(turn.widgetId !== undefined && { widgetId: turn.widgetId }),
    ...(turn.user && { user: turn.user }),
    flow: turn.flow,
    share: { ...asked.share },
    transcript: { count: transcript.count, lastMessageId: last?.id ?? turn.previousMessageId },
    deadlineAt: new Date(asked.deadlineAtMs).toISOString(),
  };
}

function inboundMessage(turn: CommittedTurn): CanonicalMessage {
  return {
    tenantId: turn.tenantId,
    channel: turn.channel,
    conversationId: turn.conversationId,
    messageId: turn.inbound?.id ?? turn.turnId,
    ...(turn.widgetId !== undefined && { widgetId: turn.widgetId }),
    ...(turn.inbound?.text && { text: turn.inbound.text }),
    attachments: turn.inbound?.attachments ?? [],
    user: turn.user ?? { id: turn.to },
    metadata: { ...turn.inboundMetadata, ...handoffMetadata(turn) },
    receivedAt: turn.inbound?.timestamp ?? new Date(turn.committedAtMs).toISOString(),
    correlationId: turn.correlationId,
  };
}

/** The handoff it belongs to, and whether that had ended when the message was processed. */
function handoffMetadata({ notices }: CommittedTurn): Record<string, unknown> {
  const passedOn = notices.find((notice) => notice.kind === 'passed-on');
  return {
    ...(passedOn?.handoffId !== undefined && { handoffId: passedOn.handoffId }),
    ...(passedOn?.late && { late: true }),
  };
}

/** The answer of a web chat turn in the form of its request. @see spec "Web chat response", design 2.5 */
export function toWebchatResponse(turn: CommittedTurn, form: 'a' | 'b'): FormAResponse | FormBResponse {
  const { status, wakeAtMs } = turn;
  // When more may come although the visitor writes nothing.
  const later = wakeAtMs === undefined ? null : new Date(wakeAtMs).toISOString();
  const next = status === 'handoff' ? 'now' : later;
  if (form === 'a') {
    const logged = placesOf(turn);
    return {
      conversationId: turn.conversationId,
      status: turn.status,
      replies: turn.replies.map((reply) => {
        const { text, markdown, choices, attachments, cards, input } = reply;
        return {
          text,
          ...(markdown !== undefined && { markdown }),
          ...(choices && { choices }),
          ...(logged && attachments && { attachments }),
          ...(logged && cards && { cards }),
          ...(input && { input }),
          ...logged?.(reply),
        };
      }),
      ...(logged && turn.inbound && { message: logged(turn.inbound) }),
      next,
    };
  }
  const replies: FormBResponse['replies'] = [];
  for (const { seq: _, ...reply } of turn.replies) replies.push(reply);
  return {
    messageId: turn.inbound?.id ?? turn.turnId,
    conversationId: turn.conversationId,
    replies,
    flow: turn.flow,
    handoff: turn.handoff,
    next,
  };
}

/** The log positions of the turn's messages; null if it has files, whose URLs only readers of the log get. */
function placesOf({ inbound, replies }: CommittedTurn) {
  const sent = [inbound ?? [], replies].flat().flatMap(({ attachments = [] }) => attachments);
  if (sent.some(({ fileId }) => fileId !== undefined)) return null;
  return ({ id, seq, timestamp }: LogMessage) => ({ id, seq, timestamp });
}

/** The event that an inbound webhook message is accepted; the same for each delivery of it. @see spec "Events" */
export function receivedEvent(message: CanonicalMessage, key: string): GatewayEvent {
  return {
    type: 'Conversation.MessageReceived',
    detail: {
      schemaVersion: 1,
      eventId: `${key}.received`,
      occurredAt: message.receivedAt,
      tenantId: message.tenantId,
      conversationId: message.conversationId,
      messageId: message.messageId,
      channel: message.channel,
      correlationId: message.correlationId,
      data: message,
    },
  };
}
