import * as z from 'zod/mini';
import { channelName, eventSource } from './vocabulary.ts';

/**
 * A task of the schedule: these shards of the appointments are to be looked after, or these conversations woken, whose
 * time has come when the task does. @see design 5.5, docs/decisions/schedule.md
 */
export const lookAfterRecord = z.object({
  kind: z.literal('look-after'),
  shards: z.array(z.int()),
  conversations: z.optional(z.array(z.object({ tenantId: z.string(), conversationId: z.string() }))),
});
export type LookAfterRecord = z.infer<typeof lookAfterRecord>;

/** What a provider said of many replies at once, to be kept. @see docs/decisions/large-bodies.md */
export const statusesRecord = z.object({
  kind: z.literal('statuses'),
  tenantId: z.string(),
  channel: channelName,
  statuses: z.array(
    z.object({
      providerMessageId: z.string(),
      state: z.enum(['sent', 'failed', 'delivered', 'read']),
      reason: z.optional(z.string()),
      error: z.optional(
        z.object({
          code: z.string(),
          title: z.optional(z.string()),
          message: z.optional(z.string()),
          details: z.optional(z.string()),
        }),
      ),
      at: z.string(),
      replyId: z.optional(z.string()),
      recipient: z.optional(z.string()),
    }),
  ),
});
export type StatusesRecord = z.infer<typeof statusesRecord>;

/** Somebody may answer visitors no more: what they have is given back. */
export const giveBackRecord = z.object({
  kind: z.literal('give-back'),
  tenantId: z.string(),
  userId: z.string(),
});
export type GiveBackRecord = z.infer<typeof giveBackRecord>;

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
