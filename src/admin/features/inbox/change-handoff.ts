import { randomUuid } from '../../../browser/random-uuid.ts';
import { type HandoffRow, handoffAnswer } from '../../../contract/admin/handoffs.ts';
import type { Call } from '../../api/api.ts';
import { tagOf } from './live/inbox-cache.ts';

export type HandoffAction = 'take' | 'assign' | 'return' | 'close';

/** Changes a handoff, on condition that it is still as `row` shows it. @throws ApiError */
export function changeHandoff(call: Call, row: HandoffRow, action: HandoffAction, body: object) {
  const header = { 'idempotency-key': randomUuid(), 'if-match': tagOf(row) };
  const options = { path: { conversationId: row.conversationId }, header, body };
  return call('POST', `/v1/admin/conversations/{conversationId}/handoff/${action}`, handoffAnswer, options);
}
