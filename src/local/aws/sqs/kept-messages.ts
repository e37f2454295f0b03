import type { RememberedSend } from './deduplication-window.ts';
import type { SentMessage } from './stored-message.ts';

/** What is kept of a queue: receives and visibility begin anew. */
export interface KeptQueue {
  readonly messages: readonly SentMessage[];
  readonly sends: readonly RememberedSend[];
}

export const noKeptQueue: KeptQueue = { messages: [], sends: [] };
