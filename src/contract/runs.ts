import * as z from 'zod/mini';
import { priority } from './labels.ts';
import { channelName, eventSource, flowPosition } from './vocabulary.ts';

/** Buckets and how often each was met, one behind the other: `[45, 1, 47, 3]`. @see src/domain/runs/cells.ts */
const histogram = z.array(z.int());

/** The handoff state of a run. */
const runHandoff = z.object({
  id: z.string(),
  queue: z.string(),
  /** The step and flow that asked. */
  step: z.optional(flowPosition),
  requestedAtMs: z.int(),
  /** By the first who took it. */
  takenAtMs: z.optional(z.int()),
  firstAgentAtMs: z.optional(z.int()),
  endedAtMs: z.optional(z.int()),
  outcome: z.optional(z.enum(['returned', 'closed', 'expired', 'visitor', 'erased'])),
  /** No agent has it. */
  waits: z.optional(z.literal(true)),
  /** The last one. */
  owner: z.optional(
    z.object({ kind: z.enum(['user', 'service', 'center']), id: z.string(), name: z.string() }),
  ),
  /** From the visitor's first unanswered message to the answer. */
  responses: z.optional(histogram),
  heldMs: z.optional(z.int()),
  attendedMs: z.optional(z.int()),
});
export type RunHandoff = Readonly<z.infer<typeof runHandoff>> & {
  /** The part of the wait within the step's opening hours; computed by the consumer, not part of an event. */
  readonly insideMs?: number | undefined;
};

/** The steps of a flow's version that a run has reached: a bit for each in the order of their names, base64url. */
export const runFlow = z.object({ id: z.string(), version: z.int(), steps: z.string() });
export type RunFlow = Readonly<z.infer<typeof runFlow>>;

/** The run's figures in a conversation's item. @see handoff.md 6.1 */
const runFields = {
  id: z.string(),
  startedAtMs: z.int(),
  /** The run of the conversation before it. */
  previous: z.optional(z.string()),
  endedAtMs: z.optional(z.int()),
  outcome: z.optional(z.enum(['completed', 'expired', 'failed'])),
  flows: z.array(runFlow),
  /** Messages of the visitor, the bot and agents. */
  said: z.array(z.int()),
  firstReplyMs: z.optional(z.int()),
  /** From receipt to commit. */
  turns: histogram,
  failedTurns: z.optional(z.int()),
  handoffs: z.optional(z.array(runHandoff)),
  language: z.optional(z.string()),
};
export const run = z.object(runFields);
export type Run = Readonly<z.infer<typeof run>>;

/** The answer to a question. */
export const answerValue = z.json();

/** An answer to a question that measures something. */
const runAnswer = z.object({
  metric: z.enum(['csat', 'nps', 'resolved']),
  value: answerValue,
  stepId: z.string(),
  at: z.string(),
});
export type RunAnswer = Readonly<z.infer<typeof runAnswer>>;

/** Further figures of a committed turn. */
const asOfFields = {
  /** The version of the conversation. */
  v: z.int(),
  /** Widget or channel account. */
  place: z.optional(z.string()),
  answers: z.optional(z.array(runAnswer)),
  /** Handoffs that were asked for outside of their hours. */
  refused: z.optional(z.int()),
  tokens: z.optional(z.int()),
  /** Labels and priority of the conversation; absent: none. */
  labels: z.optional(z.array(z.string())),
  priority: z.optional(priority),
  /** The last activity, if it was not this turn. */
  activeMs: z.optional(z.int()),
};
/** A run after a committed turn. `userId` is set if the turn's replies go to another user. */
export const runAsOf = z.object({ ...runFields, ...asOfFields, userId: z.optional(z.string()) });
export type RunAsOf = Readonly<z.infer<typeof runAsOf>>;

/**
 * The complete state of a run at one version of its conversation, on the last event of a turn. The latest event
 * needs no earlier one.
 * @see handoff.md 6.1
 */
