import { Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { assignBody, type Teammate } from '../../../../contract/admin/handoffs.ts';
import { FormDialog } from '../../../components/Dialog.tsx';
import { Failure } from '../../../components/Loaded.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { useInbox } from '../inbox-context.ts';
import { teammatesQuery } from '../queries.ts';
import { useInboxActions } from '../use-inbox-actions.ts';
import type { ActionProps } from './action-props.ts';

/** Transfers conversations to a teammate, for whom they are reserved for two minutes, or to a queue; with a note. */
export function AssignDialog({ rows, onDone, onClose }: ActionProps) {
  const { t } = useTranslation('inbox');
  const { state, userId } = useInbox();
  const act = useInboxActions();
  const [first] = rows;
  const teammates = useQuery(teammatesQuery);
  const form = useKeptForm(`inbox.${first?.conversationId}.hand-over`, {
    initialValues: { to: '', note: '' },
    schema: assignBody,
    toBody,
  });
  const people = (teammates.data?.body.items ?? []).filter(({ id }) => id !== userId);
  const queues = state.queues
    .map(({ name }) => name)
    .filter((name) => rows.some(({ queue, owner }) => name !== queue || owner !== null));
  const send = async () => {
    for (const row of rows) await act(row, 'assign', form.body);
  };
  const [, chosen = ''] = splitOnce(form.values.to);
  return (
    <FormDialog
      title={t('assign.title')}
      button={t('assign.send')}
      isReady={form.values.to !== ''}
      form={form}
      send={send}
      onDone={() => {
        onDone({
          text: t('assignedToast', { name: people.find(({ id }) => id === chosen)?.name ?? chosen }),
        });
        onClose();
      }}
      onClose={onClose}
    >
      {teammates.error && <Failure error={teammates.error} onRetry={teammates.refetch} />}
      {/* Teammates join the queues once they are loaded: the first field has the focus from the start. */}
      <Select
        searchable
        label={t('assign.to')}
        placeholder={t('assign.choose')}
        nothingFoundMessage={t('assign.none')}
        data={targetsOf(people, queues, t)}
        {...form.getInputProps('to')}
      />
      <Textarea label={t('assign.note')} rows={3} {...form.getInputProps('note')} />
    </FormDialog>
  );
}

/** The targets of a transfer: agents with their open counts, and queues. */
function targetsOf(people: readonly Teammate[], queues: readonly string[], t: TFunction<'inbox'>) {
  return [
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
  ].filter(({ items }) => items.length > 0);
}

function toBody({ to, note }: { readonly to: string; readonly note: string }) {
  const [kind = '', id = ''] = splitOnce(to);
  return { to: { [kind]: id }, ...(note.trim() && { note: note.trim() }) };
}

function splitOnce(text: string): readonly string[] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}
