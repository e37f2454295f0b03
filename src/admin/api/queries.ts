import {
  type InfiniteData,
  infiniteQueryOptions,
  MutationCache,
  QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { Page } from '../../contract/admin/lists.ts';
import type { Answered, ApiError, Call } from './api.ts';
import type { AnyOptions, Asked, PathOf } from './routes.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: { readonly call: Call };
    mutationMeta: { readonly isGone: boolean };
  }
}

const againMs = 500;

/**
 * Makes the cache of a tenant's answers. What a page shows is read again when it is opened, when the tab is looked at again
 * and after every change, successful or not: the next change stands on what is there by then.
 */
export function createQueryClient(call: Call): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, error, _change, _context, { meta }) =>
        error || !meta?.isGone ? client.invalidateQueries() : undefined,
    }),
    defaultOptions: {
      queries: {
        meta: { call },
        // The call itself reports being offline, and loaded data stays.
        networkMode: 'always',
        refetchOnReconnect: 'always',
        retry: (failures, error) => failures === 0 && error.failure === 'outage',
        retryDelay: againMs,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** An answer of the API as a page has it: the body with its ETag, or why it is not there. */
export type Query<Body> = UseQueryResult<Answered<Body>, ApiError>;

/** A list as far as it has been loaded. */
export type ListQuery = UseInfiniteQueryResult<unknown, ApiError>;

/** Query options for a path of the API. */
export function get<P extends PathOf<'GET'>, Schema extends z.ZodMiniType>(
  path: P,
  schema: Schema,
  ...asked: Asked<'GET', P>
) {
  return queryOptions({
    queryKey: [path, asked[0] ?? {}],
    queryFn: ({ meta, signal }) => callOf(meta)('GET', path, schema, ...withSignal(asked, signal)),
  });
}

/** Infinite query options for a list of the API. */
export function list<P extends PathOf<'GET'>, Item>(
  path: P,
  schema: z.ZodMiniType<Page<Item>>,
  ...asked: Asked<'GET', P>
) {
  const items = ({ pages: all }: InfiniteData<Page<Item>>): readonly Item[] =>
    all.flatMap((page) => page.items);
  return pages(items, path, schema, ...asked);
}

/** The same for a list whose pages hold more than items. */
export function pages<P extends PathOf<'GET'>, Body extends Page<unknown>, Shown>(
  select: (data: InfiniteData<Body>) => Shown,
  path: P,
  schema: z.ZodMiniType<Body>,
  ...asked: Asked<'GET', P>
) {
  return infiniteQueryOptions({
    queryKey: [path, asked[0] ?? {}, 'pages'],
    initialPageParam: null as string | null,
    queryFn: async ({ meta, signal, pageParam }): Promise<Body> => {
      const options: AnyOptions = asked[0] ?? {};
      const query = { ...options.query, ...(pageParam !== null && { cursor: pageParam }) };
      const given = [{ ...options, query }] as unknown as Asked<'GET', P>;
      return (await callOf(meta)('GET', path, schema, ...withSignal(given, signal))).body;
    },
    getNextPageParam: (page) => page.cursor,
    select,
  });
}

/** @throws Error outside of a tenant's cache */
function callOf(meta: { readonly call: Call } | undefined): Call {
  if (!meta) throw new Error('no tenant is open');
  return meta.call;
}

function withSignal<P extends PathOf<'GET'>>(asked: Asked<'GET', P>, signal: AbortSignal): Asked<'GET', P> {
  return [{ ...asked[0], signal }] as unknown as Asked<'GET', P>;
}
