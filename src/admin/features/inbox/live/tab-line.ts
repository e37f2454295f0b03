import { openTabs } from '../../../../browser/tabs.ts';

/** A line between the tabs of one browser, of which one leads. */
export interface TabLine<Message> {
  /** Runs work while this tab leads; another tab continues when this one is closed. */
  lead(work: (signal: AbortSignal) => Promise<void>): void;
  post(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  close(): void;
}

/** Joins the tabs that go by one name; where the browser denies locks or channels, each tab leads itself. @see handoff.md 2.1 */
export function joinLine<Message>(name: string): TabLine<Message> {
  let hear: (message: Message) => void = () => undefined;
  const tabs = openTabs<Message>(name, (message) => hear(message));
  const closed = new AbortController();
  return {
    lead: (work) => void tabs.alone('lead', () => work(closed.signal), closed.signal).catch(reportError),
    post: tabs.post,
    onMessage: (listener) => {
      hear = listener;
    },
    close: () => {
      closed.abort();
      tabs.close();
    },
  };
}
