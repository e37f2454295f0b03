import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRefused,
  kindOf,
  type Refused,
  type RefusedTimes,
  readKind,
  withoutSite,
} from '../../src/domain/errors.ts';

const sites = 3;
const codes = ['origin_not_allowed', 'rate_limited', 'invalid_body'];
const origins = [
  ...Object.values(withoutSite),
  ...Array.from({ length: 8 }, (_, n) => `https://s${n}.example`),
  'https://😀.example',
];
const times = fc
  .tuple(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }))
  .map(([requests, messages]): RefusedTimes => [requests, Math.min(requests, messages)]);
const kind = fc.tuple(fc.constantFrom(...codes), fc.constantFrom(...origins)).map((of) => kindOf(...of));
const refused = fc.array(fc.tuple(kind, times)).map((entries): Refused => new Map(entries));

/** Requests, and messages among them, by code. */
function totals(parts: readonly Refused[]): Readonly<Record<string, RefusedTimes>> {
  const sums: Record<string, RefusedTimes> = {};
  for (const [of, [requests, messages]] of parts.flatMap((part) => [...part])) {
    const { code } = readKind(of);
    const [before, messagesBefore] = sums[code] ?? [0, 0];
    sums[code] = [before + requests, messagesBefore + messages];
  }
  return sums;
}

const isSite = (of: string) => !Object.hasOwn(withoutSite, readKind(of).origin);

describe('added counts of refused requests', () => {
  it('lose no request of a code, whatever sites are invented', () => {
    fc.assert(
      fc.property(fc.array(refused), (parts) => {
        expect(totals([addRefused(parts, sites)])).toEqual(totals(parts));
      }),
    );
  });

  it('name a bounded number of sites, each at most as often as it was refused', () => {
    fc.assert(
      fc.property(fc.array(refused), (parts) => {
        const sum = addRefused(parts, sites);
        const all = addRefused(parts, Number.POSITIVE_INFINITY);
        expect([...sum.keys()].filter(isSite).length).toBeLessThanOrEqual(sites);
        expect(sum.size).toBeLessThanOrEqual(sites + codes.length * Object.keys(withoutSite).length);
        for (const [of, counted] of sum) if (isSite(of)) expect(counted).toEqual(all.get(of));
        const least = Math.min(...[...sum].filter(([of]) => isSite(of)).map(([, [requests]]) => requests));
        for (const [of, [requests]] of all)
          if (isSite(of) && !sum.has(of)) expect(requests).toBeLessThanOrEqual(least);
      }),
    );
  });

  it('do not depend on their order, and adding nothing changes nothing', () => {
    fc.assert(
      fc.property(fc.array(refused), (parts) => {
        const sum = addRefused(parts, sites);
        expect(addRefused(parts.toReversed(), sites)).toEqual(sum);
        expect(addRefused([sum, new Map()], sites)).toEqual(sum);
      }),
    );
  });

  it('keep a site that is refused again and again among names that come once', () => {
    const shop = kindOf('origin_not_allowed', 'https://shop.example');
    let stored: Refused = new Map();
    for (let minute = 0; minute < 50; minute += 1) {
      const made = Array.from({ length: 40 }, (_, n): [string, RefusedTimes] => [
        kindOf('origin_not_allowed', `https://m${minute}-${n}.example`),
        [1, 0],
      ]);
      stored = addRefused([stored, new Map([...made, [shop, [2, 1]]])], sites);
    }
    expect(stored.get(shop)).toEqual([100, 50]);
    expect(totals([stored]).origin_not_allowed).toEqual([50 * 42, 50]);
  });
});
