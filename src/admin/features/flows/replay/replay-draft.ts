import {
  type DraftReplay,
  type DraftReplayResult,
  draftReplayResult,
} from '../../../../contract/admin/drafts.ts';
import type { Call } from '../../../api/api.ts';

/** Replays past conversations or tests against a flow's draft. @throws ApiError */
export async function replayDraft(call: Call, flowId: string, body: DraftReplay): Promise<DraftReplayResult> {
  const options = { path: { flowId }, body };
  const answer = await call('POST', '/v1/admin/flows/{flowId}/draft/replay', draftReplayResult, options);
  return answer.body;
}
