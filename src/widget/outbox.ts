import { randomUuid } from '../browser/random-uuid.ts';
import type { AnswerInput, Attachment, Choice } from '../contract/vocabulary.ts';
import type { Store } from './store.ts';

/** A reply as the answer to a post shows it: without an id. */
export interface EarlyReply {
  readonly text: string;
  readonly choices?: readonly Choice[] | undefined;
  readonly input?: AnswerInput | undefined;
}

/** The state of a sent message; it leaves the outbox once the log shows it. */
export type Delivery =
  | { readonly state: 'queued' }
  | { readonly state: 'accepted'; readonly conversationId: string }
  | {
      readonly state: 'answered';
      readonly conversationId: string;
      readonly replies: readonly EarlyReply[];
    }
  | { readonly state: 'failed'; readonly code: string };

/** An uploaded file, referenced in a message and shown before it is in the log. */
export interface SentFile extends Pick<Attachment, 'type' | 'filename'> {
  readonly fileId: string;
}

/** A text of the visitor that is not in the log yet. */
export interface OutboxItem {
  /** Sorts in the order of writing. */
  readonly id: string;
  readonly text: string;
  /** No message: the visitor opened the chat, and the flow starts. */
  readonly start?: true | undefined;
  readonly files?: readonly SentFile[];
  /** The message whose choice or button was pressed. */
  readonly replyTo?: string | undefined;
  readonly writtenAt: string;
  /** The same for every attempt, so that the message runs once. */
  readonly idempotencyKey: string;
  /** Set by the first attempt: a repeat must have the very same body. */
  readonly posted: {
    readonly conversationId: string | null;
    readonly sinceSeq: number;
    readonly metadata?: Readonly<Record<string, unknown>>;
  } | null;
  readonly delivery: Delivery;
}

const beginning = 'out:';
const settledName = 'settled';

/** The visitor's messages that the log doesn't show yet, shared by all tabs: one store entry each. */
export class Outbox {
  readonly #store: Store;
  readonly #nowMs: () => number;
  readonly #newId: () => string;
  #lastMs = 0;

  constructor(store: Store, nowMs: () => number, newId: () => string = randomUuid) {
    this.#store = store;
    this.#nowMs = nowMs;
    this.#newId = newId;
  }

  /** In the order of writing. */
  list(): OutboxItem[] {
    const items = this.#store.names(beginning).map((name) => parse(this.#store.read(name)));
    return items.filter((item) => item !== null);
  }

  get(id: string): OutboxItem | null {
    return parse(this.#store.read(beginning + id));
  }

  add(text: string, files: readonly SentFile[] = [], replyTo?: string): OutboxItem {
    return this.#add({ text, ...(files.length > 0 && { files }), replyTo });
  }

  /** Starts the flow without a message. */
  addStart(): void {
    this.#add({ text: '', start: true });
  }

  #add(message: Pick<OutboxItem, 'text' | 'files' | 'start' | 'replyTo'>): OutboxItem {
    const item: OutboxItem = {
      id: this.#nextId(),
      ...message,
      writtenAt: new Date(this.#lastMs).toISOString(),
      idempotencyKey: this.#newId(),
      posted: null,
      delivery: { state: 'queued' },
    };
    this.#save(item);
    return item;
  }

  /** Does nothing if the item is gone or is being resent. */
  change({ id, idempotencyKey }: OutboxItem, change: Partial<OutboxItem>): void {
    const item = this.get(id);
    if (item?.idempotencyKey === idempotencyKey) this.#save({ ...item, ...change });
  }

  remove(id: string): void {
    this.#store.write(beginning + id, null);
  }

  /** Puts a failed item behind the others: it is sent after them. */
  requeue(id: string): void {
    const item = this.get(id);
    if (!item) return;
    this.remove(id);
    this.#save({ ...item, id: this.#nextId(), delivery: { state: 'queued' } });
  }

  /** Takes out what has become the log's message number `seq`. */
  settle(id: string, seq: number): void {
    this.remove(id);
    if (seq > this.settledSeq()) this.#store.write(settledName, String(seq));
  }

  /** The last message of the log that was an item of the outbox: what is here now comes after it. */
  settledSeq(): number {
    return Number(this.#store.read(settledName) ?? 0);
  }

  /** Another conversation counts from 1 again. */
  restart(): void {
    this.#store.write(settledName, null);
  }

  #nextId(): string {
    this.#lastMs = Math.max(this.#nowMs(), this.#lastMs + 1);
    return `${String(this.#lastMs).padStart(15, '0')}-${this.#newId()}`;
  }

  #save(item: OutboxItem): void {
    this.#store.write(beginning + item.id, JSON.stringify(item));
  }
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
