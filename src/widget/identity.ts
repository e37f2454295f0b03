import { randomUuid } from '../browser/random-uuid.ts';
import type { Store } from './store.ts';

/** The visitor, their conversation, and how much of it was read. */
export interface Identity {
  /** Identifies the visitor to the flow; it grants no access to a conversation. */
  visitorId(): string;
  /** The visitor's credential: its holder can read and write the conversation. */
  sessionId(): string;
  /** The verified visitor; null until then. */
  person(): string | null;
  vouchedFor(person: string): void;
  /** Another visitor, with a session of their own. */
  become(visitorId: string, person?: string | null): void;
  /** Whether the store has the identity; until then, only the page's memory has it. */
  isKept(): boolean;
  /** Stores the identity once the visitor uses the chat. */
  keep(): void;
  conversationId(): string | null;
  converse(conversationId: string | null): void;
  readSeq(): number;
  markRead(seq: number): void;
  /** When a message may come, as the gateway last said: `now`, an ISO time, or null for never. */
  next(): string | null;
  keepNext(next: string | null): void;
}

const nothing = 'nothing';

/**
 * The identity kept in the visitor's store, the same in all tabs. Nothing is stored for a visitor who has not used the chat.
 */
export function openIdentity(store: Store): Identity {
  const made = new Map<string, string | null>();
  const known = (name: string) => store.read(name) ?? made.get(name) ?? null;
  const knownOr = (name: string, make: () => string) => {
    const before = known(name);
    if (before) return before;
    const fresh = make();
    write(name, fresh);
    return fresh;
  };
  const isKept = () => store.read('visitor') !== null;
  function write(name: string, value: string | null): void {
    if (isKept()) store.write(name, value);
    else made.set(name, value);
  }
  const identity: Identity = {
    visitorId: () => knownOr('visitor', randomUuid),
    // The release before last had one ID for both: conversations from then continue.
    sessionId: () =>
      knownOr('session', () => (store.read('conversation') && store.read('visitor')) || randomUuid()),
    person: () => known('person'),
    vouchedFor: (person) => write('person', person),
    become(visitorId, person = null) {
      write('visitor', visitorId);
      write('session', randomUuid());
      write('person', person);
    },
    isKept,
    keep() {
      if (isKept()) return;
      const [session, person] = [identity.sessionId(), identity.person()];
      store.write('visitor', identity.visitorId());
      store.write('session', session);
      store.write('person', person);
    },
    conversationId: () => store.read('conversation'),
    converse(conversationId) {
      store.write('conversation', conversationId);
      store.write('read', null);
      store.write('next', null);
    },
    readSeq: () => Number(store.read('read') ?? 0),
    markRead(seq) {
      if (seq > Number(store.read('read') ?? 0)) store.write('read', String(seq));
    },
    next() {
      const kept = store.read('next');
      return kept === nothing ? null : (kept ?? 'now');
    },
    keepNext(next) {
      const kept = next ?? nothing;
      if (store.read('next') !== kept) store.write('next', kept);
    },
  };
  return identity;
}
