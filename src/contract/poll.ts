import * as z from 'zod/mini';
import {
  agentName,
  answerInput,
  author,
  conversationStatus,
  messageContent,
  sentTemplate,
} from './vocabulary.ts';

/** One message of the log, as the long-poll shows it. @see design 2.5 */
export const logMessage = z.object({
  id: z.string(),
  /** 1, 2, 3 … within the conversation. */
  seq: z.int(),
  author,
  /** The agent who wrote a message of author `agent`. */
  agent: z.optional(agentName),
  ...messageContent,
  /** The answer that a question expects. */
  input: z.optional(answerInput),
  /** For a template message to a chat app; `text` is the text that the visitor reads. */
  template: z.optional(sentTemplate),
  timestamp: z.string(),
});
export type LogMessage = z.infer<typeof logMessage>;

/**
 * When a client should read again: `now` (a turn is pending, or an agent has the conversation), an ISO time, or null:
 * nothing comes unless the visitor writes. @see design 2.5
 */
export const nextRead = z.nullable(z.string());

/** The state of a handoff as visitors see it. @see handoff.md 2.2 */
export const visitorHandoff = z.object({
  id: z.string(),
  /** The conversation waits for an agent or is with one, or the contact center can't be reached. */
  state: z.enum(['waiting', 'with_agent', 'delayed']),
  /** Place among those who wait, the first is 1; null beyond a hundred, or where it is not known. */
  position: z.nullable(z.int()),
  agent: z.nullable(agentName),
  /** Whether the agent is typing. */
  typing: z.boolean(),
  /** The visitor waits, and no agent of the queue is there; only where the widget asks for email addresses. */
  unattended: z.optional(z.literal(true)),
  /** Another one when any of this has changed; sent as `handoffTag`, a poll is answered when it does. */
  tag: z.string(),
});
export type VisitorHandoff = z.infer<typeof visitorHandoff>;

/** @see design 2.5 */
export const pollResponse = z.object({
  conversationId: z.string(),
  status: conversationStatus,
  messages: z.array(logMessage),
  /** The id to send next; null only while the conversation has no message. */
  after: z.nullable(z.string()),
  next: z.optional(nextRead),
  /** Null unless an agent has the conversation or was requested. */
  handoff: z.optional(z.nullable(visitorHandoff)),
  /** The visitor's email address is confirmed: unread replies of agents are announced there. */
  emailConfirmed: z.optional(z.literal(true)),
});
export type PollResponse = z.infer<typeof pollResponse>;
