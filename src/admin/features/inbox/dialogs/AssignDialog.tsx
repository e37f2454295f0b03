import { NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useKeptFields } from '../../../components/kept-state.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { useInbox } from '../inbox-context.ts';
import { colleaguesQuery } from '../queries.ts';
import { useDesk } from '../use-desk.ts';
import type { ActionProps } from './action-props.ts';

/** Gives a conversation to a colleague, for whom it is kept two minutes, or to a queue; with a note. */
export function AssignDialog({ row, onDone, onClose }: ActionProps) {
  const { t } = useTranslation('inbox');
  const { state, userId } = useInbox();
  const write = useWrite();
  const act = useDesk(row);
  const colleagues = useQuery(colleaguesQuery);
  const form = `inbox.${row.conversationId}.hand-over`;
  const [{ to, note }, keep, forget] = useKeptFields(form, { to: '', note: '' });
  const people = (colleagues.data?.body.items ?? []).filter(({ id }) => id !== userId);
  const queues = state.queues
    .map(({ name }) => name)
    .filter((name) => name !== row.queue || row.owner !== null);
  const send = async () => {
    const [kind = '', id = ''] = splitOnce(to);
    const text = note.trim();
    const body = { to: { [kind]: id }, ...(text && { note: text }) };
    if (!(await write.send(() => act('assign', body)))) return;
    forget();
    onDone({ text: t('assignedToast', { name: people.find((one) => one.id === id)?.name ?? id }) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('assign.title')}
      button={t('assign.send')}
      isReady={to !== ''}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Loaded query={colleagues} what={t('assign.colleagues')}>
        {() => (
          <NativeSelect
            label={t('assign.to')}
            data={[
              { group: '', items: [{ value: '', label: '–' }] },
              {
                group: t('assign.colleagues'),
                items: people.map(({ id, name, here, open }) => ({
                  value: `user ${id}`,
                  label: t(here ? 'assign.here' : 'assign.away', { name, count: open }),
                })),
              },
              {
                group: t('assign.queues'),
                items: queues.map((name) => ({ value: `queue ${name}`, label: name })),
              },
            ].filter(({ items }) => items.length > 0)}
            value={to}
            onChange={(event) => keep('to', event.currentTarget.value)}
          />
        )}
      </Loaded>
      <Textarea
        label={t('assign.note')}
        value={note}
        onChange={(event) => keep('note', event.currentTarget.value)}
        rows={3}
      />
    </ConfirmDialog>
  );
}

function splitOnce(text: string): readonly string[] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}
