/** Why a conversation's next reply can't leave now. */
export interface Wait {
  readonly untilMs: number;
  readonly reason: string;
  /** It waits for its account without having been tried itself: it keeps its place. */
  readonly isAccounts: boolean;
  /** It is known to take longer than the queue should hold it, whatever the time says. */
  readonly leavesQueue: boolean;
}

const firstMs = 1_000;
const longestMs = 15 * 60_000;
const longestBlockMs = 2 * 60_000;
/** So that those who failed together don't come back together. */
const jitter = 0.25;

/** How long a reply waits that was refused so often: 1, 2, 4 … seconds, or `base` times as long each time. */
export function replyWaitMs(tries: number, base: 2 | 4, random: () => number): number {
  return growing(tries, base, longestMs, random);
}

/** How long an account is left alone after so many failures in a row: one send then tries for all, so not for long. */
export function blockMs(failures: number, random: () => number): number {
  return growing(failures, 2, longestBlockMs, random);
}

function growing(times: number, base: number, mostMs: number, random: () => number): number {
  return Math.min(mostMs, firstMs * base ** Math.max(0, times - 1) * (1 + jitter * random()));
}

/** How long to wait for a log whose writer is late: half as long again as it has been waited for, two minutes at most. */
export function logWaitMs(waitedMs: number): number {
  return Math.min(Math.max(firstMs, waitedMs / 2), longestBlockMs);
}
