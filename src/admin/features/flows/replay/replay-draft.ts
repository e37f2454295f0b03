import { conversationsPage } from '../../../../contract/admin/conversations.ts';
import {
  type DraftReplay,
  type DraftReplayResult,
  draftReplayResult,
} from '../../../../contract/admin/drafts.ts';
import { limits } from '../../../../contract/limits.ts';
import { samplePoint } from '../../../../contract/tables.ts';
import type { Call } from '../../../api/api.ts';
import { listPages } from '../../../api/list-pages.ts';

/** Replays past conversations or tests against a flow's draft. @throws ApiError */
export async function replayDraft(call: Call, flowId: string, body: DraftReplay): Promise<DraftReplayResult> {
  const options = { path: { flowId }, body };
  const answer = await call('POST', '/v1/admin/flows/{flowId}/draft/replay', draftReplayResult, options);
  return answer.body;
}

const weekMs = 7 * 24 * 60 * 60_000;
const mostPages = 5;

/**
 * Conversations that began with a flow in the last week, as many as are replayed at a time: those first of which it is
 * recorded what their steps found, whatever share of them the flow records.
 * @throws ApiError
 */
export async function findSample(call: Call, flowId: string, nowMs: number): Promise<readonly string[]> {
  const from = new Date(nowMs - weekMs).toISOString();
  const rows = await listPages(mostPages, (cursor) =>
    call('GET', '/v1/admin/conversations', conversationsPage, {
      query: { flow: flowId, from, limit: 100, cursor },
    }),
  );
  const found = new Set(rows.map(({ conversationId }) => conversationId));
  return [...found].sort((a, b) => samplePoint(a) - samplePoint(b)).slice(0, limits.replayedConversations);
}
