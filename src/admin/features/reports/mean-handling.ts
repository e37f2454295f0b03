import type { Figures } from '../../../contract/admin/reports.ts';

/**
 * How long humans have worked on a handoff on average, in milliseconds; null where nobody has written. Those that nobody
 * answered are counted elsewhere, and in no average. @see handoff.md 6.4
 */
export function meanHandlingMs({
  attendedMs,
  firstResponse,
}: Pick<Figures['handoffs'], 'attendedMs' | 'firstResponse'>): number | null {
  return firstResponse.n === 0 ? null : attendedMs / firstResponse.n;
}
