import { type HandoffRow, handoffsPage } from '../../../../contract/admin/handoffs.ts';
import type { Call } from '../../../api/api.ts';
import { listPages } from '../../../api/list-pages.ts';

const limit = 100;
const mostPages = 10;

/** The handoffs that wait, or that somebody has, the oldest first: a thousand at most. @throws ApiError */
export function listAll(
  call: Call,
  state: 'waiting' | 'taken',
  signal: AbortSignal,
): Promise<readonly HandoffRow[]> {
  return listPages(mostPages, (cursor) =>
    call('GET', '/v1/admin/handoffs', handoffsPage, { query: { state, limit, cursor }, signal }),
  );
}
