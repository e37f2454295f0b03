import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import type { Page } from '../../contract/admin/lists.ts';
import { useConsole } from '../app/console-context.ts';
import { type ApiError, asApiError } from './api-error.ts';
import type { Known } from './query-store.ts';

export interface Query<Body> extends Known<Body> {
  readonly reload: () => Promise<void>;
}

/** An answer of the API: what was known at once, and it is asked for anew whenever a page shows it. */
export function useQuery<Schema extends z.ZodMiniType>(path: string, schema: Schema): Query<z.infer<Schema>> {
  const { queries } = useConsole();
  const known = useSyncExternalStore(queries.subscribe, () => queries.read({ path, schema }));
  const reload = useCallback(() => queries.load({ path, schema }), [queries, path, schema]);
  useEffect(() => {
    void reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [reload]);
  return { ...known, reload };
}

/** A list as far as it has been asked for. */
export interface ListQuery<Item> {
  readonly first: Query<Page<Item>>;
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly moreError: ApiError | null;
  readonly loadMore: () => Promise<void>;
}

/** A list whose later pages are asked for one by one. */
export function useList<Item>(path: string, schema: z.ZodMiniType<Page<Item>>): ListQuery<Item> {
  const { call } = useConsole();
  const first = useQuery(path, schema) as Query<Page<Item>>;
  const [more, setMore] = useState<{ after: Page<Item>; pages: Page<Item>[] } | null>(null);
  const [state, setState] = useState<{ isLoading: boolean; error: ApiError | null }>({
    isLoading: false,
    error: null,
  });
  const head = first.answer?.body ?? null;
  // Pages that followed an older first page do not fit behind a newer one.
  const pages = head === null ? [] : [head, ...(more?.after === head ? more.pages : [])];
  const cursor = pages.at(-1)?.cursor ?? null;
  const loadMore = async () => {
    if (head === null || cursor === null) return;
    setState({ isLoading: true, error: null });
    try {
      const join = path.includes('?') ? '&' : '?';
      const { body } = await call(`${path}${join}cursor=${encodeURIComponent(cursor)}`, schema);
      setMore({ after: head, pages: [...pages.slice(1), body as Page<Item>] });
      setState({ isLoading: false, error: null });
    } catch (error) {
      setState({ isLoading: false, error: asApiError(error) });
    }
  };
  return {
    first,
    items: pages.flatMap((page) => page.items),
    hasMore: cursor !== null,
    isLoadingMore: state.isLoading,
    moreError: state.error,
    loadMore,
  };
}
