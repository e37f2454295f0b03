import type { LogMessage } from '../contract/poll.ts';
import type { ConversationStatus } from '../contract/vocabulary.ts';
import type { Outbox } from './outbox.ts';
import { type Entry, earlierKeys, gapless, matchItems, mergeLog, showTranscript } from './transcript.ts';

/** What one tab knows of one conversation. */
export interface TranscriptState {
  readonly status: ConversationStatus;
  /** The message to read on after. */
  lastId(): string | null;
  lastSeq(): number;
  /** Messages of others after this one. */
  unreadAfter(seq: number): number;
  /** Whether a message is missing before one that is known. */
  hasGap(): boolean;
  /** A moment to hand to `setStatus`. */
  now(): number;
  /** Takes the status unless something newer has come since that moment. */
  setStatus(status: ConversationStatus, since: number): void;
  /** Adds messages with the status after the last of them; returns those that are new and without a gap. */
  add(messages: readonly LogMessage[], status: ConversationStatus): readonly LogMessage[];
  entries(): readonly Entry[];
}

/** An empty transcript; items leave the outbox as their messages arrive. */
export function createTranscript(outbox: Outbox): TranscriptState {
  const keys = new Map<string, string>();
  let log: readonly LogMessage[] = [];
  let status: ConversationStatus = 'active';
  let moment = 0;

  const settle = () => {
    const items = outbox.list();
    const matches = matchItems(gapless(log), items, outbox.settledSeq());
    for (const item of items) {
      const match = matches.get(item.id);
      // Without an answer it stays: only an answer tells that it need not be sent again.
      if (!match || item.delivery.state === 'queued' || item.delivery.state === 'failed') continue;
      for (const [messageId, key] of earlierKeys(log, item, match)) keys.set(messageId, key);
      outbox.settle(item.id, match.seq);
    }
  };

  return {
    get status() {
      return status;
    },
    lastId: () => gapless(log).at(-1)?.id ?? null,
    lastSeq: () => gapless(log).length,
    unreadAfter: (seq) =>
      gapless(log).filter((message) => message.seq > seq && message.author !== 'user').length,
    hasGap: () => gapless(log).length < log.length,
    now: () => moment,
    setStatus(next, since) {
      if (since !== moment) return;
      moment += 1;
      status = next;
    },
    add(messages, next) {
      const before = gapless(log).length;
      const lastBefore = log.at(-1)?.seq ?? 0;
      log = mergeLog(log, messages);
      if ((log.at(-1)?.seq ?? 0) > lastBefore) {
        moment += 1;
        status = next;
      }
      return gapless(log).slice(before);
    },
    entries() {
      settle();
      return showTranscript(log, outbox.list(), outbox.settledSeq(), keys);
    },
  };
}
