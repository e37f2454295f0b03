import { incrementBase32, ulid } from 'ulid';

/** Ids of a conversation's messages: each is greater than the one before, whatever the clocks say. @see design 2.5 */
export interface MessageIds {
  next(): string;
}

/**
 * Counts on from a conversation's last message id.
 * @param lastId the greatest id in use, or null
 * @param random uniform in [0, 1)
 */
export function messageIdsAfter(
  lastId: string | null,
  nowMs: () => number,
  random: () => number,
): MessageIds {
  let last = lastId;
  return {
    next() {
      const fresh = ulid(nowMs(), random);
      last = last === null || fresh > last ? fresh : incrementBase32(last);
      return last;
    },
  };
}
