import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageId } from '../../src/contract/vocabulary.ts';
import { idBefore, leastIdAt, newMessageId, placeMessageId } from '../../src/domain/message-ids.ts';
import { replyIdsAfter } from '../../src/engine/step-context.ts';

const id = fc
  .tuple(fc.integer({ min: 1_600_000_000_000, max: 1_600_000_000_009 }), fc.double({ min: 0, max: 0.999 }))
  .map(([ms, random]) =>
    newMessageId(
      () => ms,
      () => random,
    ),
  );

describe('message ids', () => {
  it("of a turn's messages count on from the visitor's", () => {
    fc.assert(
      fc.property(id, fc.integer({ min: 1, max: 200 }), (first, count) => {
        const ids = replyIdsAfter(first);
        const given = [first, ...Array.from({ length: count }, () => ids.next())];
        expect(given).toEqual([...new Set(given)].sort());
        for (const one of given) expect(messageId.safeParse(one).success).toBe(true);
      }),
    );
  });

  it('lie between those before and behind, with room for the replies on either side', () => {
    fc.assert(
      fc.property(id, id, id, (wanted, one, other) => {
        const [after = '', before = ''] = [one, other].sort();
        fc.pre(decode(before) - decode(after) > 4n * 2n ** 20n);
        const placed = placeMessageId(wanted, { after, before });
        expect(messageId.safeParse(placed).success).toBe(true);
        expect(repliesOf(after) < placed).toBe(true);
        expect(repliesOf(placed) < before).toBe(true);
        expect(placeMessageId(wanted, { after: null, before: null })).toBe(wanted);
        expect(placeMessageId(wanted, { after, before: null }) > repliesOf(after)).toBe(true);
        expect(repliesOf(placeMessageId(wanted, { after: null, before })) < before).toBe(true);
      }),
    );
  });

  it('leave room for messages of the same moment that come in between later', () => {
    const [after, wanted] = [leastIdAt(2_000), leastIdAt(1_000)];
    let before = placeMessageId(wanted, { after, before: null });
    for (let n = 0; n < 18; n += 1) {
      const placed = placeMessageId(wanted, { after, before });
      expect(repliesOf(after) < placed).toBe(true);
      expect(repliesOf(placed) < before).toBe(true);
      before = placed;
    }
  });

  it('stay unchanged where they fit, wherever that is', () => {
    const [after, wanted, before] = [1_000, 1_100, 3_000].map((ms) => leastIdAt(ms)) as [
      string,
      string,
      string,
    ];
    expect(placeMessageId(wanted, { after, before })).toBe(wanted);
    expect(placeMessageId(wanted, { after: null, before })).toBe(wanted);
  });

  it('lie in the middle of a free range, next to the only neighbor, or behind it where nothing is', () => {
    const [early, after, before, late] = [1_000, 2_000, 3_000, 9_000].map((ms) => leastIdAt(ms)) as [
      string,
      string,
      string,
      string,
    ];
    expect(placeMessageId(late, { after, before })).toBe(leastIdAt(2_500));
    expect(placeMessageId(early, { after, before: null }) < leastIdAt(2_001)).toBe(true);
    expect(placeMessageId(late, { after: null, before }) > leastIdAt(2_999)).toBe(true);
    expect(placeMessageId(late, { after, before: idBefore(after) })).toBe(
      placeMessageId(early, { after, before: null }),
    );
  });
});

/** Beyond the last reply that a turn can send. */
function repliesOf(one: string): string {
  const ids = replyIdsAfter(one);
  for (let n = 0; n < 100; n += 1) ids.next();
  return ids.next();
}

function decode(one: string): bigint {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return [...one].reduce((number, digit) => number * 32n + BigInt(digits.indexOf(digit)), 0n);
}
