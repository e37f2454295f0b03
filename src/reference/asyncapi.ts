import * as z from 'zod/mini';
import { messageUser } from '../contract/canonical-message.ts';
import {
  type EventType,
  eventData,
  eventDetail,
  handoffOwner,
  type TenantEventType,
  tenantEventData,
  tenantEventDetail,
} from '../contract/events.ts';
import { maria, shop } from '../contract/examples/shop.ts';
import { answerValue, runState } from '../contract/runs.ts';
import {
  agentName,
  attachment,
  card,
  choice,
  eventSource,
  flowPosition,
  sentTemplate,
} from '../contract/vocabulary.ts';
import { type JsonSchema, license, sharedSchemas } from './schemas.ts';

type AnyType = EventType | TenantEventType;

const summaries: Readonly<Record<AnyType, string>> = {
  'Conversation.MessageReceived':
    'A message has come in by a webhook, or on web chat while a human has the conversation or is asked for.',
  'Conversation.MessageUpdated':
    'A visitor has edited or deleted a message of theirs, or reacted to one. `messageId` of `data` is null while that message has not come.',
  'Channel.OutboundRequested': 'A reply is to be delivered on its channel.',
  'Channel.DeliveryFailed':
    'A reply will not arrive on its channel: the provider has refused it, at once or later. `messageId` is the reply.',
  'Conversation.HandoffRequested': 'A human is to take over the conversation.',
  'Conversation.HandoffTaken': 'A human has taken the conversation.',
  'Conversation.HandoffReleased': 'The agent has released the conversation; it waits for another agent.',
  'Conversation.HandoffEnded': 'No human has the conversation any more.',
  'Conversation.Triaged':
    'The labels, priority or snooze of a conversation were changed; `data` contains the current values of all three.',
  'Conversation.FlowCompleted': 'A flow has come to its end.',
  'Conversation.TurnFailed': 'The flow failed at a message, which got no answer of the flow.',
  'Flow.CanaryEnded':
    'A gradual rollout ended by itself: its version failed more often than the one beside it, or it is now live for everybody.',
};

/** Schemas that several fields and events share, described once. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Run: runState,
  AnswerValue: answerValue,
  FlowPosition: flowPosition,
  Visitor: messageUser,
  HandoffOwner: handoffOwner,
  Agent: agentName,
  Attachment: attachment,
  Card: card,
  Choice: choice,
  SentTemplate: sentTemplate,
}))
  named.add(schema, { id });

const typesOf = [...Object.keys(eventData), ...Object.keys(tenantEventData)] as AnyType[];
const isOfTenant = (type: AnyType): type is TenantEventType => type in tenantEventData;
const componentName = (type: AnyType) => type.replace('.', '');

/** The AsyncAPI 3.0 document of the bus, made from the schemas that the code itself parses with. @see design 3 */
export function asyncApiDocument(version: string) {
  const shared: Record<string, JsonSchema> = {};
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Conversational messaging gateway: events',
      version,
      license,
      description: `Events on the EventBridge bus, source \`${eventSource}\`. Each is published at least once; a repeated one has the same \`eventId\`.`,
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      typesOf.map((type) => [
        componentName(type),
        {
          address: type,
          messages: { [componentName(type)]: { $ref: `#/components/messages/${componentName(type)}` } },
        },
      ]),
    ),
    operations: Object.fromEntries(
      typesOf.map((type) => [
        `publish${componentName(type)}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${componentName(type)}` },
          description: summaries[type],
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        typesOf.map((type) => [
          componentName(type),
          {
            name: type,
            summary: summaries[type],
            examples: [{ name: 'example', payload: eventExample(type) }],
            payload: payloadOf(type, shared),
          },
        ]),
      ),
      // Complete only now that all payloads are made.
      schemas: shared,
    },
  };
}

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
  'Conversation.Triaged': { by: maria, labels: ['billing'], priority: 'high', snoozedUntil: null },
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
function eventExample(type: EventType | TenantEventType) {
  const common = { eventId: `${third}-${type}`, occurredAt: shop.handedOverAt };
  if (type in tenantData) {
    const { conversationId: _, channel: __, ...ofTenant } = envelope;
    return { ...ofTenant, ...common, data: tenantData[type as TenantEventType] };
  }
  return { ...envelope, ...common, messageId: third, data: data[type as EventType] };
}

/** Moves a payload's shared schemas to the document's components. */
function payloadOf(type: AnyType, shared: Record<string, JsonSchema>): JsonSchema {
  const detail = isOfTenant(type) ? tenantEventDetail(type) : eventDetail(type);
  // A failed delivery is no part of a turn.
  const ofNoTurn = z.omit(eventDetail('Channel.DeliveryFailed'), { endsTurn: true, run: true });
  const schema = z.toJSONSchema(type === 'Channel.DeliveryFailed' ? ofNoTurn : detail, {
    ...sharedSchemas,
    target: 'draft-7',
    metadata: named,
  });
  const text = JSON.stringify(schema).replaceAll('"#/definitions/', '"#/components/schemas/');
  const { definitions, ...payload } = JSON.parse(text) as JsonSchema;
  Object.assign(shared, definitions);
  return payload;
}
