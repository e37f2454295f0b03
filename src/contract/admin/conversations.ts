import * as z from 'zod/mini';
import { readMessage } from '../message-updates.ts';
import { channelName, conversationStatus, flowPosition, handoff, messageId } from '../vocabulary.ts';
import { listQuery, pageOf } from './lists.ts';

/** `GET /conversations/{conversationId}`. The session is a credential, and not in it. @see design 2.2 */
export const conversationView = z.object({
  conversationId: z.string(),
  channel: channelName,
  widgetId: z.nullable(z.string()),
  /** The user on the channel, as events name them. */
  userId: z.string(),
  status: conversationStatus,
  /** Where the flow stands; null before its first step. */
  flow: z.nullable(flowPosition),
  variables: z.record(z.string(), z.json()),
  handoff: z.nullable(handoff),
  /** Messages that were acknowledged and wait for their turn. */
  waiting: z.int(),
  messages: z.int(),
  lastActivityAt: z.string(),
});
export type ConversationView = z.infer<typeof conversationView>;

/** `?after=` the id of the last message that one has; the oldest first. */
export const messagesQuery = z.strictObject({ ...listQuery, after: z.optional(messageId) });

/** What became of a reply on its way; null while no provider has taken it, absent on web chat. */
export const delivery = z.nullable(
  z.looseObject({ state: z.string(), at: z.string(), reason: z.optional(z.string()) }),
);
export const transcriptMessage = z.object({ ...readMessage.shape, delivery: z.optional(delivery) });
export type TranscriptMessage = z.infer<typeof transcriptMessage>;
export const transcriptPage = pageOf(transcriptMessage);

/** `GET …/messages/{messageId}/trace`: the turn that a message belongs to, and what became of its replies. */
export const messageTrace = z.object({
  turnId: z.string(),
  correlationId: z.string(),
  committedAt: z.string(),
  /** What the turn answers; null when the flow went on by itself. */
  inbound: z.nullable(z.string()),
  /** Where the flow stood after it. */
  flow: flowPosition,
  status: conversationStatus,
  /** What it asked for besides replies. */
  notices: z.array(z.string()),
  /** Why it was given up; null when it was not. */
  failed: z.nullable(z.object({ reason: z.string(), attempts: z.int() })),
  replies: z.array(z.object({ id: z.string(), at: z.nullable(z.string()), detail: z.string() })),
});
export type MessageTrace = z.infer<typeof messageTrace>;
