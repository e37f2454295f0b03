/** The visitor's tabs on this origin: one does the work, all hear of it. */
export interface Tabs<Message> {
  /** Runs the work while no other tab runs work of this name; waits for its turn. */
  alone(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  tell(message: Message): void;
  close(): void;
}

/** What the tab before has written can be read here after this, at the latest: each process has its own copy. */
const arrivalMs = 100;

/**
 * Web Locks and BroadcastChannel; on pages without locks (not served over HTTPS) each tab works for itself, which the
 * gateway's idempotency keys make harmless.
 */
export function openTabs<Message>(name: string, onMessage: (message: Message) => void): Tabs<Message> {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  const queues = new Map<string, Promise<void>>();
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  return {
    async alone(work, run, signal) {
      const askedAt = Date.now();
      const guarded = async () => {
        if (Date.now() - askedAt > arrivalMs / 5) await new Promise((go) => setTimeout(go, arrivalMs));
        if (!signal.aborted) await run();
      };
      const lock = `${name}:${work}`;
      const turn = navigator.locks
        ? navigator.locks.request(lock, { signal }, guarded)
        : (queues.get(lock) ?? Promise.resolve()).then(guarded);
      const over = Promise.resolve(turn).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      queues.set(
        lock,
        over.catch(() => undefined),
      );
      await over;
    },
    tell: (message) => channel?.postMessage(message),
    close: () => channel?.close(),
  };
}
