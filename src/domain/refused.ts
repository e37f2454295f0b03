/** Of one kind: requests, and the messages among them. */
export type RefusedTimes = readonly [requests: number, messages: number];

/** By kind: the code of a problem, and the site that it was told to. */
export type Refused = ReadonlyMap<string, RefusedTimes>;

/** What stands in the place of a site. */
export const withoutSite = {
  /** The request named none: it is not of a browser. */
  none: 'none',
  /** What it named is no address of a site. */
  unreadable: 'unreadable',
  /** Sites that are not told apart. */
  others: 'others',
} as const;

/** `origin_not_allowed https://shop.example`: neither of them holds a space. */
export const kindOf = (code: string, origin: string) => `${code} ${origin}`;

/** The code and the site of a kind. */
export function readKind(kind: string): { readonly code: string; readonly origin: string } {
  const [code = '', origin = withoutSite.others] = kind.split(' ');
  return { code, origin };
}

/** Adds to what is counted of a kind. */
export function countRefused(counts: Map<string, RefusedTimes>, kind: string, times: RefusedTimes): void {
  const [requests, messages] = counts.get(kind) ?? [0, 0];
  counts.set(kind, [requests + times[0], messages + times[1]]);
}

/**
 * Adds up. Of the sites, whose names a stranger makes up, those are told apart that were refused most often; the others
 * count by code alone, so that no request is lost.
 * @param sites how many kinds with a site there are at most
 */
export function addRefused(parts: Iterable<Refused>, sites: number): Refused {
  const sums = new Map<string, RefusedTimes>();
  for (const part of parts) for (const [kind, times] of part) countRefused(sums, kind, times);
  const kept = new Map<string, RefusedTimes>();
  let named = 0;
  for (const [kind, times] of [...sums].sort(mostFirst)) {
    const { code, origin } = readKind(kind);
    const isSite = !isWord(origin);
    if (isSite) named += 1;
    countRefused(kept, isSite && named > sites ? kindOf(code, withoutSite.others) : kind, times);
  }
  return kept;
}

const isWord = (origin: string) => Object.hasOwn(withoutSite, origin);

/** Those of one count in an order that does not depend on what was added first. */
export function mostFirst([kind, [requests]]: Entry, [other, [others]]: Entry): number {
  return others - requests || (kind < other ? -1 : 1);
}

type Entry = readonly [kind: string, times: RefusedTimes];
