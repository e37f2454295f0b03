import { Button, Group, Select, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../../contract/admin/conversations.ts';
import { runStatus } from '../../../contract/admin/conversations.ts';
import { searchLimits } from '../../../contract/limits.ts';
import { channelNames } from '../../../contract/vocabulary.ts';
import type { QueryOf } from '../../api/routes.ts';
import { DateRange } from '../../components/DateRange.tsx';
import { dayIn, timesIn } from '../../components/day-range.ts';
import { Form } from '../../components/Form.tsx';
import { EmptyState, Rows } from '../../components/Loaded.tsx';
import { cleared, useGoTo, useSearch } from '../../components/navigation.ts';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { StatusBadge, type Tone } from '../../components/StatusBadge.tsx';
import { FlowFilter } from '../flows/FlowField.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { ConversationList } from '../inbox/ConversationList.tsx';
import { FilterButton, Panes } from '../inbox/Panes.tsx';
import { ViewMenu } from '../inbox/triage/Views.tsx';
import { SearchResults } from '../search/SearchResults.tsx';
import { conversationListQuery } from './queries.ts';

/** Loaded beside the list, so that the first conversation opens at once. */
const Transcript = lazyRouteComponent(() => import('./Transcript.tsx'), 'Transcript');

const filterNames = ['status', 'channel', 'user', 'flow', 'version', 'range', 'from', 'to'] as const;

/** Pages without a match are passed over by themselves, so many at a time. */
const emptyPages = 5;

/** The tenant's conversations, the latest first, and the open one; filters are in the address. @see console.md 3 */
export function ConversationsPage({ conversationId }: { readonly conversationId?: string }) {
  const { t } = useTranslation('conversations');
  const [search] = useSearch();
  const [isFiltering, setFiltering] = useState(() => filterNames.some((name) => search.has(name)));
  const text = search.get('q') ?? '';
  useEffect(() => void Transcript.preload?.(), []);
  return (
    <Panes
      label={t('title')}
      list={
        <>
          <Group gap={4} wrap="nowrap" mb="xs" justify="space-between">
            <PageTitle>{t('title')}</PageTitle>
            <FilterButton isOpen={isFiltering} onToggle={() => setFiltering(!isFiltering)} />
          </Group>
          <Search />
          {isFiltering && <Filters />}
          {text.trim() === '' ? (
            <List />
          ) : (
            <SearchResults text={text} pathOf={(id) => `${pathOf(id)}?${search}`} />
          )}
        </>
      }
    >
      {conversationId !== undefined && (
        <Suspense fallback={<Rows />}>
          <Transcript key={conversationId} conversationId={conversationId} />
        </Suspense>
      )}
    </Panes>
  );
}

const idPattern = /^[\w-]{20,}$/;
const pathOf = (id: string) => `conversations/${encodeURIComponent(id)}`;

function Search() {
  const { t } = useTranslation('conversations');
  const [search] = useSearch();
  const goTo = useGoTo();
  const text = search.get('q') ?? '';
  // One that the index does not have opens all the same.
  const isId = idPattern.test(text.trim());
  return (
    <Form gap={8} mb={8} onSend={() => isId && goTo(pathOf(text.trim()))}>
      <SearchField
        label={t('search.field')}
        placeholder={t('search.hint')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={searchLimits.queryChars}
      />
      {isId && <PageLink path={pathOf(text.trim())}>{t('one', { id: text.trim() })}</PageLink>}
    </Form>
  );
}

/** The filters of the list, kept in the URL. */
function Filters() {
  const { t } = useTranslation('reports');
  const channelName = useChannelName();
  const [search, setSearch] = useSearch();
  const given = (name: (typeof filterNames)[number]) => search.get(name) ?? '';
  const set = (name: 'user' | 'version') => (event: { currentTarget: { value: string } }) =>
    setSearch({ [name]: event.currentTarget.value || null });
  const flow = given('flow');
  const common = { placeholder: t('filters.all'), clearable: true, comboboxProps: { withinPortal: false } };
  return (
    <search className="inbox-filters">
      <Select
        {...common}
        label={t('list.status')}
        value={given('status') || null}
        onChange={(status) => setSearch({ status })}
        data={runStatus.options.map((value) => ({ value, label: t(`list.statuses.${value}`) }))}
      />
      <Select
        {...common}
        label={t('filters.channel')}
        value={given('channel') || null}
        onChange={(channel) => setSearch({ channel, user: null })}
        data={channelNames.map((value) => ({ value, label: channelName(value) }))}
      />
      {given('channel') !== '' && (
        <TextInput label={t('list.visitor')} value={given('user')} onChange={set('user')} dir="ltr" />
      )}
      <FlowFilter value={flow} onSet={(id) => setSearch({ flow: id || null, version: null })} />
      {flow !== '' && (
        <TextInput
          label={t('filters.version')}
          inputMode="numeric"
          value={given('version')}
          onChange={set('version')}
        />
      )}
      <DateRange usual="all" today={dayIn(undefined, Date.now())} />
      <ViewMenu page="conversations" names={filterNames} />
      {filterNames.some((name) => given(name) !== '') && (
        <Button variant="subtle" size="compact-sm" onClick={() => setSearch(cleared(filterNames))}>
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}

/** The color of each status. */
const tones: Readonly<Record<ConversationRow['status'], Tone>> = {
  active: 'good',
  waiting: 'warn',
  taken: 'good',
  completed: 'quiet',
  failed: 'bad',
  expired: 'quiet',
};

function List() {
  const { t } = useTranslation(['reports', 'conversations', 'common']);
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
    <ConversationList
      area="conversations"
      what={t('conversations:title')}
      list={list}
      rows={items}
      factsOf={({ status, owner, queue, place, flow }) => [
        status === 'taken' ? owner : status === 'waiting' ? queue : null,
        place,
        `${t('conversations:position', { flow: flow.id, version: flow.version })} · ${flow.stepId}`,
      ]}
      stateOf={({ status, failedTurns }) => (
        <>
          <StatusBadge tone={tones[status]}>{t(`list.statuses.${status}`)}</StatusBadge>
          {failedTurns > 0 && <span className="bad">{t('list.faults', { count: failedTurns })}</span>}
        </>
      )}
      empty={
        !hasNextPage && (
          <EmptyState>
            {t(isFiltered ? 'list.none' : 'list.noneYet')}
            {isFiltered ? (
              <Button variant="default" onClick={() => setSearch(cleared(filterNames))}>
                {t('filters.clear')}
              </Button>
            ) : (
              <PageLink path="widgets">{t('common:areas.widgets')}</PageLink>
            )}
          </EmptyState>
        )
      }
    >
      {items.length > 0 && (
        <Button variant="default" size="compact-md" onClick={() => void list.refetch()}>
          {t('list.newer')}
        </Button>
      )}
    </ConversationList>
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
