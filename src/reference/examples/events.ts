import type * as z from 'zod/mini';
import type { EventType, eventData, TenantEventType, tenantEventData } from '../../contract/events.ts';
import { maria, shop } from './shop.ts';

const envelope = {
  schemaVersion: 1,
  tenantId: shop.tenantId,
  conversationId: shop.conversationId,
  channel: 'webchat',
  correlationId: shop.correlationId,
} as const;
const ofHandoff = { handoffId: shop.handoffId, epoch: 2 };
const [first, second, third] = shop.messageIds;

const data: { readonly [T in EventType]: z.infer<(typeof eventData)[T]> } = {
  'Conversation.MessageReceived': {
    tenantId: shop.tenantId,
    widgetId: 'acme-web',
    channel: 'webchat',
    conversationId: shop.conversationId,
    messageId: first,
    text: 'Hello',
    attachments: [],
    user: { id: shop.visitorId, firstName: 'Ada', language: 'en' },
    metadata: { page: '/orders' },
    receivedAt: shop.beganAt,
    correlationId: shop.correlationId,
  },
  'Conversation.MessageUpdated': {
    id: third,
    kind: 'edited',
    messageId: first,
    text: 'Hello, I am Ada',
    at: shop.beganAt,
  },
  'Channel.OutboundRequested': {
    to: shop.visitorId,
    reply: { id: second, text: 'Hello! What is it about?' },
    sequence: 2,
  },
  'Channel.DeliveryFailed': {
    part: 0,
    reason: 'window_closed',
    error: { code: '131047', title: 'Re-engagement message' },
  },
  'Conversation.HandoffRequested': {
    reason: 'Where is order A-17?',
    queue: 'support',
    transcriptAfter: null,
    handoffId: shop.handoffId,
    epoch: 1,
    widgetId: 'acme-web',
    user: { id: shop.visitorId, firstName: 'Ada', language: 'en' },
    flow: shop.flow,
    share: { order: 'A-17' },
    transcript: { count: 3, lastMessageId: third },
    deadlineAt: '2026-11-19T09:31:20.000Z',
  },
  'Conversation.HandoffTaken': { ...ofHandoff, by: maria, previous: null, waitedMs: 32_000 },
  'Conversation.HandoffReleased': {
    ...ofHandoff,
    epoch: 3,
    previous: maria,
    reason: 'owner_away',
    queue: 'support',
    offeredTo: null,
  },
  'Conversation.HandoffEnded': {
    ...ofHandoff,
    outcome: 'closed',
    by: maria,
    stepId: null,
    waitedMs: 32_000,
    firstReplyMs: 50_000,
    heldMs: 240_000,
    attendedMs: 96_000,
    counts: { visitor: 2, agent: 2 },
    disposition: 'order_found',
  },
  'Conversation.FlowCompleted': { flow: { ...shop.flow, stepId: 'bye' }, outcome: 'completed' },
  'Conversation.TurnFailed': {
    flow: { ...shop.flow, stepId: 'look-up' },
    reason: 'the flow raised: expression_failed at step look-up',
  },
};
const tenantData: { readonly [T in TenantEventType]: z.infer<(typeof tenantEventData)[T]> } = {
  'Flow.CanaryEnded': {
    flowId: shop.flow.id,
    version: 3,
    action: 'cancel',
    liveVersion: 2,
    raised: { part: 26, of: 26 },
    against: { part: 0, of: 24 },
  },
};

/** An event as the bus carries it. */
export function eventExample(type: EventType | TenantEventType) {
  const common = { eventId: `${third}-${type}`, occurredAt: shop.handedOverAt };
  if (type in tenantData) {
    const { conversationId: _, channel: __, ...ofTenant } = envelope;
    return { ...ofTenant, ...common, data: tenantData[type as TenantEventType] };
  }
  return { ...envelope, ...common, messageId: third, data: data[type as EventType] };
}
