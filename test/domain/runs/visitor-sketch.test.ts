import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visitorMark } from '../../../src/aws/people-table.ts';
import {
  fittedSketches,
  sketchOfOne,
  unionOfSketches,
  visitorsIn,
} from '../../../src/domain/runs/visitor-sketch.ts';

const markOf = (n: number, salt = 'salt') =>
  visitorMark(salt, { tenantId: 'acme', channel: 'webchat', userId: `visitor-${n}` });
/** Visitors from one number to another. */
const sketchOf = (from: number, to: number, salt?: string) =>
  unionOfSketches(Array.from({ length: to - from }, (_, n) => sketchOfOne(markOf(from + n, salt))));

describe('visitors of hours and days', () => {
  it('are the same however they are combined, and a returning visitor counts once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3_000), fc.nat(900)), { minLength: 1, maxLength: 5 }),
        fc.nat(5),
        (ranges, cut) => {
          const sketches = ranges.map(([from, many]) => sketchOf(from, from + many));
          const whole = unionOfSketches(sketches);
          const parts = [sketches.slice(0, cut), sketches.slice(cut)].map(unionOfSketches);
          expect(unionOfSketches(parts.toReversed())).toBe(whole);
          expect(unionOfSketches([whole, ...sketches])).toBe(whole);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('are counted exactly as long as their marks are no longer than the registers', () => {
    expect(visitorsIn(sketchOf(0, 0))).toEqual({ distinct: 0, exact: true });
    expect(visitorsIn(sketchOf(0, 1))).toEqual({ distinct: 1, exact: true });
    expect(visitorsIn(unionOfSketches([sketchOf(0, 400), sketchOf(200, 682)]))).toEqual({
      distinct: 682,
      exact: true,
    });
    expect(visitorsIn(sketchOf(0, 683)).exact).toBe(false);
    // Who was erased before visitors had marks is nobody.
    expect(visitorsIn(unionOfSketches([sketchOfOne(null), sketchOf(0, 2)])).distinct).toBe(2);
  });

  it('are estimated with an error of 1.6 per cent, for some hundred and for many', () => {
    const salts = 4;
    for (const many of [700, 4_000, 15_000]) {
      const errors = Array.from(
        { length: salts },
        (_, salt) => visitorsIn(sketchOf(0, many, String(salt))).distinct / many - 1,
      );
      const spread = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / salts);
      expect(spread, `${many}: ${errors}`).toBeLessThan(0.026);
      expect(Math.max(...errors.map(Math.abs)), `${many}: ${errors}`).toBeLessThan(0.06);
    }
  });

  it('take less room where there are very many, and count the same whether they were merged before or after', () => {
    const sketches = Array.from({ length: 6 }, (_, n) => sketchOf(500 * n, 500 * n + 1_500));
    const small = fittedSketches(sketches, 6 * 1_100);
    expect(small.map(({ length }) => length)).toEqual(small.map(() => 1_025));
    expect(unionOfSketches(small)).toBe(fittedSketches([unionOfSketches(sketches)], 1_100)[0]);
    expect(Math.abs(visitorsIn(unionOfSketches(small)).distinct / 4_000 - 1)).toBeLessThan(0.1);
    // Those that are small stay exact.
    const [few = '', many = ''] = fittedSketches([sketchOf(0, 20), sketchOf(0, 5_000)], 1_000);
    expect([visitorsIn(few), many.length]).toEqual([{ distinct: 20, exact: true }, 513]);
  });

  it('have other marks in another deployment, tenant or channel', () => {
    const visitor = { tenantId: 'acme', channel: 'webchat', userId: 'ada' };
    const marks = [
      visitorMark('salt', visitor),
      visitorMark('other', visitor),
      visitorMark('salt', { ...visitor, tenantId: 'globex' }),
      visitorMark('salt', { ...visitor, channel: 'chatapp' }),
    ];
    expect(new Set(marks).size).toBe(4);
    expect(visitorMark('salt', visitor)).toBe(marks[0]);
  });
});
