/** A FIFO queue's memory of one message that was sent. */
export interface RememberedSend {
  readonly groupId: string;
  readonly deduplicationId: string;
  readonly messageId: string;
  readonly sequenceNumber: string;
  readonly sentAtMs: number;
}

/** How long a FIFO queue remembers. @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-messagededuplicationid-property.html */
export const deduplicationMs = 5 * 60_000;

/** What was sent in the last five minutes, whatever became of it. */
export class DeduplicationWindow {
  readonly #sends = new Map<string, RememberedSend>();

  /** The first send of what is now sent again. @param byGroup whether the same id in another group is another message */
  find(
    groupId: string,
    deduplicationId: string,
    byGroup: boolean,
    nowMs: number,
  ): RememberedSend | undefined {
    for (const [key, { sentAtMs }] of this.#sends) {
      if (sentAtMs + deduplicationMs > nowMs) break;
      this.#sends.delete(key);
    }
    return this.#sends.get(keyOf(groupId, deduplicationId, byGroup));
  }

  add(send: RememberedSend, byGroup: boolean): void {
    this.#sends.set(keyOf(send.groupId, send.deduplicationId, byGroup), send);
  }

  all(nowMs: number): readonly RememberedSend[] {
    return [...this.#sends.values()].filter(({ sentAtMs }) => sentAtMs + deduplicationMs > nowMs);
  }
}

const keyOf = (groupId: string, deduplicationId: string, byGroup: boolean) =>
  byGroup ? `${groupId}\n${deduplicationId}` : deduplicationId;
