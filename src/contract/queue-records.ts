import * as z from 'zod/mini';
import { canonicalMessage } from './canonical-message.ts';
import { logMessage } from './poll.ts';
import { ofMessage } from './runs.ts';
import { attachment, channelName, channelNames, choice, eventSource } from './vocabulary.ts';

/** Where the response to a web chat turn is stored for repeated requests. @see design 2.3 */
export const answerClaim = z.object({
  /** Key of the dedup record. */
  key: z.string(),
  /** SHA-256 of the validated body. */
  fingerprint: z.string(),
  form: z.enum(['a', 'b']),
});
export type AnswerClaim = z.infer<typeof answerClaim>;

/**
 * One inbound message whose turn is to be run, as queued; or a `wake`: the time at which a flow continues
 * without one has come. @see design 5.3, 5.4
 */
export const turnRecord = z.object({
  kind: z.enum(['turn', 'wake']),
  /** The same for every delivery of this message: what makes its turn run once. */
  turnId: z.string(),
  message: canonicalMessage,
  flowId: z.string(),
  /** Session of a web chat, user of another channel: whose conversation it is. */
  sessionId: z.string(),
  /** Channel account that the message came through; none for web chat. */
  accountId: z.optional(z.string()),
  idleMinutes: z.int(),
  retentionDays: z.int(),
  claim: z.optional(answerClaim),
  /** The visitor opened the chat without a message: the log has no message of theirs. @see design 2.5 */
  starts: z.optional(z.literal(true)),
  /** For a `wake`: the due time in the flow's state, epoch milliseconds. */
  wakeAtMs: z.optional(z.int()),
  /** Since when, epoch milliseconds, earlier deliveries were tried: one may have queued it, so that its turn may have run. */
  triedSinceMs: z.optional(z.int()),
  /** When an operator sent it once more, epoch milliseconds. */
  redrivenAtMs: z.optional(z.int()),
});
export type TurnRecord = z.infer<typeof turnRecord>;

const what = {
  /** A reaction without an `emoji` takes an earlier one back. */
  kind: z.enum(['edited', 'deleted', 'reaction']),
  /** The message's new text. */
  text: z.optional(z.string()),
  attachments: z.optional(z.array(attachment)),
  emoji: z.optional(z.string()),
};

/**
 * A provider's update of a message, by the provider's ID:
 * `{"kind":"edited","providerMessageId":"wamid.…","text":"21"}`
 */
const providerUpdate = z.object({ ...what, providerMessageId: z.string() });
export type ProviderUpdate = z.infer<typeof providerUpdate>;

/**
 * A provider's update of an earlier message, on the conversation's queue, so that their order is kept:
 * `{"kind":"update",…}`
 */
export const updateRecord = z.object({
  kind: z.literal('update'),
  /** The same for each delivery. */
  turnId: z.string(),
  /** The sender and the time; without a text. */
  message: canonicalMessage,
  accountId: z.string(),
  update: providerUpdate,
  /** The turn of the message that it is about, if that is one of the visitor's: one for each key of ids. */
  turnIds: z.array(z.string()),
});

/** What the visitor later did to a message. The log keeps the original text. @see design 15 */
export const messageUpdate = z.object({
  id: z.string(),
  ...what,
  /** The message of the log; null while that has not come. */
  messageId: z.nullable(z.string()),
  /** ISO 8601 UTC, by the provider's clock. */
  at: z.string(),
});
export type MessageUpdate = z.infer<typeof messageUpdate>;

/** A message as people of the tenant read it, with what its visitor has done to it, oldest first. */
export const readMessage = z.object({ ...logMessage.shape, updates: z.optional(z.array(messageUpdate)) });
export type ReadMessage = z.infer<typeof readMessage>;

export type UpdateRecord = z.infer<typeof updateRecord>;

/** An agent of a contact center, as it names them. */
const agent = z.object({ id: z.string(), name: z.string(), picture: z.optional(z.string()) });
export type CenterAgent = z.infer<typeof agent>;

