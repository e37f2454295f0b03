import { Button, Group, Stack, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../../contract/admin/conversations.ts';
import { searchLimits } from '../../../contract/limits.ts';
import type { QueryOf } from '../../api/routes.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { timesIn } from '../../components/day-range.ts';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge, type Tone } from '../../components/StatusBadge.tsx';
import { ChannelIcon } from '../inbox/ChannelIcon.tsx';
import { useNames } from '../inbox/use-names.ts';
import { SearchResults } from '../search/SearchResults.tsx';
import { ConversationFilters, filterNames } from './ConversationFilters.tsx';
import { conversationListQuery } from './queries.ts';

/** Pages without a match are passed over by themselves, so many at a time. */
const emptyPages = 5;

/** The tenant's conversations, the latest first; filters are in the address. @see console.md 3 */
export function ConversationsPage() {
  const { t } = useTranslation(['reports', 'conversations']);
  const [search, setSearch] = useSearch();
  const goTo = useGoTo();
  const text = search.get('q') ?? '';
  // One that the index does not have opens all the same.
  const isId = idPattern.test(text.trim());
  return (
    <Stack gap="lg">
      <PageTitle>{t('conversations:title')}</PageTitle>
      <form
        className="conversations-search"
        onSubmit={(event) => {
          event.preventDefault();
          if (isId) goTo(pathOf(text.trim()));
        }}
      >
        <TextInput
          type="search"
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-label={t('conversations:search.field')}
          placeholder={t('conversations:search.hint')}
          maxLength={searchLimits.queryChars}
          value={text}
          onChange={(event) => setSearch({ q: event.currentTarget.value || null })}
        />
        {isId && (
          <PageLink path={pathOf(text.trim())}>{t('conversations:one', { id: text.trim() })}</PageLink>
        )}
      </form>
      {text.trim() === '' ? <List /> : <SearchResults text={text} pathOf={pathOf} />}
    </Stack>
  );
}

const idPattern = /^[\w-]{20,}$/;
const pathOf = (id: string) => `conversations/${encodeURIComponent(id)}`;

/** The list with its filters. */
function List() {
  const { t } = useTranslation(['reports', 'conversations']);
  const [search, setSearch] = useSearch();
  const query = conversationsQuery(search);
  const list = useInfiniteQuery(conversationListQuery(query));
  const { data: items = [], hasNextPage, isFetching, error, fetchNextPage } = list;
  const asked = JSON.stringify(query);
  const passed = useRef({ asked, pages: 0 });
  if (passed.current.asked !== asked) passed.current = { asked, pages: 0 };
  useEffect(() => {
    const isStuck = items.length === 0 && hasNextPage && !isFetching && !error;
    if (!isStuck || passed.current.pages >= emptyPages) return;
    passed.current.pages += 1;
    void fetchNextPage();
  });
  const isFiltered = filterNames.some((name) => search.get(name));
  return (
    <>
      <ConversationFilters />
      <Loaded query={list} what={t('conversations:title')}>
        {() => {
          if (items.length > 0) return <ConversationTable rows={items} />;
          if (hasNextPage) return null;
          if (!isFiltered) return <EmptyState>{t('list.noneYet')}</EmptyState>;
          return (
            <EmptyState>
              <p>{t('list.none')}</p>
              <Button
                variant="default"
                onClick={() => setSearch(Object.fromEntries(filterNames.map((name) => [name, null])))}
              >
                {t('filters.clear')}
              </Button>
            </EmptyState>
          );
        }}
      </Loaded>
      <Group>
        <MoreOf list={list} />
        {items.length > 0 && (
          <Button variant="default" onClick={() => void list.refetch()}>
            {t('list.newer')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** The color of each state. */
const tones: Readonly<Record<ConversationRow['status'], Tone>> = {
  active: 'good',
  waiting: 'warn',
  taken: 'good',
  completed: 'quiet',
  failed: 'bad',
  expired: 'quiet',
};

/** Conversations, each with where its last run stands. */
function ConversationTable({ rows }: { readonly rows: readonly ConversationRow[] }) {
  const { t } = useTranslation(['reports', 'conversations']);
  const { visitorOf } = useNames();
  return (
    <DataTable
      title={t('conversations:title')}
      rows={rows}
      keyOf={({ runId }) => runId}
      columns={[
        {
          name: t('list.visitor'),
          cell: ({ conversationId, userId, name }) => (
            <PageLink path={pathOf(conversationId)}>
              <bdi title={userId}>{visitorOf({ id: userId, name })}</bdi>
            </PageLink>
          ),
        },
        { name: t('list.status'), cell: (row) => <Status row={row} /> },
        {
          name: t('conversations:channel'),
          cell: ({ channel, place }) => (
            <>
              <ChannelIcon channel={channel} /> {place !== null && <bdi className="quiet">{place}</bdi>}
            </>
          ),
        },
        {
          name: t('list.position'),
          cell: ({ flow: { id, version, stepId } }) => (
            <>
              <bdi>{t('conversations:position', { flow: id, version })}</bdi> · <bdi>{stepId}</bdi>
            </>
          ),
        },
        {
          name: t('list.messages'),
          isNumber: true,
          cell: ({ messages: { visitor, bot, agent } }) => visitor + bot + agent,
        },
        { name: t('list.last'), cell: ({ lastActivityAt }) => <RelativeTime at={lastActivityAt} /> },
      ]}
    />
  );
}

/** The state of a conversation, its queue or agent, and its failed turns. */
function Status({ row: { status, owner, queue, failedTurns } }: { readonly row: ConversationRow }) {
  const { t } = useTranslation('reports');
  const who = status === 'taken' ? owner : status === 'waiting' ? queue : null;
  return (
    <>
      <StatusBadge tone={tones[status]}>{t(`list.statuses.${status}`)}</StatusBadge>{' '}
      {who !== null && <bdi>{who}</bdi>}
      {failedTurns > 0 && <div className="bad">{t('list.faults', { count: failedTurns })}</div>}
    </>
  );
}

/** Builds the API query from the filters in the URL: `?status=waiting&flow=support&from=2026-05-01`. */
function conversationsQuery(search: URLSearchParams): QueryOf<'/v1/admin/conversations'> {
  const given = (name: string) => search.get(name) || undefined;
  const [channel, flow] = [given('channel'), given('flow')];
  return {
    status: given('status'),
    channel,
    flow,
    version: flow && given('version'),
    user: channel && given('user'),
    ...timesIn(search),
  };
}
