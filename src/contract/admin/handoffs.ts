import * as z from 'zod/mini';
import { handoffOwner } from '../events.ts';
import { channelName } from '../vocabulary.ts';

/** A handoff as a list shows it: what the conversation's item tells. @see handoff.md 2.1 */
export const handoffRow = z.object({
  conversationId: z.string(),
  handoffId: z.string(),
  /** Of the conversation: the greatest that a client has seen is the latest. */
  version: z.int(),
  epoch: z.int(),
  state: z.enum(['requested', 'taken']),
  queue: z.string(),
  reason: z.string(),
  owner: z.nullable(handoffOwner),
  /** Kept for a colleague until then. */
  offer: z.nullable(z.object({ userId: z.string(), until: z.string() })),
  visitor: z.object({
    id: z.string(),
    name: z.nullable(z.string()),
    channel: channelName,
    language: z.nullable(z.string()),
    verified: z.boolean(),
  }),
  requestedAt: z.string(),
  /** The first message of the visitor's that nobody has answered. */
  waitingSince: z.nullable(z.string()),
  deadlineAt: z.string(),
  /** Until when a chat app takes free text. */
  windowEndsAt: z.optional(z.string()),
  lastText: z.string(),
  lastSeq: z.int(),
});
export type HandoffRow = z.infer<typeof handoffRow>;

/** A handoff as its own page shows it. */
export const handoffView = z.extend(handoffRow, {
  /** Variables that the flow's step names. */
  share: z.record(z.string(), z.unknown()),
  /** Where it goes on when it is given back, unless told; null when the flow names nothing. */
  next: z.nullable(z.string()),
  /** Steps of the run's version that it may be given back to. */
  steps: z.array(z.object({ id: z.string(), kind: z.string() })),
});
export type HandoffView = z.infer<typeof handoffView>;
