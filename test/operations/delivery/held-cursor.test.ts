import { describe, expect, it } from 'vitest';
import { HeldCursor, newCursor } from '../../../src/operations/delivery/reply-task.ts';
import type { DeliveryCursor } from '../../../src/ports/deliveries.ts';

const [one, two, three] = [
  { id: 'R1', seq: 1 },
  { id: 'R2', seq: 2 },
  { id: 'R3', seq: 3 },
] as const;

function held(stored: Partial<DeliveryCursor> = {}) {
  const saved: DeliveryCursor[] = [];
  const cursors = { find: async () => null, save: async (next: DeliveryCursor) => void saved.push(next) };
  return { saved, cursor: new HeldCursor(cursors, { ...newCursor('acme', 'c'), ...stored }) };
}
const begun = (part: number, startedAtMs: number) => ({ part, startedAtMs });

describe('a cursor held by one sender', () => {
  it('saves once that the replies of a turn are begun, and once that they are done', async () => {
    const { cursor, saved } = held();
    for (const [n, reply] of [one, two, three].entries()) {
      await cursor.begin(begun(0, n * 1_000), reply, three.seq);
      cursor.done(reply, [two, three][n]);
    }
    await cursor.finish();
    expect(saved.map(({ attempt, doneSequence }) => [attempt, doneSequence])).toEqual([
      [{ replyId: 'R1', part: 0, startedAtMs: 0, through: 3 }, 0],
      [null, 3],
    ]);
  });

  it('saves again when something begins too late for another sender, and for a second part of a reply', async () => {
    const { cursor, saved } = held();
    await cursor.begin(begun(0, 0), one, two.seq);
    await cursor.begin(begun(1, 500), one, two.seq);
    cursor.done(one, two);
    await cursor.begin(begun(0, 10_501), two, two.seq);
    expect(saved.map(({ attempt }) => attempt)).toEqual([
      { replyId: 'R1', part: 0, startedAtMs: 0, through: 2 },
      { replyId: 'R1', part: 1, startedAtMs: 500, through: 2 },
      { replyId: 'R2', part: 0, startedAtMs: 10_501 },
    ]);
  });

  it('treats the next reply as begun that a dead sender may have begun, and none further', () => {
    const attempt = { replyId: 'R1', part: 0, startedAtMs: 7, through: 2 };
    const { cursor } = held({ attempt });
    cursor.done(one, two);
    expect(cursor.current.attempt).toEqual({ replyId: 'R2', part: 0, startedAtMs: 7, through: 2 });
    cursor.done(two, three);
    expect(cursor.current.attempt).toBeNull();
  });
});
