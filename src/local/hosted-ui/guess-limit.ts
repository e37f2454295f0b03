/** Slows down whoever guesses. */
export interface GuessLimit {
  /** Counts an attempt before it is judged. @returns how long to wait when it may not be made, else 0 */
  take(key: string): number;
  /** A right guess forgets the wrong ones. */
  clear(key: string): void;
}

const freeAttempts = 5;
const longestWaitMs = 15 * 60_000;
const rememberedKeys = 10_000;

/**
 * After five attempts the wait doubles with each, from a second to 15 minutes, as with Cognito; 15 quiet minutes forget
 * them. It is the same for a name that nobody has.
 */
export function createGuessLimit(now: () => number): GuessLimit {
  const attempts = new Map<string, { count: number; nextAtMs: number }>();
  return {
    take(key) {
      const at = now();
      const last = attempts.get(key);
      if (last && at < last.nextAtMs) return last.nextAtMs - at;
      const isForgotten = !last || at - last.nextAtMs >= longestWaitMs;
      const count = isForgotten ? 1 : last.count + 1;
      const waitMs = count < freeAttempts ? 0 : Math.min(1000 * 2 ** (count - freeAttempts), longestWaitMs);
      // Deleted first, so that the map stays ordered by the last attempt.
      attempts.delete(key);
      attempts.set(key, { count, nextAtMs: at + waitMs });
      const [oldest] = attempts.keys();
      if (attempts.size > rememberedKeys && oldest !== undefined) attempts.delete(oldest);
      return 0;
    },
    clear: (key) => void attempts.delete(key),
  };
}
