import { Alert, Button, Card, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import IconInbox from '@tabler/icons-react/icons/IconInbox';
import { type UseInfiniteQueryResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../contract/problem-body.ts';
import type { RoleName } from '../../contract/roles.ts';
import type { ApiError } from '../api/api.ts';
import type { ListQuery } from '../api/queries.ts';
import { copyText } from './CopyLine.tsx';
import { useRole } from './console-context.ts';

/** A query, or a list of which more can be loaded. */
type Shown<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> &
  Partial<Pick<UseInfiniteQueryResult, 'isFetchNextPageError'>>;

interface Props<Body> {
  readonly query: Shown<Body>;
  /** Names it, in the user's language. */
  readonly what: string;
  readonly children: (data: Body) => ReactNode;
}

/** Shows a query's data, or its error. Earlier data stays visible while it is refetched. */
export function Loaded<Body>({
  query: { data, error, isFetching, isFetchNextPageError = false },
  what,
  children,
}: Props<Body>) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  // Also retries queries whose error is not shown, such as the one for the page's title.
  const retry = () =>
    client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <>
      {error && !isFetchNextPageError && (
        <Failure title={t('failed', { what })} error={error} onRetry={retry} />
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

const mostErrors = 5;

interface FailureProps {
  readonly title?: string;
  readonly error: ApiError;
  readonly onRetry?: () => unknown;
}

/** Shows a failed request: what, why, what to do, and the code for support. @see console.md 2 */
export function Failure({ title, error, onRetry }: FailureProps) {
  const { t } = useTranslation('common');
  return (
    <Alert role="alert" color="red" title={title}>
      <Text>
        <Cause error={error} />
      </Text>
      <Group mt="sm">
        {onRetry && (
          <Button variant="default" size="compact-md" onClick={() => void onRetry()}>
            {t('retry')}
          </Button>
        )}
        {error.correlationId !== null && <ReferenceCode code={error.correlationId} />}
      </Group>
    </Alert>
  );
}

/** Why, in the user's language; what only the service can say is in its own. */
function Cause({ error: { failure, problem } }: { readonly error: ApiError }) {
  const { t, i18n } = useTranslation('common');
  const { role } = useRole();
  if (failure === 'role') {
    const least = problem?.leastRole as RoleName | undefined;
    return t('causes.role', { role: t(`roles.${role}`), least: least ? t(`roles.${least}`) : '–' });
  }
  if (failure !== 'refused' || problem === null) return t(`causes.${failure}`);
  if (problem.usedBy) return <UsedBy users={problem.usedBy} />;
  const isTranslated: boolean = i18n.exists(`refusals.${problem.code}`);
  if (isTranslated) return t(`refusals.${problem.code as 'last_admin'}`);
  return (
    <>
      {t('causes.refused')} <bdi lang="en">{textOf(problem)}</bdi>
    </>
  );
}

/** The reason, and the invalid fields, as many as one can read at a glance. */
function textOf({ detail, errors = [] }: Problem): string {
  const which = errors.slice(0, mostErrors).map(({ message }) => message);
  return which.length === 0 ? detail : `${detail}: ${which.join('; ')}`;
}

function UsedBy({ users }: { readonly users: NonNullable<Problem['usedBy']> }) {
  const { t } = useTranslation('common');
  return (
    <>
      {t('inUse')}{' '}
      {users.map(({ kind, id }, n) => (
        <span key={`${kind} ${id}`}>
          {n > 0 && ', '}
          {t(`resources.${kind as 'flow'}`, { defaultValue: kind })} <bdi>{id}</bdi>
        </span>
      ))}
    </>
  );
}

/** A part that is a chunk of its own: a module's component, loaded where it is first shown. */
export function lazyPart<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
) {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props: Module[Name] extends ComponentType<infer Props> ? Props : never) => (
    <Suspense fallback={fallback}>
      <Part {...(props as object)} />
    </Suspense>
  );
}

const shown = ['a', 'b', 'c', 'd', 'e'];

/** Grey rows where a list or a form is about to be; nothing at all in the first 300 ms. */
export function Rows() {
  const { t } = useTranslation('common');
  return (
    <Stack gap="sm" className="rows-to-come" role="status" aria-label={t('loading')}>
      {shown.map((row) => (
        <Skeleton key={row} h={44} />
      ))}
    </Stack>
  );
}

interface EmptyStateProps {
  readonly children: ReactNode;
}

/** Shown instead of an empty list, with what would fill it. */
export function EmptyState({ children }: EmptyStateProps) {
  return (
    <Card withBorder radius="md" padding="xl" ta="center" className="empty">
      <Stack align="center" gap="xs">
        <IconInbox size={32} stroke={1.5} aria-hidden className="quiet" />
        {children}
      </Stack>
    </Card>
  );
}

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

/** A code that is to be handed on, with a button that copies it. */
export function ReferenceCode({ code }: { readonly code: string }) {
  const { t } = useTranslation('common');
  const [isCopied, setCopied] = useState(false);
  return (
    <span className="reference">
      {t('code')} <Code>{code}</Code>{' '}
      <Button variant="default" size="compact-xs" onClick={() => void copyText(code).then(setCopied)}>
        {isCopied ? t('copied') : t('copy')}
      </Button>
    </span>
  );
}
