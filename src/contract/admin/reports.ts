import * as z from 'zod/mini';
import { channelName, identifier } from '../vocabulary.ts';

const date = z.iso.date();
/** Calendars of other millennia are another matter. */
const day = z.iso
  .date()
  .check(z.refine((text) => text >= '2000' && text < '3000', { message: 'must lie between 2000 and 2999' }));
/** The range of days. */
const rangeQuery = {
  /** Days on the tenant's clocks, both of them included. */
  from: day,
  to: day,
};
const place = {
  channel: z.optional(channelName),
  /** A widget, or an account of that channel. */
  place: z.optional(identifier),
};
const version = z.coerce.number().check(z.int(), z.gte(1));

/** The dimensions of figures. */
export const figureGroups = [
  'hour',
  'day',
  'weekday-hour',
  'flow',
  'version',
  'channel',
  'place',
  'queue',
  'owner',
] as const;

/** The additional dimension of estimated costs. */
export const costParts = ['flow', 'channel', 'place'] as const;

/** `GET /reports/figures?from=2026-10-01&to=2026-10-31&group=day` @see handoff.md 6.4 */
export const figuresQuery = z.strictObject({
  ...rangeQuery,
  ...place,
  group: z.optional(z.enum(figureGroups)),
  /** The same length before, from the same weekday on. */
  compare: z.optional(z.literal('before')),
  flow: z.optional(identifier),
  version: z.optional(version),
  /** Adds the cost of each of these to each row and to the total. */
  costBy: z.optional(z.enum(costParts)),
  /** For the figures of handoffs. */
  queue: z.optional(identifier),
  /** Seconds within which a handoff is to be taken. */
  within: z.optional(z.enum(['20', '30', '60', '120', '300'])),
});
export type FiguresQuery = z.infer<typeof figuresQuery>;

/** Returns the days that `compare=before` adds: whole weeks earlier, so that weekdays match. */
export function rangeBefore({ from, to }: Pick<FiguresQuery, 'from' | 'to'>) {
  const weekMs = 7 * 24 * 60 * 60_000;
  const weeks = Math.floor((Date.parse(to) - Date.parse(from)) / weekMs) + 1;
  const before = (date: string) => new Date(Date.parse(date) - weeks * weekMs).toISOString().slice(0, 10);
  return { from: before(from), to: before(to) };
}

/** `GET /reports/steps?flow=support&version=7` */
export const stepsQuery = z.strictObject({
  ...rangeQuery,
  ...place,
  flow: identifier,
  version: z.optional(version),
});
export type StepsQuery = z.infer<typeof stepsQuery>;

/** `GET /reports/versions?flow=support&version=8&against=7` */
export const versionsQuery = z.strictObject({
  ...rangeQuery,
  ...place,
  flow: identifier,
  version,
  against: version,
});
export type VersionsQuery = z.infer<typeof versionsQuery>;

/** `GET /reports/labels?from=2026-10-01&to=2026-10-31` */
export const labelsQuery = z.strictObject({
  ...rangeQuery,
  ...place,
  flow: z.optional(identifier),
  version: z.optional(version),
});
export type LabelsQuery = z.infer<typeof labelsQuery>;

/** A share of something, 0 to 1; null of nothing. */
const share = z.nullable(z.number());
const count = z.int();
/** The count, and the median and 95th percentile in milliseconds. */
const times = z.object({ n: count, p50: z.nullable(count), p95: z.nullable(count) });

