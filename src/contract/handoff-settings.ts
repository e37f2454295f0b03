import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { identifier } from './vocabulary.ts';

const visitorText = z.optional(z.string().check(z.maxLength(limits.textChars)));

const range = z
  .string()
  .check(
    z.regex(
      /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
      'must be opening hours, for example 09:00-18:00',
    ),
  );
const ranges = z.optional(z.array(range));

/** Opening hours on the tenant's clock; a day that is left out is closed. `{"monday":["09:00-12:00","13:00-18:00"]}` */
export const weekHours = z.strictObject({
  monday: ranges,
  tuesday: ranges,
  wednesday: ranges,
  thursday: ranges,
  friday: ranges,
  saturday: ranges,
  sunday: ranges,
});
export type WeekHours = z.infer<typeof weekHours>;

/** The settings of one queue. */
const queueSettings = z.strictObject({
  /** Within how many seconds visitors should be answered. Default: 60. */
  target_seconds: z.optional(z.int().check(z.gte(1), z.lte(24 * 60 * 60))),
  /** Business hours, instead of the tenant's. */
  hours: z.optional(weekHours),
  /** IDs of the users who are assigned conversations. Default: every agent. */
  members: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars))).check(
      z.minLength(1),
      z.maxLength(limits.queueMembers),
      z.refine((ids) => new Set(ids).size === ids.length, 'names a user twice'),
    ),
  ),
  /** `automatic`: each conversation is assigned to the next available agent. Default: `manual`. */
  assignment: z.optional(z.enum(['manual', 'automatic'])),
  /** An agent with this many conversations is assigned no more. Default: 5. */
  max_conversations: z.optional(z.int().check(z.gte(1), z.lte(limits.agentConversationsMax))),
});
export type QueueSettings = z.infer<typeof queueSettings>;

/** The tenant's handoff settings. */
export const handoffSettings = z.strictObject({
  /** Business hours of queues without their own. */
  hours: z.optional(weekHours),
  /** Settings of queues, by name. `{"billing":{"target_seconds":300,"assignment":"automatic"}}` */
  queues: z.optional(z.record(identifier, queueSettings)),
  /** How long an absent agent can leave a visitor's message unanswered before others can take the conversation. */
  reclaim_minutes: z.optional(z.int().check(z.gte(1), z.lte(24 * 60))),
  /** How long without a message until an assigned handoff ends. Default: 24 on web chat, 72 elsewhere. */
  idle_close_hours: z.optional(z.int().check(z.gte(1), z.lte(limits.idleCloseHoursMax))),
  /** Target times by queue, as earlier releases stored them; `queues` takes precedence. */
  target_seconds: z.optional(z.record(identifier, z.int().check(z.gte(1), z.lte(24 * 60 * 60)))),
  /** `false` sends agents no emails about mentions and assignments that they have not seen. */
  email_agents: z.optional(z.boolean()),
  /** Automatic messages to visitors; none without a text. `{name}` is the agent's name. */
  texts: z.optional(
    z.strictObject({
      /** An agent has joined. Not on web chat, which shows it. */
      joined: visitorText,
      /** The agent left, and another one is needed. Not on web chat. */
      looking: visitorText,
      /** Sent when no agent came in time and the flow has no step for that. */
      missed: visitorText,
      /** Sent when the handoff ended because no one wrote. */
      idle: visitorText,
    }),
  ),
});

/** A contact center whose agents answer in the place of the tenant's own people. @see handoff.md 4 */
export const escalationSettings = z.strictObject({
  kind: z.literal('contactcenter'),
  /** Account of the channel `contactcenter` that the center is reached by. */
  account: identifier,
  /** The tenant's own agents see the conversation, too, if no agent of the center came or it can't be reached. */
  fallback: z.optional(z.literal('inbox')),
  fallback_after_minutes: z.optional(z.int().check(z.gte(1), z.lte(24 * 60))),
  /** How long a center must be unreachable until the visitor gets `delayed`. */
  away_after_seconds: z.optional(z.int().check(z.gte(10), z.lte(60 * 60))),
  texts: z.optional(
    z.strictObject({
      /** The center can't be reached. */
      delayed: visitorText,
    }),
  ),
});
export type EscalationSettings = z.infer<typeof escalationSettings>;
