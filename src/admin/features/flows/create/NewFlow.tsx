import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { draft, type FlowSummary } from '../../../../contract/admin/flows.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole } from '../../../components/console-context.ts';
import { useKeptState } from '../../../components/kept-state.ts';
import { useGoTo, useSearch } from '../../../components/navigation.ts';
import { exampleIds } from './examples.ts';
import { FlowUpload } from './FlowUpload.tsx';
import { type Source, sourceOf } from './source.ts';
import { useContent } from './use-content.ts';

/** Makes a flow from nothing, an example, another flow or a file; it is a draft until it is published. */
export function NewFlow({
  flows: existing,
  onClose,
}: {
  readonly flows: readonly FlowSummary[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const [search, setSearch] = useSearch();
  const [id, setId, forgetId] = useKeptState('flow.new.id');
  const [file, setFile, forgetFile] = useKeptState('flow.new.file');
  const source = sourceOf(search.get('from'));
  const contentOf = useContent(file);
  const idempotencyKey = useIdempotencyKey({ id, source, file });
  const send = async () => {
    const isDone = await write.send(async () => {
      const body = { id, ...(await contentOf(source)) };
      const header = { 'idempotency-key': idempotencyKey };
      await call('POST', '/v1/admin/flows', draft, { header, body });
    });
    if (!isDone) return;
    forgetId();
    forgetFile();
    // What is blank is there to be filled in; what is not is looked at first.
    goTo(source.kind === 'blank' ? `flows/${id}/edit?step=welcome` : `flows/${id}`);
  };
  return (
    <ConfirmDialog
      title={t('create.title')}
      button={t('create.button')}
      isReady={source.kind !== 'file' || file !== ''}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <NativeSelect
        label={t('create.from')}
        value={valueOfSource(source)}
        onChange={(event) => setSearch({ from: event.currentTarget.value })}
        data={[
          { value: 'blank', label: t('create.blank') },
          { value: 'file', label: t('create.file') },
          {
            group: t('create.example'),
            items: exampleIds.map((one) => ({ value: `example:${one}`, label: t(`create.examples.${one}`) })),
          },
          {
            group: t('create.copy'),
            items: existing.map((one) => ({ value: `copy:${one.id}`, label: one.title ?? one.id })),
          },
        ]}
      />
      {source.kind === 'file' && (
        <FlowUpload
          isChosen={file !== ''}
          onRead={(text, name) => {
            setFile(text);
            if (name !== null && id === '') setId(name);
          }}
        />
      )}
      <TextInput
        label={t('create.id')}
        description={t('create.hint')}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        maxLength={64}
        pattern="[A-Za-z_][A-Za-z0-9_\-]*"
        autoComplete="off"
        dir="ltr"
        required
      />
    </ConfirmDialog>
  );
}

function valueOfSource(source: Source): string {
  return 'id' in source ? `${source.kind}:${source.id}` : source.kind;
}
