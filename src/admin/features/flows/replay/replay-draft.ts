import {
  type DraftReplay,
  type DraftReplayResult,
  draftReplayResult,
} from '../../../../contract/admin/drafts.ts';
import type { Call } from '../../../api/api.ts';

/** Plays conversations of before, or the scripted ones, against a flow's draft. @throws ApiError */
export async function replayDraft(call: Call, flowId: string, body: DraftReplay): Promise<DraftReplayResult> {
  const options = { path: { flowId }, body };
  const answer = await call('POST', '/v1/admin/flows/{flowId}/draft/replay', draftReplayResult, options);
  return answer.body;
}
