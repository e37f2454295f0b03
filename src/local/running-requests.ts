/** Requests that are being answered. */
export interface RunningRequests {
  add<T>(work: Promise<T>): Promise<T>;
  /** Waits until all are answered. */
  finish(): Promise<void>;
}

/** Remembers the requests that a stop must wait for. */
export function runningRequests(): RunningRequests {
  const running = new Set<Promise<unknown>>();
  return {
    async add(work) {
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    async finish() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
