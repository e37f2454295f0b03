import { useQuery } from '@tanstack/react-query';
import { comparedVersionQuery } from '../queries.ts';

/** One side of a comparison: `draft`, or the number of a version. */
export const useComparedVersion = (flowId: string, side: string) =>
  useQuery(comparedVersionQuery(flowId, side));
