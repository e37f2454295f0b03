import type { VisitorHandoff } from '../contract/poll.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';

/** What the polling interval depends on. */
export interface Awaited {
  readonly status: ConversationStatus;
  readonly handoff: VisitorHandoff | null;
  /** Whether a reply of the flow is due. */
  readonly isAnswerDue: boolean;
  /** The time since anything happened. */
  readonly quietMs: number;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** How often to poll for an agent's messages, by the time since anything happened. */
const paces = [
  { untilMs: minuteMs, everyMs: secondMs },
  { untilMs: 5 * minuteMs, everyMs: 2 * secondMs },
] as const;
const slowestMs = 5 * secondMs;
/** Before an agent has replied, only the place in line changes. */
const inLineMs = 3 * secondMs;

/**
 * Returns the time until the next poll for an agent's messages, in milliseconds; null if the gateway should hold the request.
 * A held request costs its whole duration and a short poll next to nothing: flows reply in seconds, agents in minutes.
 * @see docs/decisions/waiting-for-humans.md
 */
export function pollIntervalMs({ status, handoff, isAnswerDue, quietMs }: Awaited): number | null {
  if (status !== 'handoff' || isAnswerDue) return null;
  if (handoff?.typing) return secondMs;
  const everyMs = paces.find(({ untilMs }) => quietMs < untilMs)?.everyMs ?? slowestMs;
  return handoff?.state === 'with_agent' ? everyMs : Math.max(inLineMs, everyMs);
}
