import { conversationsPage } from '../../../contract/admin/conversation-list.ts';
import { limits } from '../../../contract/limits.ts';
import { samplePoint } from '../../../contract/sample-point.ts';
import type { Call } from '../../api/api.ts';

const weekMs = 7 * 24 * 60 * 60_000;
const pagesMost = 5;

/**
 * Conversations that began with a flow in the last week, as many as are replayed at a time: those first of which it is
 * recorded what their steps found, whatever share of them the flow records.
 * @throws ApiError
 */
export async function findSample(call: Call, flowId: string, nowMs: number): Promise<readonly string[]> {
  const from = new Date(nowMs - weekMs).toISOString();
  const question = new URLSearchParams({ flow: flowId, from, limit: '100' });
  const found = new Set<string>();
  for (let page = 0; page < pagesMost; page += 1) {
    const { body } = await call(`/conversations?${question}`, conversationsPage);
    for (const { conversationId } of body.items) found.add(conversationId);
    if (body.cursor === null) break;
    question.set('cursor', body.cursor);
  }
  return [...found].sort((a, b) => samplePoint(a) - samplePoint(b)).slice(0, limits.replayedConversations);
}
