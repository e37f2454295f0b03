import { randomUUID } from 'node:crypto';
import type { QueueSurroundings } from './queue-settings.ts';
import { type QueueAttributes, type QueueSettings, readSettings } from './queue-settings.ts';
import {
  DeduplicationWindow,
  isInFlight,
  type QueuedMessage,
  type RememberedSend,
  type SentMessage,
} from './stored-message.ts';

/** A message to send, with its own delay or the queue's. */
export type NewMessage = Pick<SentMessage, 'body' | 'groupId' | 'deduplicationId' | 'delayS'>;

const sequenceDigits = 20;
const sequencesPerMs = 1_000_000n;

/** One queue with AWS's behaviour: groups, receives, visibility, deduplication, retention, dead letters. */
export class MessageQueue {
  readonly name: string;
  readonly arn: string;
  readonly createdAtMs: number;
  attributes: QueueAttributes;
  settings: QueueSettings;
  changedAtMs: number;
  purgedAtMs = Number.NEGATIVE_INFINITY;
  readonly #surroundings: QueueSurroundings;
  readonly #messages = new Map<string, QueuedMessage>();
  readonly #groups: MessageGroups;
  readonly #sends = new DeduplicationWindow();
  #sequence: bigint;
  #oldestSentAtMs = Number.POSITIVE_INFINITY;

  constructor(name: string, arn: string, attributes: QueueAttributes, surroundings: QueueSurroundings) {
    this.name = name;
    this.arn = arn;
    this.attributes = attributes;
    this.settings = readSettings(attributes);
    this.createdAtMs = surroundings.nowMs();
    this.changedAtMs = this.createdAtMs;
    this.#sequence = BigInt(this.createdAtMs) * sequencesPerMs;
    this.#surroundings = surroundings;
    this.#groups = new MessageGroups(this.settings.isFifo);
  }

  /** Takes a message, or finds that it was sent within the last five minutes. */
  send(message: NewMessage): Pick<SentMessage, 'sequenceNumber'> & { readonly messageId: string } {
    const { groupId = '', deduplicationId } = message;
    const { isFifo, deduplicatesByGroup } = this.settings;
    const sentAtMs = this.#surroundings.nowMs();
    const isRemembered = isFifo && deduplicationId !== undefined;
    const first = isRemembered
      ? this.#sends.find(groupId, deduplicationId, deduplicatesByGroup, sentAtMs)
      : undefined;
    if (first) return first;
    const sequenceNumber = this.#nextSequenceNumber();
    const messageId = randomUUID();
    this.#take({ ...message, id: messageId, sequenceNumber, sentAtMs });
    if (isRemembered)
      this.#sends.add({ groupId, deduplicationId, messageId, sequenceNumber, sentAtMs }, deduplicatesByGroup);
    return { messageId, sequenceNumber };
  }

