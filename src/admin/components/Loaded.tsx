import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from './Failure.tsx';
import { Rows } from './Rows.tsx';

/** A query, or a list of which more can be loaded. */
type Shown<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'> &
  Partial<Pick<UseInfiniteQueryResult, 'isFetchNextPageError'>>;

interface Props<Body> {
  readonly query: Shown<Body>;
  /** Names it, in the user's language. */
  readonly what: string;
  readonly children: (data: Body) => ReactNode;
}

/** Shows a query's data, or its error. Earlier data stays visible while it is refetched. */
export function Loaded<Body>({
  query: { data, error, isFetching, refetch, isFetchNextPageError = false },
  what,
  children,
}: Props<Body>) {
  const { t } = useTranslation('common');
  return (
    <>
      {error && !isFetchNextPageError && (
        <Failure title={t('failed', { what })} error={error} onRetry={refetch} />
      )}
      {data !== undefined ? (
        <div aria-busy={isFetching} className="loaded">
          {/* Loading a lazy part must not unmount the page around it, with a dialog that is filled in. */}
          <Suspense fallback={<Rows />}>{children(data)}</Suspense>
        </div>
      ) : (
        isFetching && !error && <Rows />
      )}
    </>
  );
}
