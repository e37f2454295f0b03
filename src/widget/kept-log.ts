import type { LogMessage } from '../contract/poll.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';
import { readMessages } from './read-answers.ts';
import type { Store } from './store.ts';

/** The messages of a conversation that a tab has read. */
export interface KeptLog {
  readonly conversationId: string;
  readonly status: ConversationStatus;
  readonly messages: readonly LogMessage[];
}

const name = 'log';
/** A session's store holds some five million characters, and the site's own are among them. */
const mostChars = 200_000;

/** Stores it for the tab's next page, which then requests only later messages. */
export function keepLog(tab: Store, log: KeptLog | null): void {
  const text = log && JSON.stringify(log);
  tab.write(name, text !== null && text.length <= mostChars ? text : null);
}

/** Returns what the tab's previous page read; empty if that was another conversation. */
export function keptLog(tab: Store, conversationId: string): KeptLog {
  const empty: KeptLog = { conversationId, status: 'active', messages: [] };
  try {
    const kept = JSON.parse(tab.read(name) ?? 'null');
    return kept?.conversationId === conversationId
      ? { ...empty, status: kept.status, messages: readMessages(kept.messages) }
      : empty;
  } catch {
    return empty;
  }
}
