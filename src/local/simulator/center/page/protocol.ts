import * as z from 'zod/mini';

/** The contact center's failure modes; all are off by default. */
const centerMood = z.strictObject({
  /** The desk answers for the tenants that have a contact center, and not their own people. */
  answers: z.boolean(),
  /** Answers each event with 500. */
  fails: z.boolean(),
  /** Makes each call three times. */
  repeats: z.boolean(),
  /** Shuffles calls. */
  shuffles: z.boolean(),
  /** Leaves out a position before each. */
  gaps: z.boolean(),
});
export type CenterMood = Readonly<z.infer<typeof centerMood>>;

/** One line of a handoff's story, as the agent reads it. */
export interface CenterEntry {
  readonly id: string;
  readonly author: 'user' | 'bot' | 'agent' | 'note';
  readonly text: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The status of an agent's message, as reported by the gateway. */
  readonly receipt?: 'sent' | 'delivered' | 'read' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
}

/** A handoff as the center has it. */
export interface CenterHandoff {
  readonly id: string;
  readonly account: string;
  readonly state: 'open' | 'ended';
  readonly reason: string;
  readonly queue: string;
  readonly channel: string;
  readonly visitor: string;
  /** The visitor writes, as far as is known. */
  readonly typing: boolean;
  readonly entries: readonly CenterEntry[];
}

/** Everything that the page shows. */
export interface CenterState {
  readonly mood: CenterMood;
  readonly handoffs: readonly CenterHandoff[];
}

/** An agent's action. */
const centerAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('says'), text: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  z.object({ type: z.literal('accepts') }),
  z.object({ type: z.literal('types') }),
  /** Reports a visitor message as read. */
  z.object({ type: z.literal('reads') }),
  z.object({ type: z.literal('ends'), how: z.enum(['return', 'close']) }),
]);
export type CenterAction = z.infer<typeof centerAction>;

/** Bodies of what the page may ask for, by the end of their path. */
export const centerRequests = {
  act: z.object({
    handoffId: z.string(),
    agent: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    action: centerAction,
  }),
  mood: z.partial(centerMood),
};
export type CenterRequests = {
  readonly [N in keyof typeof centerRequests]: z.infer<(typeof centerRequests)[N]>;
};