  /** Takes what another queue gave up, as new in a FIFO queue and as old as it is in a standard one. */
  takeDeadLetter(message: QueuedMessage, sourceArn: string): void {
    this.#take(
      {
        ...message,
        sequenceNumber: this.#nextSequenceNumber(),
        sentAtMs: this.settings.isFifo ? this.#surroundings.nowMs() : message.sentAtMs,
        delayS: 0,
        deadLetterSourceArn: sourceArn,
      },
      message,
    );
  }

  /** Brings back what an earlier process kept. */
  restore(messages: readonly SentMessage[], sends: readonly RememberedSend[]): void {
    for (const message of messages) {
      this.#add({ ...message, receives: 0, firstReceivedAtMs: null, hold: null });
      const sequence = BigInt(message.sequenceNumber);
      if (sequence > this.#sequence) this.#sequence = sequence;
    }
    for (const send of sends) this.#sends.add(send, this.settings.deduplicatesByGroup);
  }

  /** Gives up to so many messages: of each group as many as fit, in order, and hides them. */
  receive(max: number, visibilityTimeoutS: number): readonly QueuedMessage[] {
    this.#dropExpired();
    const nowMs = this.#surroundings.nowMs();
    const room = this.#surroundings.inFlightQuota - this.#groups.inFlight(nowMs).length;
    const wanted = Math.min(this.#surroundings.choose.atMost(max), room);
    const given: QueuedMessage[] = [];
    const lastSequence = this.#lastInSight();
    const isThere = (message: QueuedMessage) =>
      message.sequenceNumber <= lastSequence && this.visibleAtMs(message) <= nowMs;
    const groups = this.#groups.unlocked().filter(([head]) => head && isThere(head));
    for (const group of this.#surroundings.choose.order(groups)) {
      for (let n = 0; given.length < wanted; ) {
        const message = group[n];
        if (!message || !isThere(message)) break;
        if (this.#bury(message)) continue;
        given.push(message);
        n += 1;
      }
    }
    for (const message of given) this.#hold(message, nowMs, visibilityTimeoutS);
    return given;
  }

  isFull(): boolean {
    const inFlight = this.#groups.inFlight(this.#surroundings.nowMs());
    return inFlight.length >= this.#surroundings.inFlightQuota;
  }

  find(messageId: string): QueuedMessage | undefined {
    this.#dropExpired();
    return this.#messages.get(messageId);
  }

  /** Whether a consumer has received it. */
  isInFlight(message: QueuedMessage): boolean {
    return isInFlight(message, this.#surroundings.nowMs());
  }

  delete(message: QueuedMessage): void {
    this.#surroundings.keeper.removed([message.id]);
    this.#remove(message);
  }

  /** Hides a message in flight for so long from now; 0 shows it again. */
  hideFor(message: QueuedMessage, seconds: number): void {
    if (message.hold === null) return;
    message.hold = { ...message.hold, untilMs: this.#surroundings.nowMs() + seconds * 1000 };
  }

  purge(): void {
    this.purgedAtMs = this.#surroundings.nowMs();
    this.#surroundings.keeper.removed([...this.#messages.keys()]);
    for (const message of [...this.#messages.values()]) this.#remove(message);
  }

  /** All that lies here, in flight or not, in the order of arrival. */
  all(): readonly QueuedMessage[] {
    this.#dropExpired();
    return [...this.#messages.values()];
  }

  remembered(): readonly RememberedSend[] {
    return this.#sends.all(this.#surroundings.nowMs());
  }

  /** When something that is hidden becomes visible; null when nothing is. */
  nextVisibleAtMs(): number | null {
    const nowMs = this.#surroundings.nowMs();
    const later = this.all()
      .map((message) => this.visibleAtMs(message))
      .filter((visibleAtMs) => visibleAtMs > nowMs);
    return later.length === 0 ? null : later.reduce((first, one) => Math.min(first, one));
  }

  /** When a message can be received, its group allowing it. */
  visibleAtMs({ receives, hold, sentAtMs, delayS }: QueuedMessage): number {
    if (hold) return hold.untilMs;
    if (receives > 0) return 0;
    return sentAtMs + (this.settings.isFifo ? this.settings.delayS : delayS) * 1000;
  }

  #hold(message: QueuedMessage, nowMs: number, visibilityTimeoutS: number): void {
    message.receives += 1;
    message.firstReceivedAtMs ??= nowMs;
    message.hold = {
      receipt: randomUUID(),
      receivedAtMs: nowMs,
      untilMs: nowMs + visibilityTimeoutS * 1000,
    };
    this.#groups.hold(message);
  }

  /** @returns whether it has been received so often that it went to the dead letters. */
  #bury(message: QueuedMessage): boolean {
    const { deadLetters } = this.settings;
    if (!deadLetters || message.receives < deadLetters.maxReceiveCount) return false;
    const target = this.#surroundings.findQueue(deadLetters.arn);
    if (!target) return false;
    target.takeDeadLetter(message, this.arn);
    this.#remove(message);
    return true;
  }

  #take(message: SentMessage, known: Partial<QueuedMessage> = {}): void {
    this.#surroundings.keeper.sent(this.name, message);
    const { receives = 0, firstReceivedAtMs = null } = known;
    this.#add({ ...message, receives, firstReceivedAtMs, hold: null });
  }

  #add(message: QueuedMessage): void {
    this.#messages.set(message.id, message);
    this.#groups.add(message);
    this.#oldestSentAtMs = Math.min(this.#oldestSentAtMs, message.sentAtMs);
  }

  #remove(message: QueuedMessage): void {
    this.#messages.delete(message.id);
    this.#groups.remove(message);
  }

  #dropExpired(): void {
    const sentBeforeMs = this.#surroundings.nowMs() - this.settings.retentionS * 1000;
    if (this.#oldestSentAtMs > sentBeforeMs) return;
    for (const message of [...this.#messages.values()])
      if (message.sentAtMs <= sentBeforeMs) this.delete(message);
    this.#oldestSentAtMs = [...this.#messages.values()].reduce(
      (oldest, { sentAtMs }) => Math.min(oldest, sentAtMs),
      Number.POSITIVE_INFINITY,
    );
  }

  /** A FIFO queue looks for groups among its first messages only, including those in flight. */
  #lastInSight(): string {
    const { inFlightQuota } = this.#surroundings;
    const endless = '~';
    if (!this.settings.isFifo || this.#messages.size <= inFlightQuota) return endless;
    return [...this.#messages.values()][inFlightQuota - 1]?.sequenceNumber ?? endless;
  }

  #nextSequenceNumber(): string {
    this.#sequence += 1n;
    return String(this.#sequence).padStart(sequenceDigits, '0');
  }
}

/**
 * The messages of a queue by group, each in the order of arrival. In a standard queue every message is a group of its
 * own, which nothing locks.
 */
class MessageGroups {
  readonly #keyOf: (message: QueuedMessage) => string;
  readonly #groups = new Map<string, QueuedMessage[]>();
  /** By group, the messages that a consumer has or had; those whose time is over are taken out when they are met. */
  readonly #held = new Map<string, Set<QueuedMessage>>();

  constructor(isFifo: boolean) {
    this.#keyOf = ({ groupId = '', id }) => (isFifo ? groupId : id);
  }

  add(message: QueuedMessage): void {
    const key = this.#keyOf(message);
    const group = this.#groups.get(key);
    if (group) group.push(message);
    else this.#groups.set(key, [message]);
  }

  remove(message: QueuedMessage): void {
    const key = this.#keyOf(message);
    const group = this.#groups.get(key) ?? [];
    const index = group.indexOf(message);
    if (index >= 0) group.splice(index, 1);
    if (group.length === 0) this.#groups.delete(key);
    this.release(message);
  }

  /** Counts a message as one that a consumer has, until it is released or its time is over. */
  hold(message: QueuedMessage): void {
    const key = this.#keyOf(message);
    const held = this.#held.get(key) ?? new Set();
    this.#held.set(key, held.add(message));
  }

  release(message: QueuedMessage): void {
    const key = this.#keyOf(message);
    const held = this.#held.get(key);
    held?.delete(message);
    if (held?.size === 0) this.#held.delete(key);
  }

  /** The messages in flight. */
  inFlight(nowMs: number): readonly QueuedMessage[] {
    const held = [...this.#held.values()].flatMap((messages) => [...messages]);
    for (const message of held) if (!isInFlight(message, nowMs)) this.release(message);
    return held.filter((message) => isInFlight(message, nowMs));
  }

  /** The groups none of whose messages is in flight, the longest waiting first; to be asked for after `inFlight`. */
  unlocked(): readonly (readonly QueuedMessage[])[] {
    return [...this.#groups].flatMap(([key, messages]) => (this.#held.has(key) ? [] : [messages]));
  }
}
