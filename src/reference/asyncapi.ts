import * as z from 'zod/mini';
import { type EventType, eventData, eventDetail, eventSource } from '../contract/events.ts';
import { eventExample } from './examples/events.ts';
import { said } from './schemas.ts';

const summaries: Readonly<Record<EventType, string>> = {
  'Conversation.MessageReceived': 'A message has come in through any channel.',
  'Channel.OutboundRequested': 'A reply is to be delivered on its channel.',
  'Conversation.HandoffRequested': 'A human is to take over the conversation.',
  'Conversation.HandoffTaken': 'A human has taken the conversation.',
  'Conversation.HandoffReleased': 'Whoever had the conversation has it no more; it waits for another human.',
  'Conversation.HandoffEnded': 'No human has the conversation any more.',
  'Conversation.FlowCompleted': 'A flow has come to its end.',
};

const typesOf = Object.keys(eventData) as EventType[];
const componentName = (type: EventType) => type.replace('.', '');

/** The AsyncAPI 3.0 document of the bus, made from the schemas that the code itself parses with. @see design 3 */
export function asyncApiDocument(version: string) {
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
            payload: payloadOf(type),
          },
        ]),
      ),
    },
  };
}

/** A payload's own definitions are found from where the document begins. */
function payloadOf(type: EventType) {
  const schema = z.toJSONSchema(eventDetail(type), { ...said, target: 'draft-7' });
  const at = `#/components/messages/${componentName(type)}/payload/definitions/`;
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', `"${at}`)) as typeof schema;
}
