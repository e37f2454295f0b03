import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SavedReply } from '../../../../contract/admin/texts.ts';
import { noContent } from '../../../api/api.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { savedRepliesQuery } from './queries.ts';
import { ReplyDialog } from './ReplyDialog.tsx';

/** What people of the tenant have saved for each other to answer with: made, changed and deleted here. */
export function SavedRepliesPage() {
  const { t } = useTranslation(['inbox', 'common']);
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
      <PageLink path="inbox">{t('title')}</PageLink>
      <PageHeader title={t('savedReplies.title')}>
        <Button onClick={() => setSearch({ edit: '' })}>{t('savedReplies.add')}</Button>
      </PageHeader>
      <Text className="quiet">{t('savedReplies.about', { example: '{{ user.firstName | there }}' })}</Text>
      <Loaded query={list} what={t('savedReplies.title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>{t('savedReplies.empty')}</EmptyState>
          ) : (
            <DataTable
              title={t('savedReplies.title')}
              columns={[
                t('savedReplies.name'),
                t('savedReplies.text'),
                t('savedReplies.language'),
                t('common:action'),
              ]}
            >
              {items.map(({ id, name, text, language }) => (
                <Table.Tr key={id}>
                  <Table.Td className="who-cell">
                    <bdi>{name}</bdi>
                  </Table.Td>
                  <Table.Td data-label={t('savedReplies.text')}>
                    <bdi className="saved-reply">{text}</bdi>
                  </Table.Td>
                  <Table.Td data-label={t('savedReplies.language')}>
                    {language ?? t('savedReplies.anyLanguage')}
                  </Table.Td>
                  <Table.Td>
                    <Group gap="xs">
                      <Button variant="default" size="compact-sm" onClick={() => setSearch({ edit: id })}>
                        {t('savedReplies.edit', { name })}
                      </Button>
                      <Button variant="default" size="compact-sm" onClick={() => setSearch({ delete: id })}>
                        {t('savedReplies.remove.open', { name })}
                      </Button>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
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

/** Asks before a reply is gone for everybody. */
function DeleteReplyDialog({
  reply: { id, name, etag },
  onDone,
  onClose,
}: {
  readonly reply: SavedReply;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('inbox');
  const { call } = useConsole();
  const write = useWrite();
  const send = async () => {
    const options = { path: { textId: id }, header: { 'if-match': etag } };
    if (await write.send(() => call('DELETE', '/v1/admin/texts/{textId}', noContent, options)))
      onDone({ text: t('savedReplies.remove.done', { name }) });
  };
  return (
    <ConfirmDialog
      title={t('savedReplies.remove.open', { name })}
      button={t('savedReplies.remove.button')}
      isDangerous
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t('savedReplies.remove.what')}</Text>
    </ConfirmDialog>
  );
}
