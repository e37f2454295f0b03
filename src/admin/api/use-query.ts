import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import type { Page } from '../../contract/admin/lists.ts';
import { useConsole } from '../app/console-context.ts';
import { type ApiError, asApiError } from './api-error.ts';
import type { Known, Question } from './query-store.ts';
import type { Asked, PathOf } from './routes.ts';

export interface Query<Body> extends Known<Body> {
  readonly reload: () => Promise<void>;
}

/** An answer of the API: what was known at once, and it is asked for anew whenever a page shows it. */
export function useQuery<P extends PathOf<'GET'>, Schema extends z.ZodMiniType>(
  path: P,
  schema: Schema,
  ...[asked]: Asked<'GET', P>
): Query<z.infer<Schema>> {
  const { queries } = useConsole();
  const question = useQuestion(path, schema, asked);
  const known = useSyncExternalStore(queries.subscribe, () => queries.read(question));
  const reload = useCallback(() => queries.load(question), [queries, question]);
  useEffect(() => {
    void reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [reload]);
  return { ...known, reload };
}

/** The same object as long as the same is asked. */
function useQuestion<Schema extends z.ZodMiniType>(path: PathOf<'GET'>, schema: Schema, asked: object = {}) {
  const text = JSON.stringify(asked);
  return useMemo((): Question<Schema> => ({ path, schema, asked: JSON.parse(text) }), [path, schema, text]);
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
export function useList<P extends PathOf<'GET'>, Item>(
  path: P,
  schema: z.ZodMiniType<Page<Item>>,
  ...[asked]: Asked<'GET', P>
): ListQuery<Item> {
  const { call } = useConsole();
  const question = useQuestion(path, schema, asked);
  const first = useQuery(path, schema, question.asked as never) as Query<Page<Item>>;
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
      const next = { ...question.asked, query: { ...question.asked.query, cursor } };
      const { body } = await call('GET', question.path, schema, next as never);
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
