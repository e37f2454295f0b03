import * as z from 'zod/mini';
import { fileStatus } from '../files.ts';
import { priority } from '../labels.ts';
import { limits, searchLimits } from '../limits.ts';
import { readMessage } from '../queue-records.ts';
import {
  author,
  channelName,
  conversationStatus,
  flowPosition,
  handoff,
  identifier,
  messageId,
} from '../vocabulary.ts';
import { sideEntry } from './handoffs.ts';
import { listQuery, pageOf } from './lists.ts';

/** `GET /conversations/{conversationId}`. The session is a credential, and not in it. @see design 2.2 */
export const conversationView = z.object({
  conversationId: z.string(),
  channel: channelName,
  widgetId: z.nullable(z.string()),
  /** The user on the channel, as events name them. */
  userId: z.string(),
  /** The visitor's name, if one is known. */
  name: z.nullable(z.string()),
  status: conversationStatus,
  /** The current step; null before the first one. */
  flow: z.nullable(flowPosition),
  variables: z.record(z.string(), z.json()),
  handoff: z.nullable(handoff),
  /** Messages that were acknowledged and wait for their turn. */
  waiting: z.int(),
  messages: z.int(),
  /** IDs of the tenant's labels. */
  labels: z.array(z.string()),
  priority,
  lastActivityAt: z.string(),
});
export type ConversationView = z.infer<typeof conversationView>;

/** `?after=` the id of the last message that one has; the oldest first. */
export const messagesQuery = z.strictObject({ ...listQuery, after: z.optional(messageId) });

/** The delivery status of a reply; null until the provider has accepted it, absent on web chat. */
export const delivery = z.nullable(
  z.looseObject({ state: z.string(), at: z.string(), reason: z.optional(z.string()) }),
);
export const transcriptMessage = z.object({ ...readMessage.shape, delivery: z.optional(delivery) });
export type TranscriptMessage = z.infer<typeof transcriptMessage>;
/** The page for API keys. */
export const serviceMessagesPage = pageOf(transcriptMessage);
/** The page for users: the first one also has all notes and events. */
export const transcriptPage = z.object({
  ...serviceMessagesPage.shape,
  side: z.optional(z.array(sideEntry)),
});
export type TranscriptPage = z.infer<typeof transcriptPage>;

/** How far a reply of a turn has come. */
export const replyTrace = z.object({
  id: z.string(),
  at: z.nullable(z.string()),
  /** `in_log`: the widget reads it; `behind`: it waits for earlier replies; `held`: sending is paused. */
  state: z.enum(['in_log', 'pending', 'behind', 'held', 'sent', 'failed', 'delivered', 'read']),
  reason: z.optional(z.string()),
  /** The account whose sending is paused. */
  accountId: z.optional(z.string()),
  tries: z.optional(z.int()),
  nextTryAt: z.optional(z.string()),
  /** Whether it waits outside the queue. */
  waits: z.optional(z.boolean()),
  providerMessageId: z.optional(z.string()),
  /** Which of its messages this is about, and of how many. */
  part: z.optional(z.int()),
  of: z.optional(z.int()),
  /** All of it in English. */
  detail: z.string(),
});

/** `GET …/messages/{messageId}/trace`: the turn that a message belongs to, and what became of its replies. */
export const messageTrace = z.object({
  turnId: z.string(),
  correlationId: z.string(),
  committedAt: z.string(),
  /** The message that the turn answers; null when the flow continued by itself. */
  inbound: z.nullable(z.string()),
  /** The step after the turn. */
  flow: flowPosition,
  status: conversationStatus,
  /** Its effects other than replies. */
  notices: z.array(z.string()),
  /** Why it was given up; null when it was not. */
  failed: z.nullable(z.object({ reason: z.string(), attempts: z.int() })),
  replies: z.array(replyTrace),
});
export type MessageTrace = z.infer<typeof messageTrace>;

/** The status of a run: in progress, waiting for an agent, with one, or how it ended. */
export const runStatus = z.enum(['active', 'waiting', 'taken', 'completed', 'expired', 'failed']);

/** `GET /conversations?status=…&flow=…&channel=…`: the latest first. @see handoff.md 6.2 */
export const conversationsQuery = z
  .strictObject({
    ...listQuery,
    status: z.optional(runStatus),
    flow: z.optional(identifier),
    /** The flow's version. */
    version: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    channel: z.optional(channelName),
    /** A widget, or an account of that channel. */
    place: z.optional(identifier),
    /** ID of a label. */
    label: z.optional(identifier),
    priority: z.optional(priority),
    /** A user's id on that channel. */
    user: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.visitorIdChars))),
    /** Begun then or later, and before; where nothing else is asked, active then or later, and before. */
    from: z.optional(z.iso.datetime({ offset: true })),
    to: z.optional(z.iso.datetime({ offset: true })),
  })
  .check(
    z.refine(({ version, flow }) => version === undefined || flow !== undefined, {
      path: ['version'],
      message: 'needs "flow"',
    }),
    z.refine(({ place, user, channel }) => (place ?? user) === undefined || channel !== undefined, {
      path: ['channel'],
      message: 'is needed by "place" and "user"',
    }),
    z.refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: 'must lie after "from"',
    }),
  );
