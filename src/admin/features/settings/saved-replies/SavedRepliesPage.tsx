import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SavedReply } from '../../../../contract/admin/texts.ts';
import { noContent } from '../../../api/api.ts';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { useConfirm } from '../../../components/Dialog.tsx';
import { EmptyState, Loaded, MoreOf } from '../../../components/Loaded.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { IconButton } from '../../../components/RowMenu.tsx';
import { savedRepliesQuery } from './queries.ts';
import { ReplyDialog } from './ReplyDialog.tsx';

/** The tenant's saved replies: created, changed and deleted here. */
export function SavedRepliesPage() {
  const { t } = useTranslation('inbox');
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(savedRepliesQuery);
  const items = list.data ?? [];
  const close = () => setSearch({ edit: null });
  const edited = items.find(({ id }) => id === search.get('edit'));
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ edit: '' })}>
      {t('savedReplies.add')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader title={t('savedReplies.title')}>{items.length > 0 && add}</PageHeader>
      <Loaded query={list} what={t('savedReplies.title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>
              <Text>{t('savedReplies.empty')}</Text>
              {add}
            </EmptyState>
          ) : (
            <ReplyTable replies={items} onEdit={({ id }) => setSearch({ edit: id })} />
          )
        }
      </Loaded>
      <MoreOf list={list} />
      {(edited || search.get('edit') === '') && (
        <ReplyDialog
          key={edited?.id}
          reply={edited ?? null}
          onDone={(done) => {
            close();
            notify(done);
          }}
          onClose={close}
        />
      )}
    </Stack>
  );
}

interface TableProps {
  readonly replies: readonly SavedReply[];
  readonly onEdit: (reply: SavedReply) => void;
}

function ReplyTable({ replies, onEdit }: TableProps) {
  const { t } = useTranslation(['inbox', 'common']);
  return (
    <DataTable
      title={t('savedReplies.title')}
      rows={replies}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('savedReplies.name'),
          cell: (reply) => (
            <UnstyledButton
              className="opens-row row-name"
              aria-label={t('savedReplies.edit', { name: reply.name })}
              onClick={() => onEdit(reply)}
            >
              <bdi>{reply.name}</bdi>
            </UnstyledButton>
          ),
        },
        { name: t('savedReplies.text'), cell: ({ text }) => <bdi className="value quiet">{text}</bdi> },
        {
          name: t('savedReplies.language'),
          cell: ({ language }) => language ?? t('savedReplies.anyLanguage'),
        },
      ]}
      actions={(reply) => <DeleteReply reply={reply} />}
    />
  );
}

/** Asks before a reply is deleted for everyone. */
function DeleteReply({ reply: { id, name, etag } }: { readonly reply: SavedReply }) {
  const { t } = useTranslation('inbox');
  const { call } = useConsole();
  const options = { path: { textId: id }, header: { 'if-match': etag } };
  const ask = useConfirm({
    title: t('savedReplies.remove.open', { name }),
    text: t('savedReplies.remove.what'),
    button: t('savedReplies.remove.button'),
    isDangerous: true,
    act: () => call('DELETE', '/v1/admin/texts/{textId}', noContent, options),
    onDone: () => notify({ text: t('savedReplies.remove.done', { name }) }),
  });
  return (
    <IconButton label={t('savedReplies.remove.open', { name })} onClick={ask}>
      <IconTrash size={18} />
    </IconButton>
  );
}
