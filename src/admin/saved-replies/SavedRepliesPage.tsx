import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Done, notify } from '../app/notify.tsx';
import { PageLink } from '../app/PageLink.tsx';
import { PageTitle } from '../app/PageTitle.tsx';
import { StackingTable } from '../app/StackingTable.tsx';
import { useSearch } from '../app/use-path.ts';
import { Empty } from '../states/Empty.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { MoreOf } from '../states/MoreOf.tsx';
import { useInboxTexts } from '../texts/inbox-texts.ts';
import { useTexts } from '../texts/texts.ts';
import { DeleteReplyDialog } from './DeleteReplyDialog.tsx';
import { savedRepliesQuery } from './queries.ts';
import { ReplyDialog } from './ReplyDialog.tsx';

/** What people of the tenant have saved for each other to answer with: made, changed and deleted here. */
export function SavedRepliesPage() {
  const { frame } = useTexts();
  const { title, replies } = useInboxTexts();
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(savedRepliesQuery);
  const items = list.data ?? [];
  const close = () => setSearch({ edit: null, delete: null });
  const finish = async (told: Done) => {
    close();
    notify(told);
    await list.refetch();
  };
  const of = (name: 'edit' | 'delete') => items.find(({ id }) => id === search.get(name));
  const [edited, deleted] = [of('edit'), of('delete')];
  return (
    <Stack gap="lg">
      <PageLink path="inbox">{title}</PageLink>
      <Group justify="space-between">
        <PageTitle>{replies.title}</PageTitle>
        <Button onClick={() => setSearch({ edit: '' })}>{replies.add}</Button>
      </Group>
      <Text className="quiet">{replies.about}</Text>
      <Loaded query={list} what={replies.title}>
        {() =>
          items.length === 0 ? (
            <Empty>{replies.empty}</Empty>
          ) : (
            <StackingTable
              title={replies.title}
              columns={[replies.name, replies.text, replies.language, frame.action]}
            >
              {items.map(({ id, name, text, language }) => (
                <Table.Tr key={id}>
                  <Table.Td className="who-cell">
                    <bdi>{name}</bdi>
                  </Table.Td>
                  <Table.Td data-label={replies.text}>
                    <bdi className="saved-reply">{text}</bdi>
                  </Table.Td>
                  <Table.Td data-label={replies.language}>{language ?? replies.anyLanguage}</Table.Td>
                  <Table.Td>
                    <Group gap="xs">
                      <Button variant="default" size="compact-sm" onClick={() => setSearch({ edit: id })}>
                        {replies.edit(name)}
                      </Button>
                      <Button variant="default" size="compact-sm" onClick={() => setSearch({ delete: id })}>
                        {replies.remove.open(name)}
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </StackingTable>
          )
        }
      </Loaded>
      <MoreOf list={list} />
      {(edited || search.get('edit') === '') && (
        <ReplyDialog key={edited?.id} reply={edited ?? null} onDone={finish} onClose={close} />
      )}
      {deleted && <DeleteReplyDialog reply={deleted} onDone={finish} onClose={close} />}
    </Stack>
  );
}
