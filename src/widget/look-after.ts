import type { VisitorHandoff } from '../contract/poll.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';

/** What the pace goes by. */
export interface Awaited {
  readonly status: ConversationStatus;
  readonly handoff: VisitorHandoff | null;
  /** Whether the flow's answer to something is due. */
  readonly isAnswerDue: boolean;
  /** How long ago anything has happened. */
  readonly quietMs: number;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** How often to look for what a human does, by how long nothing has happened. */
const paces = [
  { untilMs: minuteMs, everyMs: secondMs },
  { untilMs: 5 * minuteMs, everyMs: 2 * secondMs },
] as const;
const slowestMs = 5 * secondMs;
/** As long as none has come, only one's place in the line changes. */
const inLineMs = 3 * secondMs;

/**
 * How long to wait before the next look for what humans do; null where the gateway is to hold the request until something
 * comes. A held request costs all of its time and a look next to nothing: a flow's answer is held for, humans take minutes.
 * @see docs/decisions/waiting-for-humans.md
 */
export function lookAfterMs({ status, handoff, isAnswerDue, quietMs }: Awaited): number | null {
  if (status !== 'handoff' || isAnswerDue) return null;
  if (handoff?.typing) return secondMs;
  const everyMs = paces.find(({ untilMs }) => quietMs < untilMs)?.everyMs ?? slowestMs;
  return handoff?.state === 'with_agent' ? everyMs : Math.max(inLineMs, everyMs);
}
