import * as z from 'zod/mini';
import { nextRead } from './poll.ts';
import {
  answerInput,
  attachment,
  author,
  card,
  choice,
  conversationStatus,
  flowPosition,
  handoff,
  markdown,
} from './vocabulary.ts';

/** The message's position in the log: polls start after it. Not in a 202. */
const logged = { id: z.optional(z.string()), seq: z.optional(z.int()), timestamp: z.optional(z.string()) };

/** @see spec "Web chat response, Form A", design 2.5 */
export const formAResponse = z.object({
  conversationId: z.string(),
  status: conversationStatus,
  replies: z.array(
    z.object({
      text: z.string(),
      markdown,
      choices: z.optional(z.array(choice)),
      attachments: z.optional(z.array(attachment)),
      cards: z.optional(z.array(card)),
      input: z.optional(answerInput),
      ...logged,
    }),
  ),
  /** The visitor's own message, as the log has it; none of what began without one. */
  message: z.optional(z.object(logged)),
  /** Only in a 202: the id to long-poll after. */
  after: z.optional(z.string()),
  next: z.optional(nextRead),
});
export type FormAResponse = z.infer<typeof formAResponse>;

/** @see spec "Web chat response, Form B (status 200)" */
export const formBResponse = z.object({
  messageId: z.string(),
  conversationId: z.string(),
  replies: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      markdown,
      author,
      timestamp: z.optional(z.string()),
      choices: z.optional(z.array(choice)),
      attachments: z.optional(z.array(attachment)),
      cards: z.optional(z.array(card)),
      input: z.optional(answerInput),
    }),
  ),
  flow: flowPosition,
  handoff: z.nullable(handoff),
  next: z.optional(nextRead),
});
export type FormBResponse = z.infer<typeof formBResponse>;

/** The 202 of Form B. @see design 2.5 */
export const formBPending = z.object({
  messageId: z.string(),
  conversationId: z.string(),
  status: z.literal('pending'),
  after: z.string(),
  next: z.optional(nextRead),
});
export type FormBPending = z.infer<typeof formBPending>;
