import { randomUuid } from './random-uuid.ts';
import type { Store } from './store.ts';

/** Who the visitor is, which conversation it is, and how much of it was read. */
export interface Identity {
  visitorId(): string;
  become(visitorId: string): void;
  conversationId(): string | null;
  converse(conversationId: string | null): void;
  readSeq(): number;
  markRead(seq: number): void;
}

/** The identity kept in the visitor's store, the same in all tabs. */
export function openIdentity(store: Store): Identity {
  return {
    visitorId() {
      const kept = store.read('visitor');
      if (kept) return kept;
      const made = randomUuid();
      store.write('visitor', made);
      return made;
    },
    become: (visitorId) => store.write('visitor', visitorId),
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
