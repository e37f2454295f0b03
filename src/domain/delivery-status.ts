/** A provider's delivery statuses, in increasing order. */
export const deliveryStates = ['sent', 'failed', 'delivered', 'read'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A provider's reason for a failed delivery. */
export interface ProviderError {
  readonly code: string;
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  readonly details?: string | undefined;
}

/** A provider's word on one message that was sent. @see design 2.7 */
export interface DeliveryStatus {
  /** The id that the provider gave the message. */
  readonly providerMessageId: string;
  readonly state: DeliveryState;
  /** Why it failed: a stable word, as `window_closed`, or the provider's own code. */
  readonly reason?: string | undefined;
  /** The provider's own words for that. */
  readonly error?: ProviderError | undefined;
  /** ISO 8601 UTC, the provider's clock. */
  readonly at: string;
  /** Our id of the reply, or of a later part of it, where the provider hands it back. */
  readonly replyId?: string | undefined;
  /** The provider's phone number of the recipient. */
  readonly recipient?: string | undefined;
}

/** The delivery status of one sent message. */
export type PartDelivery = Omit<DeliveryStatus, 'replyId' | 'recipient'>;

/** The delivery status of a reply: the worst of the messages it is sent as. */
export type ReplyDelivery = PartDelivery & {
  /** For a reply sent as several messages: this one's number, the total, and how many are unsent. */
  readonly part?: { readonly number: number; readonly of: number; readonly unsent: number };
};

/**
 * The order of statuses. A reply only moves to a higher one, so a late "sent" doesn't undo "read". Delivered
 * outranks failed, since delivery is proven.
 */
export function deliveryRank(state: DeliveryState): number {
  return deliveryStates.indexOf(state);
}

/** Returns the ID of one of a reply's messages. The first has the reply's own ID. */
export function partId(replyId: string, part: number): string {
  return part === 0 ? replyId : `${replyId}.${part}`;
}

/** The reply that a part belongs to. */
export function replyOfPart(id: string): string {
  return id.replace(/\.\d+$/, '');
}

const sorrow: readonly DeliveryState[] = ['failed', 'sent', 'delivered', 'read'];

/**
 * The worst of a reply's parts: text that was read while its buttons were refused has failed. Null when none has left.
 * @param parts in order; null for a part that has not left
 */
export function worstDelivery(parts: readonly (PartDelivery | null)[]): ReplyDelivery | null {
  const left = parts.flatMap((delivery, n) => (delivery ? [{ delivery, number: n + 1 }] : []));
  const [worst] = left.toSorted(
    (a, b) => sorrow.indexOf(a.delivery.state) - sorrow.indexOf(b.delivery.state),
  );
  if (!worst) return null;
  const part = { number: worst.number, of: parts.length, unsent: parts.length - left.length };
  return parts.length === 1 ? worst.delivery : { ...worst.delivery, part };
}
