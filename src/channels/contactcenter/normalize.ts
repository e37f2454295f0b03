import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import type { DeliveryState } from '../../domain/delivery-status.ts';
import type { InboundItem, NormalizeContext, VerifiedPart } from '../channel.ts';
import { ignored } from '../channel.ts';
import type { Content } from '../reading.ts';
import { isoTime, keepRaw } from '../reading.ts';
import { eventType, type OpenMessage, openMessage, readContent, reasons } from './content.ts';
import { agentItem, handoffMessage, isOfHandoff } from './handoff-message.ts';

const knownTypes: readonly string[] = ['Text', 'Structured'];

const states: Readonly<Record<string, DeliveryState>> = {
  sent: 'sent',
  published: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undeliverable: 'failed',
};

/** The webhook's content: one message, one receipt, or events that no conversation needs. @see design 2.7 */
export function normalize(part: VerifiedPart, context: NormalizeContext): readonly InboundItem[] {
  if (isOfHandoff(part.payload)) {
    const { data } = handoffMessage.safeParse(part.payload);
    return [data ? agentItem(data) : ignored('malformed_message')];
  }
  const parsed = openMessage.safeParse(part.payload);
  if (!parsed.success) return [ignored('malformed_message')];
  const { direction, type } = parsed.data;
  if (direction?.toLowerCase() === 'outbound') return [ignored('direction_outbound')];
  switch (type) {
    case 'Receipt':
      return [receiptItem(parsed.data, context)];
    case 'Event':
      return eventItems(parsed.data);
    default:
      return [messageItem(parsed.data, part, context)];
  }
}

function receiptItem(
  { id, channel, status = '', reasons: why }: OpenMessage,
  context: NormalizeContext,
): InboundItem {
  const name = status.toLowerCase();
  const state = Object.hasOwn(states, name) ? states[name] : undefined;
  if (state === undefined) return ignored(`status_${status}`);
  const reason = reasons.safeParse(why).data?.[0]?.code ?? 'unknown';
  return {
    kind: 'status',
    status: {
      providerMessageId: channel.messageId ?? id,
      state,
      ...(state === 'failed' && { reason }),
      at: timeOf(channel.time) ?? context.receivedAt,
    },
  };
}

/** Typing and presence are understood, and not stored in the conversation. */
function eventItems({ events = [] }: OpenMessage): InboundItem[] {
  const types = events.map((event) => eventType.safeParse(event).data?.eventType ?? 'unknown');
  return (types.length > 0 ? types : ['none']).map((type) => ignored(`event_${type}`));
}

function messageItem(
  message: OpenMessage,
  { known, payload }: VerifiedPart,
  context: NormalizeContext,
): InboundItem {
  const { from, messageId = message.id } = message.channel;
  if (!from) return ignored('message_without_user');
  const { id, firstName, email, phone } = from;
  const contents = (message.content ?? []).map(readContent);
  const understood = contents.filter((content) => content !== null);
  const text = textOf(message, understood);
  const replyTo = understood.find((content) => content.metadata?.choice !== undefined)?.replyTo;
  const canonical: CanonicalMessage = {
    tenantId: known.tenant.id,
    channel: known.account.channel,
    conversationId: context.conversationIdOf(id),
    messageId,
    ...(text !== undefined && { text }),
    attachments: understood.flatMap(({ attachments = [] }) => attachments),
    user: { id, ...(firstName && { firstName }), ...(email && { email }), ...(phone && { phone }) },
    metadata: {
      accountId: known.account.id,
      ...envelopeMetadata(message),
      ...contentMetadata(understood),
      ...(!(knownTypes.includes(message.type) && understood.length === contents.length) && {
        raw: keepRaw(payload),
      }),
    },
    ...(replyTo !== undefined && { replyTo }),
    receivedAt: context.receivedAt,
    correlationId: context.correlationId,
  };
  const silent = text === undefined && contents.length > 0 && contents.every((content) => content?.silent);
  const update = silent ? understood.find((content) => content.update)?.update : undefined;
  return {
    kind: 'message',
    startsTurn: !silent,
    ...(update && { update }),
    message: canonical,
    person: { names: { id } },
  };
}

/** The first of several answers counts, as for the text; all are in the metadata. */
function contentMetadata(contents: readonly Content[]): Record<string, unknown> {
  const given = contents.map(({ metadata = {} }) => metadata);
  const choices = given.flatMap((metadata) => metadata.choice ?? []);
  return { ...Object.assign({}, ...given.toReversed()), ...(choices.length > 1 && { choices }) };
}

/** A structured answer repeats its label as text; the flow needs the value. */
function textOf({ text }: OpenMessage, contents: readonly Content[]): string | undefined {
  const choice = contents.find(({ metadata }) => metadata?.choice !== undefined);
  return choice?.text ?? text ?? contents.find((content) => content.text !== undefined)?.text;
}

function envelopeMetadata({ type, metadata, channel }: OpenMessage): Record<string, unknown> {
  const sentAt = timeOf(channel.time);
  const lastName = channel.from?.lastName;
  return {
    type,
    ...(sentAt && { sentAt }),
    ...(lastName && { lastName }),
    ...(metadata !== undefined && { custom: keepRaw(metadata) }),
  };
}

function timeOf(time: string | undefined): string | null {
  return isoTime(new Date(time ?? Number.NaN));
}
