import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListQuery } from '../api/queries.ts';
import { Failure } from './Failure.tsx';

/** Loads the next page of a list. */
export function MoreOf({ list }: { readonly list: ListQuery }) {
  const { t } = useTranslation('common');
  return (
    <>
      {list.error && list.isFetchNextPageError && <Failure error={list.error} />}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('loadMore')}
        </Button>
      )}
    </>
  );
}
