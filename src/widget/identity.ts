import { randomUuid } from './random-uuid.ts';
import type { Store } from './store.ts';

/** Who the visitor is, which conversation it is, and how much of it was read. */
export interface Identity {
  /** What the flow knows the visitor by; nobody gets into a conversation by it. */
  visitorId(): string;
  /** The visitor's credential: whoever has it reads and writes the conversation. */
  sessionId(): string;
  /** Whom the site vouches for; null before it did. */
  person(): string | null;
  vouchedFor(person: string): void;
  /** Another visitor, with a session of their own. */
  become(visitorId: string, person?: string | null): void;
  conversationId(): string | null;
  converse(conversationId: string | null): void;
  readSeq(): number;
  markRead(seq: number): void;
}

/** The identity kept in the visitor's store, the same in all tabs. */
export function openIdentity(store: Store): Identity {
  const kept = (name: string, make: () => string) => {
    const before = store.read(name);
    if (before) return before;
    const made = make();
    store.write(name, made);
    return made;
  };
  return {
    visitorId: () => kept('visitor', randomUuid),
    // The last release had one id for both: whoever has a conversation of then goes on with it.
    sessionId: () =>
      kept('session', () => (store.read('conversation') && store.read('visitor')) || randomUuid()),
    person: () => store.read('person'),
    vouchedFor: (person) => store.write('person', person),
    become(visitorId, person = null) {
      store.write('visitor', visitorId);
      store.write('session', randomUuid());
      store.write('person', person);
    },
    conversationId: () => store.read('conversation'),
    converse(conversationId) {
      store.write('conversation', conversationId);
      store.write('read', null);
    },
    readSeq: () => Number(store.read('read') ?? 0),
    markRead(seq) {
      if (seq > Number(store.read('read') ?? 0)) store.write('read', String(seq));
    },
  };
}
