import { Button, Group, Stack, Table, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../../contract/admin/conversations.ts';
import { searchLimits } from '../../../contract/limits.ts';
import type { QueryOf } from '../../api/routes.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { timesIn } from '../../components/day-range.ts';
import { useKeptState } from '../../components/kept-state.ts';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { StatusBadge, type Tone } from '../../components/StatusBadge.tsx';
import { SearchResults } from '../search/SearchResults.tsx';
import { ConversationFilters, filterNames } from './ConversationFilters.tsx';
import { conversationListQuery } from './queries.ts';

/** Pages without a match are passed over by themselves, so many at a time. */
const emptyPages = 5;

/** The tenant's conversations, the latest first; filters are in the address. @see console.md 3 */
export function ConversationsPage() {
  const { t } = useTranslation(['reports', 'conversations']);
  const [search, setSearch] = useSearch();
  const text = search.get('q') ?? '';
  return (
    <Stack gap="lg">
      <PageTitle>{t('conversations:title')}</PageTitle>
      <div className="filters">
        <TextInput
          type="search"
          className="long-field"
          label={t('conversations:search.field')}
          placeholder={t('conversations:search.hint')}
          maxLength={searchLimits.queryChars}
          value={text}
          onChange={(event) => setSearch({ q: event.currentTarget.value || null })}
        />
        <ById />
      </div>
      {text.trim() === '' ? (
        <List />
      ) : (
        <SearchResults text={text} pathOf={(id) => `conversations/${encodeURIComponent(id)}`} />
      )}
    </Stack>
  );
}

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
  return (
    <DataTable
      title={t('conversations:title')}
      columns={[
        t('list.visitor'),
        t('list.status'),
        t('conversations:channel'),
        t('list.position'),
        t('list.messages'),
        t('list.last'),
      ]}
    >
      {rows.map((row) => (
        <Row key={row.runId} row={row} />
      ))}
    </DataTable>
  );
}

function Row({ row }: { readonly row: ConversationRow }) {
  const { t } = useTranslation(['reports', 'conversations']);
  const { moment } = useTimes();
  const { conversationId, userId, status, owner, queue, channel, place, flow, messages, failedTurns } = row;
  const who = status === 'taken' ? owner : status === 'waiting' ? queue : null;
  return (
    <Table.Tr>
      <Table.Td>
        <PageLink path={`conversations/${encodeURIComponent(conversationId)}`}>
          <bdi>{userId}</bdi>
        </PageLink>
      </Table.Td>
      <Table.Td data-label={t('list.status')}>
        <StatusBadge tone={tones[status]}>{t(`list.statuses.${status}`)}</StatusBadge>{' '}
        {who !== null && <bdi>{who}</bdi>}
        {failedTurns > 0 && <div className="bad">{t('list.faults', { count: failedTurns })}</div>}
      </Table.Td>
      <Table.Td data-label={t('conversations:channel')}>
        <bdi>{channel}</bdi> {place !== null && <bdi className="quiet">{place}</bdi>}
      </Table.Td>
      <Table.Td data-label={t('list.position')}>
        <bdi>{t('conversations:position', { flow: flow.id, version: flow.version })}</bdi> ·{' '}
        <bdi>{flow.stepId}</bdi>
      </Table.Td>
      <Table.Td data-label={t('list.messages')} className="number">
        {messages.visitor + messages.bot + messages.agent}
      </Table.Td>
      <Table.Td data-label={t('list.last')}>{moment(row.lastActivityAt)}</Table.Td>
    </Table.Tr>
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

/** Leads to a conversation whose id is known. */
function ById() {
  const { t } = useTranslation('conversations');
  const goTo = useGoTo();
  const [id, setId, forget] = useKeptState('conversation');
  const open = (event: FormEvent) => {
    event.preventDefault();
    forget();
    goTo(`conversations/${encodeURIComponent(id.trim())}`);
  };
  return (
    <form className="filters" onSubmit={open}>
      <TextInput
        className="long-field"
        label={t('id')}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        autoComplete="off"
        dir="ltr"
        required
      />
      <Button type="submit" variant="default" disabled={id.trim() === ''}>
        {t('open')}
      </Button>
    </form>
  );
}
