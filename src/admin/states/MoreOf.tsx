import { Button } from '@mantine/core';
import type { ListQuery } from '../api/use-query.ts';
import { useTexts } from '../texts/texts.ts';
import { Failure } from './Failure.tsx';

/** The way to the rest of a list. */
export function MoreOf<Item>({ list }: { readonly list: ListQuery<Item> }) {
  const { states } = useTexts();
  return (
    <>
      {list.moreError && <Failure error={list.moreError} />}
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={() => void list.loadMore()}>
          {states.loadMore}
        </Button>
      )}
    </>
  );
}
