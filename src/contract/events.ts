import * as z from 'zod/mini';
import { canonicalMessage, messageUser } from './canonical-message.ts';
import { priority } from './labels.ts';
import { deliveryError, messageUpdate } from './queue-records.ts';
import { runState } from './runs.ts';
import { agentName, channelName, flowPosition, messageContent, sentTemplate } from './vocabulary.ts';

/** The agent who replies. @see handoff.md 1.1 */
export const handoffOwner = z.object({
  kind: z.enum(['user', 'service', 'center']),
  id: z.string(),
  /** The name that visitors see; never an email address. */
  name: z.string(),
  picture: z.optional(z.string()),
});
const counts = z.object({ visitor: z.int(), agent: z.int() });

/** `data` of each event by its detail-type. @see spec "Events", design 3 */
export const eventData = {
  'Conversation.MessageReceived': canonicalMessage,
  'Conversation.MessageUpdated': messageUpdate,
  'Channel.OutboundRequested': z.object({
    to: z.string(),
    reply: z.object({
      id: z.string(),
      ...messageContent,
      template: z.optional(sentTemplate),
    }),
    /** Place of the reply among all messages of its conversation: its `seq` in the log. */
    sequence: z.int(),
    /** For an agent's message. */
    author: z.optional(z.literal('agent')),
    agent: z.optional(agentName),
    handoffId: z.optional(z.string()),
  }),
  'Channel.DeliveryFailed': z.object({
    /** A reply may leave as several messages: which of them, from 0. */
    part: z.int(),
    /** A stable word, as `window_closed`, or the provider's own code. */
    reason: z.string(),
    /** The provider's own words. */
    error: z.optional(deliveryError),
  }),
  'Conversation.HandoffRequested': z.object({
    reason: z.string(),
    queue: z.nullable(z.string()),
    /** Id of the last message before this run of the flow: the transcript to hand over starts after it. */
    transcriptAfter: z.nullable(z.string()),
    handoffId: z.optional(z.string()),
    /** One more at each change of owner or state. */
    epoch: z.optional(z.int()),
    /** The channel account that it came through; none on web chat. */
    account: z.optional(z.string()),
    widgetId: z.optional(z.string()),
    user: z.optional(messageUser),
    flow: z.optional(flowPosition),
    /** The variables that the step names, no others. */
    share: z.optional(z.record(z.string(), z.unknown())),
    /** The number of unread messages, and the last one. */
    transcript: z.optional(z.object({ count: z.int(), lastMessageId: z.nullable(z.string()) })),
    deadlineAt: z.optional(z.string()),
  }),
  'Conversation.HandoffTaken': z.object({
    handoffId: z.string(),
    epoch: z.int(),
    by: handoffOwner,
    previous: z.nullable(handoffOwner),
    /** From the request to now. */
    waitedMs: z.int(),
  }),
  'Conversation.HandoffReleased': z.object({
    handoffId: z.string(),
    epoch: z.int(),
    /** The previous owner. */
    previous: z.nullable(handoffOwner),
    /** Transferred; or its agent is away or no longer an agent; or a contact center can't be reached. */
    reason: z.enum(['assigned', 'owner_away', 'owner_gone', 'center_away']),
    /** The queue it waits in, and the agent it is reserved for. */
    queue: z.string(),
    offeredTo: z.nullable(z.string()),
  }),
  'Conversation.HandoffEnded': z.object({
    handoffId: z.string(),
    epoch: z.int(),
    outcome: z.enum(['returned', 'closed', 'expired', 'visitor', 'erased']),
    /** Null when the schedule, or the visitor, has ended it. */
    by: z.nullable(handoffOwner),
    /** The step to continue at. */
    stepId: z.nullable(z.string()),
    /** From the request to the first who took it, or to its end. */
    waitedMs: z.int(),
    /** From the handoff request to the agent's first message; null without one. */
    firstReplyMs: z.nullable(z.int()),
    /** How long it was assigned. */
    heldMs: z.int(),
    /** The time spent on its messages: at most five minutes each. */
    attendedMs: z.int(),
    counts,
    disposition: z.optional(z.string()),
  }),
  'Conversation.Triaged': z.object({
    /** Null when the visitor, or the schedule, has brought it back from its snooze. */
    by: z.nullable(handoffOwner),
    /** IDs of its labels. */
    labels: z.array(z.string()),
    priority,
    /** Null: it is in the lists of open conversations. */
    snoozedUntil: z.nullable(z.string()),
  }),
  'Conversation.FlowCompleted': z.object({
    flow: flowPosition,
    outcome: z.enum(['completed', 'expired', 'failed']),
  }),
  'Conversation.TurnFailed': z.object({
    /** Where the flow failed. If it failed before its first step, `stepId` is empty and `version` is 0. */
    flow: flowPosition,
    /** For operators; never what the visitor wrote. */
    reason: z.string(),
  }),
} as const;
export type EventType = keyof typeof eventData;

/** Runs in which the flow failed at least once, of those that began. */
const failedRuns = z.object({ part: z.int(), of: z.int() });
/** `data` of each event that belongs to no conversation, by its detail-type. */
export const tenantEventData = {
  'Flow.CanaryEnded': z.object({
    flowId: z.string(),
    /** The version of the canary. */
    version: z.int(),
    action: z.enum(['promote', 'cancel']),
    /** The version that new conversations run. */
    liveVersion: z.int(),
    raised: failedRuns,
    /** The same of the version beside it. */
    against: failedRuns,
  }),
} as const;
export type TenantEventType = keyof typeof tenantEventData;

/** The envelope of every event. @see design 3 */
const tenantEnvelope = {
  schemaVersion: z.literal(1),
  /** Stable: the same event published twice has the same id. */
  eventId: z.string(),
  occurredAt: z.string(),
  tenantId: z.string(),
  correlationId: z.string(),
};
/** And those of a conversation. */
const envelope = {
  ...tenantEnvelope,
  conversationId: z.string(),
  messageId: z.string(),
  channel: channelName,
  /** On the last event of a turn, its id: the gateway itself looks at it. */
  endsTurn: z.optional(z.string()),
  /** With the complete state of the run, so that the latest event needs no earlier one; `v` orders them. */
  run: z.optional(runState),
};

/** The schema of the detail of one event type. */
export function eventDetail<T extends EventType>(type: T) {
  return z.object({ ...envelope, data: eventData[type] });
}

/** The same of an event that belongs to no conversation. */
export function tenantEventDetail<T extends TenantEventType>(type: T) {
  return z.object({ ...tenantEnvelope, data: tenantEventData[type] });
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

/** The same of one that belongs to no conversation. */
export type TenantEvent = {
  [T in TenantEventType]: {
    readonly type: T;
    readonly detail: Readonly<z.infer<ReturnType<typeof tenantEventDetail<T>>>>;
  };
}[TenantEventType];
