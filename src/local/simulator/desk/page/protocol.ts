import * as z from 'zod/mini';

/** The contact center's failure modes; all are off by default. */
const deskMood = z.strictObject({
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
export type DeskMood = Readonly<z.infer<typeof deskMood>>;

/** One line of a handoff's story, as the agent reads it. */
export interface DeskEntry {
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
export interface DeskHandoff {
  readonly id: string;
  readonly account: string;
  readonly state: 'open' | 'ended';
  readonly reason: string;
  readonly queue: string;
  readonly channel: string;
  readonly visitor: string;
  /** The visitor writes, as far as is known. */
  readonly typing: boolean;
  readonly entries: readonly DeskEntry[];
}

/** Everything that the page shows. */
export interface DeskState {
  readonly mood: DeskMood;
  readonly handoffs: readonly DeskHandoff[];
}

/** An agent's action. */
const deskAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('says'), text: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  z.object({ type: z.literal('accepts') }),
  z.object({ type: z.literal('types') }),
  /** Reports a visitor message as read. */
  z.object({ type: z.literal('reads') }),
  z.object({ type: z.literal('ends'), how: z.enum(['return', 'close']) }),
]);
export type DeskAction = z.infer<typeof deskAction>;

/** Bodies of what the page may ask for, by the end of their path. */
export const deskRequests = {
  act: z.object({
    handoffId: z.string(),
    agent: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    action: deskAction,
  }),
  mood: z.partial(deskMood),
};
export type DeskRequests = { readonly [N in keyof typeof deskRequests]: z.infer<(typeof deskRequests)[N]> };