/** The handoff, its conversation, and the contact center's account. */
const linked = {
  tenantId: z.string(),
  conversationId: z.string(),
  handoffId: z.string(),
  accountId: z.string(),
};

/** An event of a contact center, or of the connection to it, in a conversation. */
const centerAction = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('says'),
    agent: z.optional(agent),
    text: z.string(),
    choices: z.optional(z.array(choice)),
    attachments: z.optional(z.array(attachment)),
  }),
  z.object({ type: z.literal('takes'), agent: z.optional(agent) }),
  z.object({
    type: z.literal('ends'),
    agent: z.optional(agent),
    how: z.enum(['return', 'close']),
    stepId: z.optional(z.string()),
  }),
  /** It can't be reached, or can again. */
  z.object({ type: z.literal('away') }),
  z.object({ type: z.literal('back') }),
  /** An event could not be delivered to the center, or one of its calls is missing: agents of the tenant are notified. */
  z.object({ type: z.literal('note'), text: z.string() }),
  /** Missing messages up to this position are no longer waited for. */
  z.object({ type: z.literal('goes-on'), position: z.int() }),
]);
export type CenterAction = z.infer<typeof centerAction>;

/** An action of a contact center's agent, on the conversation's queue: `{"kind":"agent",…}`. @see handoff.md 4.2 */
export const agentRecord = z.object({
  kind: z.literal('agent'),
  ...linked,
  /** The same for each delivery. */
  turnId: z.string(),
  /** The center's own id of it; null for what the gateway does itself. */
  refId: z.nullable(z.string()),
  correlationId: z.string(),
  /** Epoch milliseconds. */
  receivedAtMs: z.number(),
  /** Since when, epoch milliseconds, earlier deliveries were tried: one may have queued it, so that it may have been done. */
  triedSinceMs: z.optional(z.int()),
  /** Its place among what the center sends of this handoff. */
  position: z.optional(z.int()),
  doings: z.array(centerAction),
});
export type AgentRecord = z.infer<typeof agentRecord>;

/** There is something to tell a center: `{"kind":"center",…}`. What it is, log and item say. @see handoff.md 4.1 */
export const centerRecord = z.object({
  kind: z.literal('center'),
  ...linked,
  /** The time of the report, epoch milliseconds. */
  atMs: z.number(),
  tells: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('rejected'), refId: z.string(), code: z.string() }),
      z.object({ type: z.literal('typing'), untilMs: z.number() }),
      /** The delivery status of an agent's message to the visitor; `refId` is the center's own id of it. */
      z.object({ type: z.literal('receipt'), messageId: z.string(), refId: z.string() }),
      /** Not the center: the visitor's chat app, that its agent has read what they wrote, or writes. */
      z.object({ type: z.literal('attention'), isTyping: z.boolean() }),
      /** Not the center: its conversation's queue, once a gap has been waited for. */
      z.object({ type: z.literal('gap'), position: z.int(), untilMs: z.number() }),
    ]),
  ),
});
export type CenterRecord = z.infer<typeof centerRecord>;

/**
 * A task of the schedule: the due conversations of these shards are to be visited, or these conversations woken, whose
 * time has come when the task does. @see design 5.5, docs/decisions/schedule.md
 */
export const shardsRecord = z.object({
  kind: z.literal('look-after'),
  shards: z.array(z.int()),
  conversations: z.optional(z.array(z.object({ tenantId: z.string(), conversationId: z.string() }))),
});
export type ShardsRecord = z.infer<typeof shardsRecord>;

/** A provider's own words about a message that it did not deliver. */
export const deliveryError = z.object({
  code: z.string(),
  title: z.optional(z.string()),
  message: z.optional(z.string()),
  details: z.optional(z.string()),
});

