import * as z from 'zod/mini';
import { draftContent } from '../../../contract/admin/flows.ts';
import { useQuery } from '../../api/use-query.ts';

/** What of a draft or a version is compared; the rest of the answer is left alone. */
const content = z.object(draftContent.shape);

/** One side of a comparison: `draft`, or the number of a version. */
export function useSide(flowId: string, side: string) {
  const isDraft = side === 'draft';
  const path = isDraft ? '/v1/admin/flows/{flowId}/draft' : '/v1/admin/flows/{flowId}/versions/{version}';
  return useQuery(path, content, { path: { flowId, ...(!isDraft && { version: side }) } });
}
