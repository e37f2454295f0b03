import * as z from 'zod/mini';
import { runState } from './runs.ts';
import { channelName, eventSource } from './vocabulary.ts';

/** The bus's rule for runs: the last event of a turn, whatever it tells. @see handoff.md 6.1 */
export const runPattern = { source: [eventSource], detail: { run: { id: [{ exists: true }] } } };

/** An event as that rule brings it. */
export const runRecord = z.object({
  'detail-type': z.optional(z.string()),
  detail: z.object({
    tenantId: z.string(),
    conversationId: z.string(),
    channel: channelName,
    run: runState,
  }),
});
