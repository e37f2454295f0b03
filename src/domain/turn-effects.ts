import type * as z from 'zod/mini';
import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { EventEnvelope, eventData, GatewayEvent } from '../contract/events.ts';
import type { FormAResponse, FormBResponse } from '../contract/form-answers.ts';
import type { LogMessage } from '../contract/poll.ts';
import type { CommittedTurn } from './conversation.ts';
import type { Notice } from './handoff.ts';
import { runStateOf } from './runs/with-run.ts';

/** The id that a turn's events and answer speak of: its inbound message's, or the turn's own. */
function messageIdOf(turn: CommittedTurn): string {
  return turn.inbound?.id ?? turn.turnId;
}

/** The events of a committed turn, with ids that are the same each time; the last one says that it is. @see design 3 */
export function eventsOf(turn: CommittedTurn): GatewayEvent[] {
  return eventsEnding(turn, { endsTurn: turn.turnId });
}

/** The same of a turn that is announced before it is written: nobody waits to hear that it was. */
export function announcementOf(turn: CommittedTurn): GatewayEvent[] {
  return eventsEnding(turn, {});
}

function eventsEnding(turn: CommittedTurn, mark: { readonly endsTurn?: string }): GatewayEvent[] {
  const envelope = (suffix: string): EventEnvelope => ({
    schemaVersion: 1,
    eventId: `${messageIdOf(turn)}.${suffix}`,
    occurredAt: new Date(turn.committedAtMs).toISOString(),
    tenantId: turn.tenantId,
    conversationId: turn.conversationId,
    messageId: messageIdOf(turn),
    channel: turn.channel,
    correlationId: turn.correlationId,
  });
  const outbound = turn.replies.map((reply): GatewayEvent => {
    const { id, text, markdown, choices, attachments, cards, template, author, agent } = reply;
    return {
      type: 'Channel.OutboundRequested',
      detail: {
        ...envelope(`reply-${reply.seq}`),
        data: {
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
        },
      },
    };
  });
  const events = [
    ...outbound,
    ...turn.notices.flatMap(
      (notice, n) => eventOfNotice(turn, notice, envelope(`${notice.kind}-${n}`)) ?? [],
    ),
  ];
  return events.map((event, n) => (n === events.length - 1 ? endingTurn(event, turn, mark) : event));
}

function endingTurn<Event extends GatewayEvent>(
  event: Event,
  { run, ...turn }: CommittedTurn,
  mark: { readonly endsTurn?: string },
): Event {
  const ending = { ...mark, ...(run && { run: runStateOf({ ...turn, run }) }) };
  return { ...event, detail: { ...event.detail, ...ending } };
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
    messageId: messageIdOf(turn),
    ...(turn.widgetId !== undefined && { widgetId: turn.widgetId }),
    ...(turn.inbound?.text && { text: turn.inbound.text }),
    attachments: turn.inbound?.attachments ?? [],
    user: turn.user ?? { id: turn.to },
    metadata: { ...turn.inboundMetadata, ...handoffMetadata(turn) },
    receivedAt: turn.inbound?.timestamp ?? new Date(turn.committedAtMs).toISOString(),
    correlationId: turn.correlationId,
  };
}

/** Which handoff it belongs to, and whether its humans had gone when it was read. */
function handoffMetadata({ notices }: CommittedTurn): Record<string, unknown> {
  const passedOn = notices.find((notice) => notice.kind === 'passed-on');
  return {
    ...(passedOn?.handoffId !== undefined && { handoffId: passedOn.handoffId }),
    ...(passedOn?.late && { late: true }),
  };
}

/** The answer of a web chat turn in the form of its request. @see spec "Web chat response", design 2.5 */
export function answerOf(turn: CommittedTurn, form: 'a' | 'b'): FormAResponse | FormBResponse {
  const next = nextOf(turn);
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
  return {
    messageId: messageIdOf(turn),
    conversationId: turn.conversationId,
    replies: turn.replies.map(({ seq: _, ...reply }) => reply),
    flow: turn.flow,
    handoff: turn.handoff,
    next,
  };
}

/** Where the log has a message of the turn; null when it has files, whose addresses only the log's readers get. */
function placesOf({ inbound, replies }: CommittedTurn) {
  const sent = [inbound ?? [], replies].flat().flatMap(({ attachments = [] }) => attachments);
  if (sent.some(({ fileId }) => fileId !== undefined)) return null;
  return ({ id, seq, timestamp }: LogMessage) => ({ id, seq, timestamp });
}

/** When more may come without the visitor's doing. */
function nextOf({ status, wakeAtMs }: CommittedTurn): string | null {
  if (status === 'handoff') return 'now';
  return wakeAtMs === undefined ? null : new Date(wakeAtMs).toISOString();
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
