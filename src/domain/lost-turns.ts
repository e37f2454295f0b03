import { decodeTime } from 'ulid';
import { limits } from '../contract/limits.ts';
import type { OpenTurn, WaitingMessage } from './conversation.ts';

const minuteMs = 60_000;
const longestPauseMs = 60 * minuteMs;

/**
 * An acknowledged turn that the schedule must put on the queue again, marked so; null when it must not yet. Its record
 * is on the queue already unless that lost it, so it is sent after 1, 2, 4, … minutes, and no backlog multiplies itself.
 * @see design 5.5
 */
export function requeuedTurn<State>(
  open: OpenTurn<State>,
  nowMs: number,
): (OpenTurn<State> & { readonly requeued: { readonly atMs: number; readonly times: number } }) | null {
  const { times = 0, atMs = open.leaseUntilMs } = open.requeued ?? {};
  const pauseMs = times === 0 ? 0 : Math.min(minuteMs * 2 ** (times - 1), longestPauseMs);
  if (!open.queued || atMs + pauseMs > nowMs) return null;
  return { ...open, requeued: { atMs: nowMs, times: times + 1 } };
}

/** The messages whose records may still be on the queue: after a day each has been run, or given up. */
export function notOverdue(waiting: readonly WaitingMessage[], nowMs: number): readonly WaitingMessage[] {
  return waiting.filter((message) => overdueAtMs(message) > nowMs);
}

/** When a message's record can be on the queue no more. */
export function overdueAtMs({ messageId }: WaitingMessage): number {
  return decodeTime(messageId) + limits.patienceMs + longestPauseMs;
}