/** The figures of a range, a row or a version. @see handoff.md 6.4 */
export const figures = z.object({
  runs: z.object({
    started: count,
    open: count,
    /** Those that have ended: each is in exactly one of the four. */
    ended: count,
    handedOver: count,
    failed: count,
    abandoned: count,
    flowAlone: count,
    handedOverShare: share,
    failedShare: share,
    abandonedShare: share,
    flowAloneShare: share,
    /** Neither handed over nor failed: those who gave up are among them. */
    containedShare: share,
    resolvedAssumed: count,
    resolvedAssumedShare: share,
    /** Whether the three days in which a visitor may return are over for the whole range. */
    resolvedFinal: z.boolean(),
  }),
  /**
   * Channel and user id, each once in all of the range; null where some of it was counted before visitors were. Above some
   * hundred it is estimated, with a standard error of 1.6 per cent.
   */
  visitors: z.object({ distinct: z.nullable(count), exact: z.boolean() }),
  messages: z.object({
    visitor: count,
    bot: count,
    agent: count,
    undelivered: count,
    undeliveredShare: share,
  }),
  turns: z.object({ turns: count, failed: count, failedShare: share }),
  /** For language models. */
  tokens: count,
  /** An estimate: messages of visitors, by what one costs at list prices of AWS on its channel. */
  costUsd: z.number(),
  firstReply: times,
  turnTime: times,
  handoffs: z.object({
    requested: count,
    taken: count,
    stillWaiting: count,
    /**
     * The longest current wait, whenever the conversation was handed off; 0 if nobody waits. Reported in total and
     * by queue if there are no other filters, otherwise null.
     */
    longestNowMs: z.nullable(count),
    notTaken: count,
    refusedByHours: count,
    refusedByHoursShare: share,
    abandoned: count,
    abandonedShare: share,
    /** Handoffs abandoned within five seconds. */
    abandonedEarly: count,
    serviceLevel: share,
    neverAnswered: count,
    waited: z.extend(times, { histogram: z.array(z.object({ untilMs: count, n: count })) }),
    /** The same without what lay outside of the opening hours of the step that asked. */
    waitedInside: times,
    firstResponse: times,
    responseTime: times,
    heldMs: count,
    attendedMs: count,
    ended: z.object({ returned: count, closed: count, expired: count, visitor: count, erased: count }),
  }),
  csat: z.object({
    asked: count,
    answered: count,
    answerShare: share,
    good: count,
    goodShare: share,
    mean: z.nullable(z.number()),
    /** The number of ratings 1 to 5. */
    answers: z.array(count),
  }),
  nps: z.object({
    asked: count,
    answered: count,
    promoters: count,
    detractors: count,
    /** -100 to 100 */
    score: z.nullable(z.number()),
  }),
  resolved: z.object({ asked: count, yes: count, no: count, share }),
});
export type Figures = z.infer<typeof figures>;

/** The days that a response covers. */
const reportRange = {
  /** The time zone. */
  zone: z.string(),
  from: date,
  to: date,
  /** The time of the last count; null if there was none. */
  until: z.nullable(z.string()),
};

/** The dimensions of a row. */
const label = z.union([
  z.object({ at: z.string() }),
  z.object({ date }),
  z.object({ weekday: count, hour: count }),
  z.object({ flow: z.string(), version: count }),
  z.object({ flow: z.string() }),
  z.object({ channel: z.string(), place: z.nullable(z.string()) }),
  z.object({ channel: z.string() }),
  z.object({ queue: z.string() }),
  z.object({ owner: z.string() }),
]);

/** The cost of a row's parts, highest first; widget `acme-web` is `webchat/acme-web`. */
const costs = z.optional(z.array(z.object({ of: z.string(), usd: z.number() })));

const figuresRow = z.object({
  key: z.string(),
  label,
  figures,
  compared: z.nullable(figures),
  costs,
});
export type FiguresRow = z.infer<typeof figuresRow>;

/** The response of `GET /reports/figures`. */
export const figuresAnswer = z.object({
  ...reportRange,
  rows: z.array(figuresRow),
  total: figures,
  costs,
  compared: z.nullable(z.object({ from: date, to: date, total: figures })),
});
export type FiguresAnswer = z.infer<typeof figuresAnswer>;

/** The response of `GET /reports/steps`: how many runs reached each step (once per run) and how many ended there. */
export const stepsAnswer = z.object({
  ...reportRange,
  flow: z.string(),
  started: count,
  steps: z.array(
    z.object({
      version: count,
      stepId: z.string(),
      reached: count,
      left: count,
      reachedShare: share,
      leavingShare: share,
    }),
  ),
});
export type StepsAnswer = z.infer<typeof stepsAnswer>;

/** The response of `GET /reports/labels`: a run counts for each label that its conversation had at its last change. */
export const labelsAnswer = z.object({
  ...reportRange,
  /** All runs, labeled or not. */
  started: count,
  /** Most runs first; the name is null for a label that was deleted since. */
  labels: z.array(z.object({ id: z.string(), name: z.nullable(z.string()), runs: count, share })),
  days: z.array(z.object({ date, id: z.string(), runs: count })),
});
export type LabelsAnswer = z.infer<typeof labelsAnswer>;

/** The shares that two versions are compared by. */
export const comparedShares = [
  'failedShare',
  'handedOverShare',
  'abandonedShare',
  'flowAloneShare',
  'containedShare',
] as const;

/** The response of `GET /reports/versions`: differences with 95 % intervals, from a hundred runs of each version. */
export const versionsAnswer = z.object({
  ...reportRange,
  flow: z.string(),
  versions: z.array(z.object({ version: count, figures })),
  differences: z.array(
    z.object({
      figure: z.enum(comparedShares),
      difference: z.nullable(z.number()),
      low: z.nullable(z.number()),
      high: z.nullable(z.number()),
    }),
  ),
});
export type VersionsAnswer = z.infer<typeof versionsAnswer>;

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
