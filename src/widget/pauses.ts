/** Waiting that an end, or good news from the line, cuts short. */
export interface Pauses {
  /** An abort ends it, too: what waits for nothing must not keep others waiting. */
  pause(ms: number, hurry: boolean, signal?: AbortSignal): Promise<void>;
  /** Ends every pause that may be hurried. */
  hurry(): void;
  /** Ends every pause. */
  end(): void;
}

/** Pauses on the page's own timers. */
export function createPauses(): Pauses {
  const running = new Map<() => void, boolean>();
  const finish = (all: boolean) => {
    for (const [done, mayHurry] of running) if (all || mayHurry) done();
  };
  return {
    pause: (ms, hurry, signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          running.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        running.set(done, hurry);
        if (signal?.aborted) done();
        else signal?.addEventListener('abort', done);
      }),
    hurry: () => finish(false),
    end: () => finish(true),
  };
}
