import * as z from 'zod/mini';
import { rangeQuery, reportRange } from './reports.ts';

/** `GET /reports/refusals?from=2026-10-01&to=2026-10-31` @see handoff.md 6.4 */
export const refusalsQuery = z.strictObject(rangeQuery);
export type RefusalsQuery = z.infer<typeof refusalsQuery>;

const refused = {
  /** Requests of visitors, at least. */
  count: z.int(),
  /** Those of them that were to bring a message. */
  messages: z.int(),
};

/** The response of `GET /reports/refusals`, most frequent first. */
export const refusalsAnswer = z.object({
  ...reportRange,
  /** Days after which nothing is known of a day any more. */
  keptDays: z.int(),
  total: z.object(refused),
  rows: z.array(
    z.object({
      /** The problem's code. */
      code: z.string(),
      /** The site, or `none`, `unreadable` or `others`. */
      origin: z.string(),
      ...refused,
    }),
  ),
});
export type RefusalsAnswer = z.infer<typeof refusalsAnswer>;
