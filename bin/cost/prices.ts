import listed from './prices.json' with { type: 'json' };

/** An AWS list price in US dollars, and its source. */
interface Price {
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  /** A page that states the price; AWS's own, which computes it in the browser, where none was found. */
  readonly source: string;
  /** When that page was written, or `undated`; null: the number is from memory. */
  readonly seen: string | null;
}

/** What AWS charges for. */
export type Priced = keyof typeof listed;

/**
 * List prices of us-east-1 without free tiers and steps. Looked up on 22 November 2026 in stored copies of public pages,
 * most not AWS's own: put in your own region's before you rely on them.
 */
export const prices: Readonly<Record<Priced, Price>> = listed;
