import { type HandoffRow, handoffsPage } from '../../../contract/admin/handoffs.ts';
import type { Call } from '../../api/api.ts';

const listLimit = 100;
const mostPages = 10;

/** The handoffs that wait, or that somebody has, the oldest first: a thousand at most. @throws ApiError */
export async function listAll(
  call: Call,
  state: 'waiting' | 'taken',
  signal: AbortSignal,
): Promise<readonly HandoffRow[]> {
  const rows: HandoffRow[] = [];
  let cursor: string | null = null;
  for (let n = 0; n < mostPages; n += 1) {
    const page: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/handoffs?state=${state}&limit=${listLimit}${page}`;
    const { body } = await call(path, handoffsPage, { signal });
    rows.push(...body.items);
    cursor = body.cursor;
    if (cursor === null) break;
  }
  return rows;
}
