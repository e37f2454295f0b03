import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { channelName, flowPosition, identifier } from '../vocabulary.ts';
import { listQuery, pageOf } from './lists.ts';

/** How a run stands: it goes on, waits for a human, is with one, or how it ended. */
export const runStatus = z.enum(['active', 'waiting', 'taken', 'completed', 'expired', 'failed']);

/** `GET /conversations?status=…&flow=…&channel=…`: the latest first. @see handoff.md 6.2 */
export const conversationsQuery = z
  .strictObject({
    ...listQuery,
    status: z.optional(runStatus),
    flow: z.optional(identifier),
    /** Of that flow. */
    version: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    channel: z.optional(channelName),
    /** A widget, or an account of that channel. */
    place: z.optional(identifier),
    /** A user's id on that channel. */
    user: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.visitorIdChars))),
    /** Begun then or later, and before; where nothing else is asked, active then or later, and before. */
    from: z.optional(z.iso.datetime({ offset: true })),
    to: z.optional(z.iso.datetime({ offset: true })),
  })
  .check(
    z.refine(({ version, flow }) => version === undefined || flow !== undefined, {
      path: ['version'],
      message: 'needs "flow"',
    }),
    z.refine(({ place, user, channel }) => (place ?? user) === undefined || channel !== undefined, {
      path: ['channel'],
      message: 'is needed by "place" and "user"',
    }),
    z.refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: 'must lie after "from"',
    }),
  );
export type ConversationsQuery = z.infer<typeof conversationsQuery>;

/** A conversation by its latest run. */
export const conversationRow = z.object({
  conversationId: z.string(),
  runId: z.string(),
  channel: channelName,
  /** Widget or account. */
  place: z.nullable(z.string()),
  userId: z.string(),
  status: runStatus,
  flow: flowPosition,
  startedAt: z.string(),
  lastActivityAt: z.string(),
  endedAt: z.nullable(z.string()),
  messages: z.object({ visitor: z.int(), bot: z.int(), agent: z.int() }),
  handoffs: z.int(),
  /** Of the last handoff. */
  queue: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  language: z.nullable(z.string()),
  failedTurns: z.int(),
});
export type ConversationRow = z.infer<typeof conversationRow>;
export const conversationsPage = pageOf(conversationRow);
