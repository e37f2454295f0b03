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
import { eventExample } from './examples/events.ts';
import { type JsonSchema, said } from './schemas.ts';

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
  'Conversation.HandoffReleased': 'Whoever had the conversation has it no more; it waits for another human.',
  'Conversation.HandoffEnded': 'No human has the conversation any more.',
  'Conversation.FlowCompleted': 'A flow has come to its end.',
  'Conversation.TurnFailed': 'The flow failed at a message, which got no answer of the flow.',
  'Flow.CanaryEnded':
    'A gradual rollout ended by itself: its version failed more often than the one beside it, or it is now live for everybody.',
};

/** What several fields and events have in common: described once. */
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
        { action: 'send', channel: { $ref: `#/channels/${componentName(type)}` } },
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

/** What a payload shares with others is kept where the whole document finds it. */
function payloadOf(type: AnyType, shared: Record<string, JsonSchema>): JsonSchema {
  const schema = z.toJSONSchema(isOfTenant(type) ? tenantEventDetail(type) : eventDetail(type), {
    ...said,
    target: 'draft-7',
    metadata: named,
  });
  const text = JSON.stringify(schema).replaceAll('"#/definitions/', '"#/components/schemas/');
  const { definitions, ...payload } = JSON.parse(text) as JsonSchema;
  Object.assign(shared, definitions);
  return payload;
}
