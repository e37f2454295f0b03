import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { conversationsPage } from '../../contract/admin/conversation-list.ts';
import { useList } from '../api/use-query.ts';
import { useKeptState } from '../app/kept-state.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { navigate, useSearch } from '../app/use-path.ts';
import { useTenantPath } from '../app/use-tenant-path.ts';
import { Empty } from '../states/Empty.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { MoreOf } from '../states/MoreOf.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { useTexts } from '../texts/texts.ts';
import { ConversationFilters, filterNames } from './ConversationFilters.tsx';
import { ConversationTable } from './ConversationTable.tsx';
import { conversationsQuery } from './conversations-query.ts';

/** Pages without a match are passed over by themselves, so many at a time. */
const emptyPages = 5;

/** The tenant's conversations, the latest first; filters are in the address. @see console.md 3 */
export function ConversationsPage() {
  const { conversations } = useTexts();
  const { list: texts, filters } = useReportTexts();
  const [search, setSearch] = useSearch();
  const query = conversationsQuery(search);
  const list = useList('/v1/admin/conversations', conversationsPage, { query });
  const { items, hasMore, isLoadingMore, moreError, loadMore } = list;
  const asked = JSON.stringify(query);
  const passed = useRef({ asked, pages: 0 });
  if (passed.current.asked !== asked) passed.current = { asked, pages: 0 };
  useEffect(() => {
    const isStuck = items.length === 0 && hasMore && !isLoadingMore && !moreError;
    if (!isStuck || passed.current.pages >= emptyPages) return;
    passed.current.pages += 1;
    void loadMore();
  });
  const isFiltered = filterNames.some((name) => search.get(name));
  return (
    <Stack gap="lg">
      <PageTitle>{conversations.title}</PageTitle>
      <Text className="quiet">{texts.about}</Text>
      <ById />
      <ConversationFilters />
      <Loaded query={list.first} what={conversations.title}>
        {() => {
          if (items.length > 0) return <ConversationTable rows={items} />;
          if (hasMore) return null;
          if (!isFiltered) return <Empty>{texts.noneYet}</Empty>;
          return (
            <Empty>
              <p>{texts.none}</p>
              <Button
                variant="default"
                onClick={() => setSearch(Object.fromEntries(filterNames.map((name) => [name, null])))}
              >
                {filters.clear}
              </Button>
            </Empty>
          );
        }}
      </Loaded>
      <Group>
        <MoreOf list={list} />
        {items.length > 0 && (
          <Button variant="default" onClick={() => void list.first.reload()}>
            {texts.newer}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Leads to a conversation whose id is known. */
function ById() {
  const { conversations } = useTexts();
  const toPath = useTenantPath();
  const [id, setId, forget] = useKeptState('conversation');
  const open = (event: FormEvent) => {
    event.preventDefault();
    forget();
    navigate(toPath(`conversations/${encodeURIComponent(id.trim())}`));
  };
  return (
    <form className="filters" onSubmit={open}>
      <TextInput
        className="long-field"
        label={conversations.id}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        autoComplete="off"
        dir="ltr"
        required
      />
      <Button type="submit" variant="default" disabled={id.trim() === ''}>
        {conversations.open}
      </Button>
    </form>
  );
}
