import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FlowSummary } from '../../contract/admin/flows.ts';
import { flowsQuery } from '../features/flows/queries.ts';
import type { ApiError } from './api.ts';

/** More than a list to choose from can show. */
const most = 1_000;

interface Flows {
  /** The flows loaded so far. */
  readonly flows: readonly FlowSummary[];
  /** Whether all are loaded. */
  readonly isRead: boolean;
  readonly error: ApiError | null;
  readonly retry: () => unknown;
}

/** The tenant's flows to choose one from: of those that are more than a page, the others follow by themselves. */
export function useAllFlows(): Flows {
  const list = useInfiniteQuery(flowsQuery);
  const { data: flows = [], error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isMoreWanted = hasNextPage && !isFetching && error === null && flows.length < most;
  useEffect(() => {
    if (isMoreWanted) void fetchNextPage();
  });
  return {
    flows,
    isRead: list.data !== undefined && !hasNextPage,
    error,
    retry: isFetchNextPageError ? fetchNextPage : list.refetch,
  };
}

/** Returns a flow's title; its ID where it has none, or is not loaded. */
export function useFlowTitle(): (id: string) => string {
  const { flows } = useAllFlows();
  return (id) => flows.find((flow) => flow.id === id)?.title ?? id;
}
