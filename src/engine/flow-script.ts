import * as z from 'zod/mini';
import { weekHours } from '../contract/handoff-settings.ts';
import { attachment, conversationStatus } from '../contract/vocabulary.ts';

const visitor = z.strictObject({
  firstName: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  language: z.optional(z.string()),
  /** The tenant's site vouches for all of this. */
  verified: z.optional(z.literal(true)),
});

/** The circumstances of a simulated conversation. */
const setting = {
  /** The visitor. */
  visitor: z.optional(visitor),
  /** `message.metadata` of the visitor's messages. */
  metadata: z.optional(z.record(z.string(), z.json())),
  /** The time of the next message, ISO 8601. */
  clock: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => !Number.isNaN(Date.parse(text)),
          'must be a time, for example 2025-01-31T09:00:00Z',
        ),
      ),
  ),
  /** The tenant's: `Europe/Berlin`. */
  timeZone: z.optional(z.string()),
  /** The tenant's business hours, by queue. */
  hours: z.optional(z.record(z.string(), weekHours)),
  /** The tenant's, ISO 3166-1 alpha-2: `DE`. */
  country: z.optional(z.string()),
};
const settings = z.strictObject(setting);
export type Setting = z.infer<typeof settings>;

const event = z.union([
  z.string(),
  /** Only the fields named here are compared. */
  z.looseObject({ type: z.string() }),
]);

const expected = z.strictObject({
  /** So many replies more, whatever their words. */
  replies: z.optional(z.int().check(z.gte(1))),
  /** Labels of the choices that the last reply offered. */
  choices: z.optional(z.array(z.string())),
  status: z.optional(conversationStatus),
  step: z.optional(z.string()),
  /** Only the variables named are compared. */
  variables: z.optional(z.record(z.string(), z.json())),
  /** The events of the last turn, other than its replies. */
  events: z.optional(z.array(event)),
});
export type Expected = z.infer<typeof expected>;

const expectedReply = z.strictObject({
  user: z.string(),
  attachments: z.optional(z.array(z.strictObject(attachment.shape))),
});
const agentAction = z.strictObject({ human: z.enum(['returns', 'closes', 'times out']) });
/** Lets this time pass without messages: timers of waits, reminders and silences run. */
const passes = z.strictObject({ minutes: z.number().check(z.gt(0)) });
const set = z.strictObject({ set: settings });
/** A text: the next reply. */
const expectation = z.strictObject({ expect: z.union([z.string(), expected]) });

/** The next action in a simulated conversation. */
const action = z.union([expectedReply, expectation, set, agentAction, passes]);
export type Action = z.infer<typeof action>;

const response = z.strictObject({
  status: z._default(z.int(), 200),
  body: z._default(z.json(), null),
  /** No answer comes at all. */
  fails: z.optional(z.boolean()),
});

/** A model that calls its tools: the responses to those calls are among `http`. */
const toolCalls = z.strictObject({
  calls: z
    .array(z.strictObject({ tool: z.string(), with: z.optional(z.record(z.string(), z.json())) }))
    .check(z.minLength(1)),
});

/**
 * A conversation to check a flow with:
 * `{"title": "…", "http": [{"status": 200, "body": {"eta": "today"}}], "steps": [{"user": "hi"}, {"expect": "Hello!"}, {"expect": {"status": "active"}}]}`
 */
export const flowScript = z.strictObject({
  title: z.optional(z.string()),
  ...setting,
  /** Responses to the calls of `http` steps, in order; a call without one fails. */
  http: z.optional(z.array(response)),
  /** Answers to `llm` steps, likewise. */
  llm: z.optional(z.array(z.union([z.string(), toolCalls]))),
  steps: z.array(action),
});
export type FlowScript = z.infer<typeof flowScript>;
/** The form that an author writes. */
export type ScriptInput = z.input<typeof flowScript>;

/** The scripted conversations beside a flow. */
export const flowScripts = z.array(flowScript);
