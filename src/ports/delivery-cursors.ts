/** How far the replies of one conversation have been sent. */
export interface DeliveryCursor {
  readonly tenantId: string;
  readonly conversationId: string;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Everything up to this message is sent, or failed for good. */
  readonly doneMessageId: string | null;
  readonly doneSequence: number;
  /** When the last reply that it knows of has left the log, epoch seconds; absent as the last release wrote it. */
  readonly expiresAtS?: number;
  /** A call that was begun and whose outcome is not known; begun at 0: refused, it surely had no effect. */
  readonly attempt: Attempt | null;
  /** What went wrong with the reply that is next; how often, as far as the account's other replies went well. */
  readonly trouble?: Trouble | null;
  /** The account's free moment that was reserved for the next call. */
  readonly slotAtMs?: number | null;
  /** Set while it waits outside the queue: for which account, from when on it may go, and how far. */
  readonly waiting?: WaitingPlace | null;
}

export interface Attempt {
  readonly replyId: string;
  readonly part: number;
  readonly startedAtMs: number;
  /** Place of the last reply whose first call may have been begun behind it. The last release does not look here. */
  readonly through?: number;
}

export interface Trouble {
  readonly tries: number;
  readonly reason: string;
  readonly nextAtMs: number;
}

export interface WaitingPlace {
  readonly channel: string;
  readonly accountId: string;
  readonly dueAtMs: number;
  readonly toSequence: number;
}

/** Where the sending of each conversation stands. @see design 5.3 */
export interface DeliveryCursors {
  /** Null when it has expired, too: nothing that it has done is in the log any more. */
  find(tenantId: string, conversationId: string): Promise<DeliveryCursor | null>;
  /** @throws VersionConflictError when somebody else delivers for this conversation */
  save(next: DeliveryCursor): Promise<void>;
}
