import { messageUsd } from '../../contract/price-list.ts';
import type { Cell } from './cells.ts';

/** The last place of the price list: sums have no more. */
const places = 7;

/** What was counted costs, an estimate: messages of visitors, times what one costs on their channel. */
export function costOf(cells: readonly Cell[]): number {
  const usd = cells.reduce((sum, { of, n }) => sum + (n.visitor ?? 0) * messageUsd[of.channel], 0);
  return Number(usd.toFixed(places));
}
