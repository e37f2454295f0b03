import * as z from 'zod/mini';
import { canonicalMessage } from './canonical-message.ts';
import { attachment, channelName, choice, flowPosition } from './vocabulary.ts';

/** @see design 3 */
export const eventSource = 'messaging.gateway';

/** `data` of each event by its detail-type. @see spec "Events", design 3 */
export const eventData = {
  'Conversation.MessageReceived': canonicalMessage,
  'Channel.OutboundRequested': z.object({
    to: z.string(),
    reply: z.object({
      id: z.string(),
      text: z.string(),
      choices: z.optional(z.array(choice)),
      attachments: z.optional(z.array(attachment)),
    }),
    /** Place of the reply among all messages of its conversation: its `seq` in the log. */
    sequence: z.int(),
  }),
  'Conversation.HandoffRequested': z.object({
    reason: z.string(),
    queue: z.nullable(z.string()),
    /** Id of the last message before this turn: the transcript to hand over starts after it. */
    transcriptAfter: z.nullable(z.string()),
  }),
  'Conversation.FlowCompleted': z.object({
    flow: flowPosition,
    outcome: z.enum(['completed', 'expired', 'failed']),
  }),
} as const;
export type EventType = keyof typeof eventData;

/** What every event carries around its `data`. @see design 3 */
const envelope = {
  schemaVersion: z.literal(1),
  /** Stable: the same event published twice has the same id. */
  eventId: z.string(),
  occurredAt: z.string(),
  tenantId: z.string(),
  conversationId: z.string(),
  messageId: z.string(),
  channel: channelName,
  correlationId: z.string(),
  /** On the last event of a turn, its id: the gateway itself looks at it. */
  endsTurn: z.optional(z.string()),
};

/** The schema of the detail of one event type. */
export function eventDetail<T extends EventType>(type: T) {
  return z.object({ ...envelope, data: eventData[type] });
}

/** @see design 3 */
export type EventEnvelope = Readonly<z.infer<z.ZodMiniObject<typeof envelope>>>;

/** An event ready for the bus: its detail-type and its detail. */
export type GatewayEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly detail: EventEnvelope & { readonly data: z.infer<(typeof eventData)[T]> };
  };
}[EventType];
