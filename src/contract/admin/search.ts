import * as z from 'zod/mini';
import { searchLimits } from '../limits.ts';
import { author, channelName, conversationStatus } from '../vocabulary.ts';
import { listQuery } from './lists.ts';

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
