import { createHash } from 'node:crypto';
import type { Item } from './items.ts';

/** So many of a window's tokens go to whoever comes first; behind them, and for one address in all, there are shares. */
const early = 4 / 5;
/** Part of what is left that one address may have behind them. */
const ofWhatIsLeft = 1 / 5;
/** But so much of the limit in any case: one in twenty tokens may lie idle, drawn and not used, and is left, too. */
const atLeast = 1 / 100;
/** What is left is looked at in steps, since a condition can't divide. */
const steps = 10;

/**
 * The counters of an address in a window's item: in each of three rows it shares one with a few others, in all three
 * hardly with anybody, so that the least of them tells what it has had. However many addresses there are, the item
 * stays below a kilobyte, and a write of it at one unit.
 */
export interface Counters {
  /** What it has had in the whole window. */
  readonly inAll: readonly string[];
  /** What it has had since the window was 80 % used. */
  readonly late: readonly string[];
}

/** @param address its salted hash */
export function countersOf(address: string): Counters {
  const digest = createHash('sha256').update(address).digest();
  const named = (rows: string, from: number, most: number) =>
    [...rows].map((row, n) => row + ((digest[from + n] ?? 0) % most).toString(36));
  return { inAll: named('abc', 0, 16), late: named('xyz', 3, 32) };
}

/** Tokens of a window that are no address's share yet. @see design 2.4 "A share per address" */
export const earlyTokens = (limit: number): number => Math.max(1, Math.floor(limit * early));

/** How many tokens more an address may have of a window as its item shows it; with it, those that are drawn and held here. */
export function roomOf(
  item: Item,
  { limit, held, counters }: { readonly limit: number; readonly held: number; readonly counters: Counters },
): number {
  const leased = Number(item.leased ?? 0);
  const had = (names: readonly string[]) => Math.min(...names.map((name) => Number(item[name] ?? 0)));
  const share = stepsOf(limit).find(({ upTo }) => leased <= upTo)?.most ?? 0;
  return Math.min(
    limit - leased + held,
    Math.max(share - had(counters.late), earlyTokens(limit) - leased),
    earlyTokens(limit) - had(counters.inAll),
  );
}

/** What must hold of the item for an address to have `count` tokens more, of which `drawn` are not held yet. */
export function shareCondition(
  limit: number,
  { inAll, late }: Counters,
  { count, drawn }: { readonly count: number; readonly drawn: number },
): { readonly condition: string; readonly values: Item } {
  const taken = stepsOf(limit).filter(({ most }) => most >= count);
  const values = {
    ...{ ':room': limit - drawn, ':early': earlyTokens(limit) - drawn, ':inAll': earlyTokens(limit) - count },
    ...Object.fromEntries(
      taken.flatMap(({ upTo, most }, n) => [
        [`:upTo${n}`, upTo],
        [`:most${n}`, most - count],
      ]),
    ),
  };
  const share = [
    'leased <= :early',
    ...taken.map((_, n) => `(leased <= :upTo${n} AND (${someAtMost(late, `:most${n}`)}))`),
  ];
  const all = `leased <= :room AND (${share.join(' OR ')}) AND (${someAtMost(inAll, ':inAll')})`;
  return { condition: `attribute_not_exists(leased) OR (${all})`, values };
}

const someAtMost = (names: readonly string[], value: string) =>
  names.map((name) => `attribute_not_exists(${name}) OR ${name} <= ${value}`).join(' OR ');

/** How much an address may have while no more than `upTo` tokens are drawn. */
function stepsOf(limit: number): readonly { readonly upTo: number; readonly most: number }[] {
  const first = earlyTokens(limit);
  return Array.from({ length: steps }, (_, n) => {
    const upTo = first + Math.ceil(((limit - first) * (n + 1)) / steps);
    const most = Math.floor(Math.max((limit - upTo) * ofWhatIsLeft, limit * atLeast));
    return { upTo, most: Math.max(1, most) };
  });
}
