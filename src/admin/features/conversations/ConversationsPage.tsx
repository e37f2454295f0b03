import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptState } from '../../components/kept-state.ts';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { MoreOf } from '../../components/MoreOf.tsx';
import { ConversationFilters, filterNames } from './ConversationFilters.tsx';
import { ConversationTable } from './ConversationTable.tsx';
import { conversationsQuery } from './conversations-query.ts';
import { conversationListQuery } from './queries.ts';

/** Pages without a match are passed over by themselves, so many at a time. */
const emptyPages = 5;

/** The tenant's conversations, the latest first; filters are in the address. @see console.md 3 */
export function ConversationsPage() {
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
    <Stack gap="lg">
      <PageTitle>{t('conversations:title')}</PageTitle>
      <Text className="quiet">{t('list.about')}</Text>
      <ById />
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
    </Stack>
  );
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
