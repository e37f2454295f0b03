import { useEffect } from 'react';
import { type FlowSummary, flowsPage } from '../../contract/admin/flows.ts';
import type { ApiError } from './api-error.ts';
import { useList } from './use-query.ts';

/** More than anybody chooses one from. */
const most = 1_000;

interface Flows {
  /** As far as they have come. */
  readonly flows: readonly FlowSummary[];
  /** Whether these are all. */
  readonly isRead: boolean;
  readonly error: ApiError | null;
  readonly retry: () => Promise<void>;
}

/** The tenant's flows to choose one from: of those that are more than a page, the others follow by themselves. */
export function useAllFlows(): Flows {
  const { first, items, hasMore, isLoadingMore, moreError, loadMore } = useList(
    '/v1/admin/flows',
    flowsPage,
    { query: { limit: 100 } },
  );
  const isMoreWanted = hasMore && !isLoadingMore && moreError === null && items.length < most;
  useEffect(() => {
    if (isMoreWanted) void loadMore();
  });
  const error = first.error ?? moreError;
  return {
    flows: items,
    isRead: first.answer !== null && !hasMore,
    error,
    retry: first.error ? first.reload : loadMore,
  };
}
