/** A line between the tabs of one browser, of which one leads. */
export interface TabLine<Message> {
  /** Does work while this tab leads; another goes on with it when this one is closed. */
  lead(work: (signal: AbortSignal) => Promise<void>): void;
  tell(message: Message): void;
  onTold(listener: (message: Message) => void): void;
  close(): void;
}

/** Joins the tabs that go by one name: the leader is who holds the browser's lock of that name. @see handoff.md 2.1 */
export function joinLine<Message>(name: string): TabLine<Message> {
  const channel = new BroadcastChannel(name);
  const closed = new AbortController();
  return {
    lead: (work) =>
      void navigator.locks
        .request(name, { signal: closed.signal }, () => work(closed.signal))
        // Closed before it came to lead.
        .catch(() => undefined),
    tell: (message) => channel.postMessage(message),
    onTold: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data);
    },
    close: () => {
      closed.abort();
      channel.close();
    },
  };
}
