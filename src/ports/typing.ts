import type { ConversationName } from './conversation-store.ts';

/** Who may write in a conversation. */
export type Typist = 'visitor' | 'agent';

/** What a chat app is shown of a human. */
export interface Shown {
  /** How far they have read. */
  readonly read: string;
  /** What they write an answer to; null when they only read. */
  readonly typed: string | null;
}

/** Who is writing just now; it forgets itself within seconds. @see handoff.md 2.2 */
export interface Typing {
  /** Notes that somebody writes, or has stopped; more often than every three seconds it is not written. */
  note(name: ConversationName, who: Typist, isOn: boolean): Promise<void>;
  /** Claims that a chat app is shown this: true once for each, and for one who writes again when it is shown no longer. */
  claimShown(name: ConversationName, shown: Shown): Promise<boolean>;
  read(name: ConversationName): Promise<Readonly<Record<Typist, boolean>>>;
}
