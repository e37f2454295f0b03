/** How far a provider's message has come; it is remembered for 8 days. @see design 2.3, 5.3 */
export type Receipt =
  /** Nobody has taken it before: the caller must. */
  | 'new'
  /** Another delivery of it is being taken right now. */
  | 'being-taken'
  /** It is on the queue, or done. */
  | 'taken';

/** Remembers messages by the id that the provider gave them. */
export interface ReceivedMessages {
  /** Claims a message; a claim whose owner died ends with its lease. */
  claim(tenantId: string, key: string): Promise<Receipt>;
  /** The message is stored: a redelivery is a duplicate from now on. */
  markTaken(tenantId: string, key: string, correlationId: string): Promise<void>;
  /** The message could not be stored: a redelivery must be taken. */
  release(tenantId: string, key: string): Promise<void>;
}
