import * as z from 'zod/mini';
import { draftContent } from '../../../contract/admin/flows.ts';
import { useQuery } from '../../api/use-query.ts';

/** What of a draft or a version is compared; the rest of the answer is left alone. */
const content = z.object(draftContent.shape);

/** One side of a comparison: `draft`, or the number of a version. */
export function useSide(flowId: string, side: string) {
  const path = `/flows/${encodeURIComponent(flowId)}`;
  const address = side === 'draft' ? `${path}/draft` : `${path}/versions/${encodeURIComponent(side)}`;
  return useQuery(address, content);
}
