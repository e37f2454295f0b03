import * as z from 'zod/mini';
import { logMessage } from './poll.ts';
import { attachment } from './vocabulary.ts';

const what = {
  /** A reaction without an `emoji` takes an earlier one back. */
  kind: z.enum(['edited', 'deleted', 'reaction']),
  /** What the message says now. */
  text: z.optional(z.string()),
  attachments: z.optional(z.array(attachment)),
  emoji: z.optional(z.string()),
};

/** What a provider says of a message, by its own id of that: `{"kind":"edited","providerMessageId":"wamid.…","text":"21"}` */
export const providerUpdate = z.object({ ...what, providerMessageId: z.string() });
export type ProviderUpdate = z.infer<typeof providerUpdate>;

/** What the visitor has done to a message later. The log keeps what the message said before. @see design 15 */
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
