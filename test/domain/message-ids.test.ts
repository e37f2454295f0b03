import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageId } from '../../src/contract/vocabulary.ts';
import { messageIdsAfter } from '../../src/domain/message-ids.ts';

describe('message ids', () => {
  it('increase strictly whatever the clock does', () => {
    const clockReadings = fc.array(fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }), {
      minLength: 2,
    });
    fc.assert(
      fc.property(clockReadings, (readings) => {
        const clock = readings.values();
        const ids = messageIdsAfter(
          null,
          () => clock.next().value ?? 0,
          () => 0.5,
        );
        const given = readings.map(() => ids.next());
        expect(given).toEqual([...new Set(given)].sort());
        for (const id of given) expect(messageId.safeParse(id).success).toBe(true);
      }),
    );
  });

  it('go on after the last id of a writer whose clock is ahead', () => {
    const ahead = messageIdsAfter(
      null,
      () => 1_900_000_000_000,
      () => 0.9,
    ).next();
    const behind = messageIdsAfter(
      ahead,
      () => 1_600_000_000_000,
      () => 0.1,
    ).next();
    expect(behind > ahead).toBe(true);
  });
});
