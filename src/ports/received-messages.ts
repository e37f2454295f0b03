/** The processing state of a provider's message, kept for 8 days. @see design 2.3, 5.3 */
export type Receipt =
  /** The first attempt: the caller must process it. */
  | { readonly is: 'new' }
  /** Not known to be stored, but attempted before, first at `sinceMs`: it may be. The caller must process it. */
  | { readonly is: 'again'; readonly sinceMs: number }
  /** Another delivery of it is being taken right now. */
  | { readonly is: 'being-taken' }
  /** It is on the queue, or done. */
  | { readonly is: 'taken' };

/** What is stored of an accepted message. */
export interface Taken {
  readonly correlationId: string;
  readonly conversationId: string;
  /** When its webhook call was verified, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** Whether it starts a turn and was therefore enqueued. */
  readonly queued: boolean;
}

/** The trace of a provider's message. */
export interface ReceivedMessage {
  /** When it was claimed, or stored once it is taken. */
  readonly atMs: number;
  /** Null while it is claimed and not stored. */
  readonly taken: Taken | null;
  /** How often it was redelivered, and when last. */
  readonly duplicates: number;
  readonly lastDuplicateMs: number | null;
  /** Why its turn could not be run when it was last tried; null: it was not in trouble. */
  readonly trouble: Trouble | null;
}

/** A turn that others keep from running. */
export interface Trouble {
  readonly reason: string;
  readonly attempts: number;
  readonly nextTryAtMs: number;
}

/** Remembers messages by the id that the provider gave them. */
export interface ReceivedMessages {
  /** Claims a message; a claim whose owner died ends with its lease. */
  claim(tenantId: string, key: string): Promise<Receipt>;
  /** Marks messages as stored: a redelivery is a duplicate. */
  markAllTaken(
    tenantId: string,
    messages: readonly { readonly key: string; readonly trace: Taken }[],
  ): Promise<void>;
  /** Not all was done for the messages: a redelivery must be taken, at once, and is taken again. */
  releaseAll(
    tenantId: string,
    messages: readonly { readonly key: string; readonly triedSinceMs?: number | undefined }[],
  ): Promise<void>;
  /** A message that is taken was delivered again. */
  noteDuplicate(tenantId: string, key: string): Promise<void>;
  /** Its turn could not be run, and will be tried again. */
  noteTrouble(tenantId: string, key: string, trouble: Trouble): Promise<void>;
  find(tenantId: string, key: string): Promise<ReceivedMessage | null>;
}