export const runState = z.object({
  ...runFields,
  ...asOfFields,
  userId: z.string(),
  lastActivityMs: z.int(),
  status: z.enum(['active', 'waiting', 'taken', 'completed', 'expired', 'failed']),
  flow: flowPosition,
  /** The tenant's retention. */
  retentionDays: z.int(),
});
export type RunState = Readonly<Omit<z.infer<typeof runState>, 'handoffs'>> & {
  readonly handoffs?: readonly RunHandoff[] | undefined;
};

/** The bus rule for runs: the last event of a turn, of any type. @see handoff.md 6.1 */
export const runPattern = { source: [eventSource], detail: { run: { id: [{ exists: true }] } } };

/** Fields of the message in every event. */
export const ofMessage = {
  tenantId: z.string(),
  conversationId: z.string(),
  messageId: z.string(),
  occurredAt: z.string(),
} as const;

/** An event as that rule brings it. */
export const runRecord = z.object({
  'detail-type': z.optional(z.string()),
  detail: z.object({ ...ofMessage, channel: channelName, run: runState }),
});

/** The progress in counting a large hour. */
const countPage = z.object({
  /** From one on. */
  n: z.int(),
  /** On whose clocks the hour is one. */
  zone: z.string(),
  startedAtMs: z.int(),
  /** The settings at that time. */
  marks: z.array(z.object({ tenantId: z.string(), slotMs: z.int(), count: z.int(), atMs: z.int() })),
  after: z.nullable(z.object({ partition: z.int(), pk: z.string(), sk: z.string() })),
});
export type CountPage = Readonly<z.infer<typeof countPage>>;

/** An hour of a tenant must be recounted; `byNight`: even without marks. */
export const rollUpTask = z.object({
  kind: z.literal('roll-up'),
  tenantId: z.string(),
  slotMs: z.int(),
  byNight: z.optional(z.literal(true)),
  page: z.optional(countPage),
});
export type RollUpTask = Readonly<z.infer<typeof rollUpTask>>;
/** The last two days of a tenant are to be counted, whatever is marked; the hours from one on. */
export const recountTask = z.object({
  kind: z.literal('recount'),
  tenantId: z.string(),
  fromMs: z.optional(z.int()),
});
export type RecountTask = Readonly<z.infer<typeof recountTask>>;
export type RunTask = RollUpTask | RecountTask;

/** The visitor of a conversation has confirmed their email address: their contact is noted. */
export const sightingTask = z.object({
  kind: z.literal('sighting'),
  tenantId: z.string(),
  conversationId: z.string(),
});
/** An agent has changed a contact: its conversations are found by the new details. */
export const contactTask = z.object({
  kind: z.literal('contact'),
  tenantId: z.string(),
  contactId: z.string(),
  /** A word of the details is gone: it is removed from the index. */
  lostWords: z.boolean(),
});
export type ContactTask = Readonly<z.infer<typeof sightingTask> | z.infer<typeof contactTask>>;

/** The numbers of runs and reports, their units in their names. @see handoff.md 6 */
export const runLimits = {
  /** Counts of hours and days outlive the runs: two years side by side. */
  figuresKeptDays: 761,
  /** Partitions that a tenant's runs are divided into in each index, and those of what is to be counted. */
  runShards: 4,
  markShards: 8,
  runReceives: 100,
  /** Runs that one invocation counts; a greater hour is counted by several, one after the other. */
  runsPerInvocation: 25_000,
  /** Longer than bus, queue, dead letters and their redrive together keep an event of a run. */
  erasedRunDays: 30,
  /** Events of runs wait so long for others, of which the latest is enough. */
  runBatchWindowS: 20,
  /** After a failed turn its hour is counted at the end of such a span, once: with both batch windows, within a minute. */
  promptCountMs: 10_000,
  /** Plus this delay, since an index is updated shortly after the item. */
  indexLagMs: 2_000,
} as const;

/**
 * The cost of one visitor message in US dollars, including its replies and statuses, at the AWS list prices in
 * `npm run cost`. A test compares the two.
 */
export const messageUsd = { webchat: 0.0000078, webhook: 0.0000306 } as const;
