import { useEffect } from 'react';
import { type FlowSummary, flowsPage } from '../../contract/admin/flows.ts';
import { useList } from './use-query.ts';

/** More than anybody chooses one from. */
const most = 1_000;

/** The tenant's flows to choose one from: of those that are more than a page, the others follow by themselves. */
export function useAllFlows(): readonly FlowSummary[] {
  const { items, hasMore, isLoadingMore, moreError, loadMore } = useList('/v1/admin/flows', flowsPage, {
    query: { limit: 100 },
  });
  const isMoreWanted = hasMore && !isLoadingMore && moreError === null && items.length < most;
  useEffect(() => {
    if (isMoreWanted) void loadMore();
  });
  return items;
}
