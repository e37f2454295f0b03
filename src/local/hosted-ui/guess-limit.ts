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
 * After five attempts the wait doubles with each, from a second to 15 minutes, as with Cognito. It is the same for a
 * name that nobody has.
 */
export function createGuessLimit(now: () => number): GuessLimit {
  const attempts = new Map<string, { count: number; nextAtMs: number }>();
  return {
    take(key) {
      const { count, nextAtMs } = attempts.get(key) ?? { count: 0, nextAtMs: 0 };
      const at = now();
      if (at < nextAtMs) return nextAtMs - at;
      const wait =
        count + 1 < freeAttempts ? 0 : Math.min(1000 * 2 ** (count + 1 - freeAttempts), longestWaitMs);
      attempts.delete(key);
      attempts.set(key, { count: count + 1, nextAtMs: at + wait });
      const [oldest] = attempts.keys();
      if (attempts.size > rememberedKeys && oldest !== undefined) attempts.delete(oldest);
      return 0;
    },
    clear: (key) => void attempts.delete(key),
  };
}
