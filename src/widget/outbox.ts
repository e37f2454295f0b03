import type { Choice } from '../contract/vocabulary.ts';
import { randomUuid } from './random-uuid.ts';
import type { Store } from './store.ts';

/** A reply as the answer to a post shows it: without an id. */
export interface EarlyReply {
  readonly text: string;
  readonly choices?: readonly Choice[] | undefined;
}

/** How far a text of the visitor has come; it leaves the outbox once the conversation's log shows it. */
export type Delivery =
  | { readonly state: 'queued' }
  | { readonly state: 'accepted'; readonly conversationId: string }
  | {
      readonly state: 'answered';
      readonly conversationId: string;
      readonly replies: readonly EarlyReply[];
    }
  | { readonly state: 'failed'; readonly code: string };

/** A text of the visitor that is not in the log yet. */
export interface OutboxItem {
  /** Sorts in the order of writing. */
  readonly id: string;
  readonly text: string;
  readonly writtenAt: string;
  /** The same for every attempt, so that the message runs once. */
  readonly idempotencyKey: string;
  /** Set by the first attempt: a repeat must have the very same body. */
  readonly posted: { readonly conversationId: string | null; readonly sinceSeq: number } | null;
  readonly delivery: Delivery;
}

/** What the visitor wrote and the log does not show yet, shared by all tabs: one entry of the store each. */
export interface Outbox {
  list(): OutboxItem[];
  add(text: string): OutboxItem;
  get(id: string): OutboxItem | null;
  /** Does nothing when the item is gone, or is to be sent anew, meanwhile. */
  change(item: OutboxItem, change: Partial<OutboxItem>): void;
  remove(id: string): void;
  /** Puts a failed item behind the others: it is sent after them. */
  requeue(id: string): void;
  /** Takes out what has become the log's message number `seq`. */
  settle(id: string, seq: number): void;
  /** The last message of the log that was an item of the outbox: what is here now comes after it. */
  settledSeq(): number;
  /** Another conversation counts from 1 again. */
  restart(): void;
}

const beginning = 'out:';
const settledName = 'settled';

/** The outbox of one widget. */
export function openOutbox(store: Store, nowMs: () => number, newId: () => string = randomUuid): Outbox {
  let lastMs = 0;
  const find = (id: string) => parse(store.read(beginning + id));
  const remove = (id: string) => store.write(beginning + id, null);
  const settledSeq = () => Number(store.read(settledName) ?? 0);
  const nextId = () => {
    lastMs = Math.max(nowMs(), lastMs + 1);
    return `${String(lastMs).padStart(15, '0')}-${newId()}`;
  };
  const save = (item: OutboxItem) => store.write(beginning + item.id, JSON.stringify(item));
  return {
    list: () =>
      store
        .names(beginning)
        .map((name) => parse(store.read(name)))
        .filter((item) => item !== null),
    add(text) {
      const id = nextId();
      const item: OutboxItem = {
        id,
        text,
        writtenAt: new Date(lastMs).toISOString(),
        idempotencyKey: newId(),
        posted: null,
        delivery: { state: 'queued' },
      };
      save(item);
      return item;
    },
    get: find,
    change({ id, idempotencyKey }, change) {
      const item = find(id);
      if (item?.idempotencyKey === idempotencyKey) save({ ...item, ...change });
    },
    remove,
    requeue(id) {
      const item = find(id);
      if (!item) return;
      remove(id);
      save({ ...item, id: nextId(), delivery: { state: 'queued' } });
    },
    settle(id, seq) {
      remove(id);
      if (seq > settledSeq()) store.write(settledName, String(seq));
    },
    settledSeq,
    restart: () => store.write(settledName, null),
  };
}

/** Only this widget writes these entries; what someone else has broken is dropped. */
function parse(text: string | null): OutboxItem | null {
  try {
    const item = JSON.parse(text ?? 'null') as OutboxItem | null;
    return typeof item?.text === 'string' && typeof item.delivery?.state === 'string' ? item : null;
  } catch {
    return null;
  }
}
