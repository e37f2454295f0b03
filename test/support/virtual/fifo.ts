interface Message {
  readonly id: string;
  readonly body: string;
  readonly group: string;
  receives: number;
  /** From when on it can be received, and its group with it. */
  visibleAtMs: number;
  isInFlight: boolean;
}

export interface ReceivedMessage {
  readonly id: string;
  readonly body: string;
  readonly group: string;
  readonly receives: number;
}

const deduplicationMs = 5 * 60_000;
const visibilityMs = 360_000;

/**
 * A FIFO queue on a clock that tests move, with SQS's own rules: several messages of a group in one receive, a group
 * locked while one of it is in flight, deduplication for five minutes, and silence at so many messages in flight.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
 */
export class VirtualFifo {
  readonly #messages: Message[] = [];
  readonly #seen = new Map<string, number>();
  readonly #nowMs: () => number;
  readonly #inFlightQuota: number;
  #sent = 0;
  /** The most that were in flight at a time. */
  peak = 0;

  constructor(nowMs: () => number, inFlightQuota = 120_000) {
    this.#nowMs = nowMs;
    this.#inFlightQuota = inFlightQuota;
  }

  get length(): number {
    return this.#messages.length;
  }

  send(body: string, group: string, deduplicationId: string): void {
    const before = this.#seen.get(deduplicationId);
    if (before !== undefined && this.#nowMs() - before < deduplicationMs) return;
    this.#seen.set(deduplicationId, this.#nowMs());
    this.#sent += 1;
    const id = `record-${this.#sent}`;
    this.#messages.push({ id, body, group, receives: 0, visibleAtMs: 0, isInFlight: false });
  }

  receive(most: number): ReceivedMessage[] {
    const now = this.#nowMs();
    for (const message of this.#messages) if (message.visibleAtMs <= now) message.isInFlight = false;
    const locked = new Set(this.#messages.filter(({ isInFlight }) => isInFlight).map(({ group }) => group));
    let inFlight = this.#messages.filter(({ isInFlight }) => isInFlight).length;
    const received: Message[] = [];
    for (const message of this.#messages) {
      if (received.length === most || inFlight >= this.#inFlightQuota) break;
      if (locked.has(message.group)) continue;
      message.receives += 1;
      message.isInFlight = true;
      message.visibleAtMs = now + visibilityMs;
      received.push(message);
      inFlight += 1;
    }
    this.peak = Math.max(this.peak, inFlight);
    return received.map(({ id, body, group, receives }) => ({ id, body, group, receives }));
  }

  hide(id: string, forMs: number): void {
    const message = this.#messages.find((one) => one.id === id);
    if (message) message.visibleAtMs = this.#nowMs() + forMs;
  }

  delete(id: string): void {
    const at = this.#messages.findIndex((one) => one.id === id);
    if (at >= 0) this.#messages.splice(at, 1);
  }

  /** When a message in flight becomes visible again. */
  nextVisibleMs(): number {
    return Math.min(
      ...this.#messages.filter(({ isInFlight }) => isInFlight).map(({ visibleAtMs }) => visibleAtMs),
    );
  }
}
