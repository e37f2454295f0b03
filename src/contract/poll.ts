import * as z from 'zod/mini';
import { agentName, attachment, author, choice, conversationStatus } from './vocabulary.ts';

/** One message of the log, as the long-poll shows it. @see design 2.5 */
export const logMessage = z.object({
  id: z.string(),
  /** 1, 2, 3 … within the conversation. */
  seq: z.int(),
  author,
  /** Of a message of author `agent`: who. */
  agent: z.optional(agentName),
  text: z.string(),
  choices: z.optional(z.array(choice)),
  attachments: z.optional(z.array(attachment)),
  timestamp: z.string(),
});
export type LogMessage = z.infer<typeof logMessage>;

/**
 * When a client should read again: `now` (a turn is pending, or a human has the conversation), an ISO time, or null:
 * nothing comes unless the visitor writes. @see design 2.5
 */
export const nextRead = z.nullable(z.string());

/** @see design 2.5 */
export const pollResponse = z.object({
  conversationId: z.string(),
  status: conversationStatus,
  messages: z.array(logMessage),
  /** The id to send next; null only while the conversation has no message. */
  after: z.nullable(z.string()),
  next: z.optional(nextRead),
});
export type PollResponse = z.infer<typeof pollResponse>;