export type ConversationsQuery = z.infer<typeof conversationsQuery>;

/** A conversation by its latest run. */
export const conversationRow = z.object({
  conversationId: z.string(),
  runId: z.string(),
  channel: channelName,
  /** Widget or account. */
  place: z.nullable(z.string()),
  userId: z.string(),
  /** The visitor's name, if one is known. */
  name: z.nullable(z.string()),
  status: runStatus,
  flow: flowPosition,
  startedAt: z.string(),
  lastActivityAt: z.string(),
  /** The beginning of the last message. */
  lastText: z.optional(z.string()),
  endedAt: z.nullable(z.string()),
  messages: z.object({ visitor: z.int(), bot: z.int(), agent: z.int() }),
  handoffs: z.int(),
  /** The last handoff. */
  queue: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  language: z.nullable(z.string()),
  failedTurns: z.int(),
  /** IDs of the tenant's labels, as of the run's last change. */
  labels: z.array(z.string()),
  priority,
});
export type ConversationRow = z.infer<typeof conversationRow>;
export const conversationsPage = pageOf(conversationRow);

/** `GET /people/{channel}/{userId}/export`: one page after the other; each holds as much as fits. */
export const exportQuery = z.strictObject({ cursor: listQuery.cursor });

/** A conversation; one that continues on the next page has the rest there. */
const exportedConversation = z.looseObject({
  conversationId: z.string(),
  /** Null until its last part. */
  lastActivityAt: z.nullable(z.string()),
  turns: z.array(z.looseObject({ turnId: z.string() })),
  largeMessages: z.array(z.unknown()),
  /** Each with an address that it can be read from for an hour. */
  files: z.array(z.looseObject({ fileId: z.string(), status: fileStatus, url: z.nullable(z.string()) })),
  /** The figures of reports: messages, steps, times, answers and agents of each run. */
  runs: z.array(z.looseObject({ channel: z.string(), run: z.looseObject({ id: z.string() }) })),
  deadLetters: z.array(z.unknown()),
});

/** A page of everything that is kept of a person. @see docs/data.md */
export const personExport = z.object({
  tenantId: z.string(),
  channel: z.string(),
  userId: z.string(),
  exportedAt: z.string(),
  /** The visitor's identities. */
  names: z.array(z.string()),
  conversations: z.array(exportedConversation),
  cursor: z.nullable(z.string()),
});
export type PersonExport = z.infer<typeof personExport>;

/**
 * The response of `DELETE /people/{channel}/{userId}`: 200 when everything is deleted; 202, with nulls, if time
 * ran out: a repeated request continues.
 */
export const erasure = z.object({
  done: z.boolean(),
  conversations: z.nullable(z.int()),
  turns: z.nullable(z.int()),
  deadLetters: z.nullable(z.int()),
  names: z.nullable(z.int()),
});
export type Erasure = z.infer<typeof erasure>;

/** `GET /search?q=…`: conversations with every word, each as the beginning of a word. */
export const searchQuery = z.strictObject({
  ...listQuery,
  q: z.string().check(z.minLength(1), z.maxLength(searchLimits.queryChars)),
});

/** A conversation that was found. */
export const foundConversation = z.object({
  conversationId: z.string(),
  channel: channelName,
  userId: z.string(),
  name: z.nullable(z.string()),
  status: conversationStatus,
  /** The time of the message; without one, of the last message in that part of the conversation. */
  at: z.string(),
  /** The latest message with most of the words; null where only the visitor's details or the ID have them. */
  message: z.nullable(z.object({ id: z.string(), author })),
  /** The part of its text around the words, which lie between each start and end, counted in UTF-16 units. */
  snippet: z.object({ text: z.string(), marks: z.array(z.array(z.int()).check(z.length(2))) }),
});
export type FoundConversation = z.infer<typeof foundConversation>;

export const searchPage = z.object({
  items: z.array(foundConversation),
  cursor: z.nullable(z.string()),
  /** Only messages since then were searched, since there are too many; null: all of the last 90 days were. */
  since: z.nullable(z.string()),
});
export type SearchPage = z.infer<typeof searchPage>;
