import { Button } from '@mantine/core';
import type { ListQuery } from '../api/queries.ts';
import { useTexts } from '../texts/texts.ts';
import { Failure } from './Failure.tsx';

/** The way to the rest of a list. */
export function MoreOf<Item>({ list }: { readonly list: ListQuery<Item> }) {
  const { states } = useTexts();
  return (
    <>
      {list.error && list.isFetchNextPageError && <Failure error={list.error} />}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {states.loadMore}
        </Button>
      )}
    </>
  );
}
