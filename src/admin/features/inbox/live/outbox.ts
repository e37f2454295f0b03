import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TemplateUse } from '../../../../contract/admin/texts.ts';
import type { ApiError } from '../../../api/api.ts';

/** A message that was sent off and is not in the log yet. */
export interface Pending {
  /** Made when it was written: the same message, however often it is sent. */
  readonly key: string;
  readonly text: string;
  readonly files?: readonly { readonly fileId: string; readonly name: string }[];
  /** In the place of the text, which is what the visitor will read. */
  readonly template?: TemplateUse;
  /** Place of the last message that its writer had seen. */
  readonly seenSeq: number;
  readonly hasFailed: boolean;
}

/** The result of sending: in the log, failed temporarily, or rejected. */
export type SendOutcome = 'sent' | 'failed' | 'refused';

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** Pending messages of a conversation, sent in order, kept by the tab until they are logged. */
export class Outbox {
  readonly #storage: Storage;
  readonly #key: string;
  readonly #send: (pending: Pending) => Promise<SendOutcome>;
  readonly state: StoreApi<readonly Pending[]>;
  #isSending = false;

  /** A message that was being sent when the page was left may be logged or not: the agent decides. */
  constructor(storage: Storage, key: string, send: (pending: Pending) => Promise<SendOutcome>) {
    this.#storage = storage;
    this.#key = key;
    this.#send = send;
    const kept: Pending[] = JSON.parse(storage.getItem(key) ?? '[]');
    this.state = createStore(() => kept.map((one) => ({ ...one, hasFailed: true })));
  }

  get #pending(): readonly Pending[] {
    return this.state.getState();
  }

  push(pending: Omit<Pending, 'hasFailed'>): void {
    this.#set([...this.#pending, { ...pending, hasFailed: false }]);
    void this.#go();
  }

  /** Retries failed messages with the same key, so that each is sent once. */
  retry(key: string): void {
    this.#set(this.#pending.map((one) => (one.key === key ? { ...one, hasFailed: false } : one)));
    void this.#go();
  }

  discard(key: string): void {
    this.#set(this.#pending.filter((one) => one.key !== key));
    void this.#go();
  }

  /** In the order of writing: behind one that has failed the others wait. */
  async #go(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let [first] = this.#pending; first && !first.hasFailed; [first] = this.#pending) {
      const { key } = first;
      const outcome = await this.#send(first);
      this.#set(
        outcome === 'failed'
          ? this.#pending.map((one) => (one.key === key ? { ...one, hasFailed: true } : one))
          : this.#pending.filter((one) => one.key !== key),
      );
    }
    this.#isSending = false;
  }

  #set(pending: readonly Pending[]): void {
    if (pending.length === 0) this.#storage.removeItem(this.#key);
    else this.#storage.setItem(this.#key, JSON.stringify(pending));
    this.state.setState(pending, true);
  }
}

/** Whether a retry may succeed; a rejected message returns to the composer. */
export function outcomeOf({ failure }: ApiError): SendOutcome {
  return ['offline', 'outage', 'over', 'tooMany'].includes(failure) ? 'failed' : 'refused';
}
