import { isInFlight, type QueuedMessage } from './stored-message.ts';

/**
 * The messages of a queue by group, each in the order of arrival. In a standard queue every message is a group of its
 * own, which nothing locks.
 */
export class MessageGroups {
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