/** A provider's statuses of many replies at once, to be stored. @see docs/decisions/large-bodies.md */
export const statusesRecord = z.object({
  kind: z.literal('statuses'),
  tenantId: z.string(),
  channel: channelName,
  statuses: z.array(
    z.object({
      providerMessageId: z.string(),
      state: z.enum(['sent', 'failed', 'delivered', 'read']),
      reason: z.optional(z.string()),
      error: z.optional(deliveryError),
      at: z.string(),
      replyId: z.optional(z.string()),
      recipient: z.optional(z.string()),
    }),
  ),
});
export type StatusesRecord = z.infer<typeof statusesRecord>;

/** A user is no longer an agent: their conversations return to the queue. */
export const releaseRecord = z.object({
  kind: z.literal('give-back'),
  tenantId: z.string(),
  userId: z.string(),
  /** A queue that the user has left: only conversations of it. */
  queue: z.optional(z.string()),
});
export type ReleaseRecord = z.infer<typeof releaseRecord>;

/** Conversations of a tenant's automatic queues are to be assigned. */
export const assignRecord = z.object({
  kind: z.literal('assign'),
  tenantId: z.string(),
  /** One that has just been requested: the index may not show it yet. */
  conversationId: z.optional(z.string()),
  /** An agent who may have fewer conversations than before. */
  userId: z.optional(z.string()),
});
export type AssignRecord = z.infer<typeof assignRecord>;

/** The last event of a web chat turn as the bus's rule brings it back: proof that the turn's events are published. */
export const publishedRecord = z.object({
  'detail-type': z.string(),
  detail: z.object({ tenantId: z.string(), conversationId: z.string(), endsTurn: z.string() }),
});

/** The bus's rule for that; other channels' turns are settled by a worker, which has time to say so itself. */
export const publishedPattern = {
  source: [eventSource],
  detail: { channel: ['webchat'], endsTurn: [{ exists: true }] },
};

/** A file became part of a message, and is kept as long as that. */
const keepFileRecord = z.object({
  kind: z.literal('keep-file'),
  tenantId: z.string(),
  fileId: z.string(),
});

/** A provider holds a file of a message: it is to be fetched. @see design 14 */
const fetchMediaRecord = z.object({
  kind: z.literal('fetch-media'),
  tenantId: z.string(),
  fileId: z.string(),
  channel: channelName,
  accountId: z.string(),
  conversationId: z.string(),
  mediaId: z.string(),
  mimeType: z.string(),
  filename: z.string(),
  sha256: z.optional(z.string()),
  /** When the message was received, epoch milliseconds. */
  receivedAtMs: z.int(),
  retentionDays: z.int(),
  correlationId: z.string(),
});
export type FetchMediaRecord = z.infer<typeof fetchMediaRecord>;

/** Records that the gateway itself puts on the file queue. */
export const fileJob = z.discriminatedUnion('kind', [keepFileRecord, fetchMediaRecord]);
export type FileJob = z.infer<typeof fileJob>;

/** The fields used of S3's notification about a new object; its test event has none. */
export const objectsCreated = z.object({
  Records: z.array(
    z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string() }) }) }),
  ),
});

/** A conversation whose replies have waited outside the queue and can continue: `{"kind":"reply-due",…}`. @see design 5.3 */
export const replyDueRecord = z.object({
  kind: z.literal('reply-due'),
  tenantId: z.string(),
  conversationId: z.string(),
  /** Since when it might go, epoch milliseconds. */
  dueAtMs: z.number(),
});

/**
 * A health check of a function: `{"kind":"probe"}`. It reads what every record reads and changes nothing, so that
 * a deployment can test functions without a URL.
 */
export const probeRecord = z.object({ kind: z.literal('probe') });

const messageReceived = 'Conversation.MessageReceived';

/**
 * The bus rule for messages of chat apps: one that a visitor writes to an agent is committed without an event, and only
 * announced as it arrives. The search index looks for it in the log.
 */
export const arrivalPattern = {
  source: [eventSource],
  'detail-type': [messageReceived],
  detail: { channel: channelNames.filter((channel) => channel !== 'webchat') },
};

/** An event as that rule brings it, without what the visitor wrote. */
export const arrivalRecord = z.object({
  'detail-type': z.literal(messageReceived),
  detail: z.object(ofMessage),
});
