import * as z from 'zod/mini';
import { hasOneContent, messageFields, replyAnswer } from '../admin/handoffs.ts';
import { accountChannels } from '../channels.ts';
import { limits } from '../limits.ts';
import { identifier } from '../vocabulary.ts';

/** A person at the system that has the key, as they are shown to the visitor. @see handoff.md 5 */
export const serviceAgent = z.strictObject({
  /** Their id there: what they own is known by it. */
  id: z.optional(
    z
      .string()
      .check(z.regex(/^[A-Za-z0-9._@+=/-]{1,64}$/, 'may hold letters, digits and . _ @ + = / - only')),
  ),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.identifierChars)),
});
export type ServiceAgent = z.infer<typeof serviceAgent>;

/** `POST /v1/service/messages`: in a conversation, or to a user of a channel who need not have written. */
export const serviceMessage = z
  .strictObject({
    to: z.union([
      z.strictObject({ conversationId: identifier }),
      z.strictObject({
        channel: z.enum(accountChannels),
        accountId: identifier,
        /** On chat apps, a phone number with country code, `4915110000001`, or the provider's user ID. */
        userId: z.string().check(z.minLength(1), z.maxLength(limits.identifierChars)),
      }),
    ]),
    ...messageFields,
  })
  .check(hasOneContent);
export type ServiceMessage = z.infer<typeof serviceMessage>;

/** The response. */
export const serviceMessageAnswer = z.object({
  conversationId: z.string(),
  ...z.pick(replyAnswer, { message: true, delivery: true, windowEndsAt: true }).shape,
});
export type ServiceMessageAnswer = z.infer<typeof serviceMessageAnswer>;
