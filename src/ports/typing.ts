import type { ConversationName } from './conversation-store.ts';

/** Who may write in a conversation. */
export type Typist = 'visitor' | 'agent';

/** Who is writing just now; it forgets itself within seconds. @see handoff.md 2.2 */
export interface Typing {
  /** Notes that somebody writes, or has stopped; more often than every three seconds it is not written. */
  note(name: ConversationName, who: Typist, isOn: boolean): Promise<void>;
  read(name: ConversationName): Promise<Readonly<Record<Typist, boolean>>>;
}
