/** The tabs of one browser on this origin: one does the work, all of them get the messages. */
export interface Tabs<Message> {
  /** Runs the work while no other tab runs work of this name; waits for its turn. */
  alone(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  post(message: Message): void;
  close(): void;
}

/** After this time at the latest, another tab's writes are readable here: each process has its own copy. */
const arrivalMs = 100;

/**
 * Web Locks and BroadcastChannel. Without one of them (plain HTTP, site data blocked, embedded web views) each tab works
 * for itself, which the gateway's idempotency keys make harmless.
 * @param isOnItsOwn whether this tab has something that the others can't read: then it waits for none of them
 * @see https://w3c.github.io/web-locks/#dom-lockmanager-request "SecurityError"
 */
export function openTabs<Message>(
  name: string,
  onMessage: (message: Message) => void,
  isOnItsOwn = () => false,
): Tabs<Message> {
  const channel = openChannel(name);
  const queues = new Map<string, Promise<void>>();
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  return {
    async alone(work, run, signal) {
      const lock = `${name}:${work}`;
      const askedAt = Date.now();
      let hasBegun = false;
      const inTurn = async () => {
        hasBegun = true;
        if (Date.now() - askedAt > arrivalMs / 5) await new Promise((go) => setTimeout(go, arrivalMs));
        if (!signal.aborted) await run();
      };
      const queued = () => {
        const turn = (queues.get(lock) ?? Promise.resolve()).then(inTurn);
        queues.set(
          lock,
          turn.catch(() => undefined),
        );
        return turn;
      };
      const locked = async () => navigator.locks.request(lock, { signal }, inTurn);
      try {
        await (channel && !isOnItsOwn()
          ? // Denied before the work has begun.
            locked().catch((error) => (hasBegun || signal.aborted ? Promise.reject(error) : queued()))
          : queued());
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    post(message) {
      try {
        channel?.postMessage(message);
      } catch {
        // The others find it in the store.
      }
    },
    close: () => channel?.close(),
  };
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
