import * as z from 'zod/mini';

/** A conversation whose replies have waited outside the queue and may go on: `{"kind":"reply-due",…}`. @see design 5.3 */
export const replyDueRecord = z.object({
  kind: z.literal('reply-due'),
  tenantId: z.string(),
  conversationId: z.string(),
  /** Since when it might go, epoch milliseconds. */
  dueAtMs: z.number(),
});
export type ReplyDueRecord = z.infer<typeof replyDueRecord>;
