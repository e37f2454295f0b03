import type { LogMessage } from '../contract/poll.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';
import type { Outbox } from './outbox.ts';
import { type Entry, earlierKeys, gapless, matchItems, mergeLog, showTranscript } from './transcript.ts';

/** One tab's state of a conversation. */
export class TranscriptState {
  readonly #outbox: Outbox;
  /** Under which a message is shown, when it was shown before it was logged. */
  readonly #keys = new Map<string, string>();
  #log: readonly LogMessage[] = [];
  #status: ConversationStatus = 'active';
  #moment = 0;

  /** Empty. */
  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  get status(): ConversationStatus {
    return this.#status;
  }

  /** The message to read on after. */
  lastId(): string | null {
    return gapless(this.#log).at(-1)?.id ?? null;
  }

  lastSeq(): number {
    return gapless(this.#log).length;
  }

  /** The sequence of the last message shown, also of one that the log does not hold yet. */
  shownSeq(): number {
    return this.entries().filter(({ state }) => state === 'logged' || state === 'sent').length;
  }

  /** Messages of others after this one. */
  unreadAfter(seq: number): number {
    return gapless(this.#log).filter((message) => message.seq > seq && message.author !== 'user').length;
  }

  /** Whether a message is missing before a known one. */
  hasGap(): boolean {
    return gapless(this.#log).length < this.#log.length;
  }

  /** The current revision. A response requested at an earlier one may be outdated. */
  now(): number {
    return this.#moment;
  }

  setStatus(status: ConversationStatus): void {
    this.#moment += 1;
    this.#status = status;
  }

  /** The known log. */
  log(): readonly LogMessage[] {
    return gapless(this.#log);
  }

  /** Adds messages with the status after the last of them; returns those that are new and without a gap. */
  add(messages: readonly LogMessage[], status: ConversationStatus): readonly LogMessage[] {
    const knownSeq = this.lastSeq();
    const lastBefore = this.#log.at(-1)?.seq ?? 0;
    this.#log = mergeLog(this.#log, messages);
    if ((this.#log.at(-1)?.seq ?? 0) > lastBefore) {
      this.#moment += 1;
      this.#status = status;
    }
    return gapless(this.#log).slice(knownSeq);
  }

  /** The displayed entries. */
  entries(): readonly Entry[] {
    return showTranscript(this.#log, this.#outbox.list(), this.#outbox.settledSeq(), this.#keys);
  }

  /** Takes out of the outbox what the log shows. */
  settle(): void {
    const items = this.#outbox.list();
    const matches = matchItems(gapless(this.#log), items, this.#outbox.settledSeq());
    for (const item of items) {
      const isAnswered = item.delivery.state === 'accepted' || item.delivery.state === 'answered';
      if (item.start && isAnswered && this.lastSeq() > 0) this.#outbox.remove(item.id);
      const match = matches.get(item.id);
      // Without a response it stays, since only a response shows that it needn't be sent again.
      if (!match || item.delivery.state === 'queued' || item.delivery.state === 'failed') continue;
      for (const [messageId, key] of earlierKeys(this.#log, item, match)) this.#keys.set(messageId, key);
      this.#outbox.settle(item.id, match.seq);
    }
  }
}
