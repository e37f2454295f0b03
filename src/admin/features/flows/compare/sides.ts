import { useQuery } from '@tanstack/react-query';
import { sideQuery } from '../queries.ts';

/** One side of a comparison: `draft`, or the number of a version. */
export const useSide = (flowId: string, side: string) => useQuery(sideQuery(flowId, side));
