import type { DeliveryStatus } from '../domain/delivery-status.ts';

/** How far the replies of one conversation have been sent. */
export interface DeliveryCursor {
  readonly tenantId: string;
  readonly conversationId: string;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Everything up to this message is sent, or failed for good. */
  readonly doneMessageId: string | null;
  readonly doneSequence: number;
  /** A call that was begun and whose outcome is not known. */
  readonly attempt: { readonly replyId: string; readonly part: number; readonly startedAtMs: number } | null;
}

/** What is known of one reply on its way to the user. */
export type ReplyDelivery = Omit<DeliveryStatus, 'replyId'>;

/** A reply that a provider took, by the id that the provider gave it. */
export interface SentReply {
  readonly replyId: string;
  readonly conversationId: string;
}

/** What became of replies sent through a provider. @see design 5.3 */
export interface Deliveries {
  findCursor(tenantId: string, conversationId: string): Promise<DeliveryCursor | null>;
  /** @throws VersionConflictError when somebody else delivers for this conversation */
  saveCursor(next: DeliveryCursor): Promise<void>;
  /** Links the provider's id with the reply; gives what the provider has said of it already. */
  link(tenantId: string, providerMessageId: string, reply: SentReply): Promise<ReplyDelivery | null>;
  /** The reply that was linked with a provider's id. */
  findSent(tenantId: string, providerMessageId: string): Promise<SentReply | null>;
  /** Keeps the provider's word by its id; gives the reply's id once it is linked. */
  keepStatus(tenantId: string, status: DeliveryStatus): Promise<string | null>;
  /**
   * Moves a reply forward, never back.
   * @param correlationId of the reply's turn, where it is known
   * @returns the correlation id that the reply was sent with; null while it is not recorded
   */
  advance(
    tenantId: string,
    replyId: string,
    delivery: ReplyDelivery,
    correlationId?: string,
  ): Promise<string | null>;
  find(tenantId: string, replyId: string): Promise<ReplyDelivery | null>;
}
