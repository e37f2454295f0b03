import { Button, Group, Radio, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { labelsView } from '../../../../contract/admin/labels.ts';
import { foldedLabel, type Label, labelColors, label as labelSchema } from '../../../../contract/labels.ts';
import { limits } from '../../../../contract/limits.ts';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { FormDialog, useConfirm } from '../../../components/Dialog.tsx';
import { EmptyState, Loaded } from '../../../components/Loaded.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { IconButton } from '../../../components/RowMenu.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { LabelBadge } from '../../inbox/triage/LabelBadge.tsx';
import { labelsQuery } from './queries.ts';

/** The tenant's labels as they were read. */
interface Stored {
  readonly labels: readonly Label[];
  readonly etag: string;
}

/** The tenant's labels for conversations: created, renamed, recolored and deleted here. */
export function LabelsPage() {
  const { t } = useTranslation('inbox');
  const [search, setSearch] = useSearch();
  const query = useQuery(labelsQuery);
  const stored: Stored = { labels: query.data?.body.labels ?? [], etag: query.data?.etag ?? '' };
  const { labels } = stored;
  const isFull = labels.length >= limits.labelsPerTenant;
  const edited = labels.find(({ id }) => id === search.get('edit'));
  const add = (
    <Button leftSection={<IconPlus size={16} />} disabled={isFull} onClick={() => setSearch({ edit: '' })}>
      {t('labels.add')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader title={t('labels.title')}>{labels.length > 0 && add}</PageHeader>
      {isFull && <Text className="quiet">{t('labels.full', { count: limits.labelsPerTenant })}</Text>}
      <Loaded query={query} what={t('labels.title')}>
        {() =>
          labels.length === 0 ? (
            <EmptyState>
              <Text>{t('labels.none')}</Text>
              {add}
            </EmptyState>
          ) : (
            <LabelTable stored={stored} onEdit={({ id }) => setSearch({ edit: id })} />
          )
        }
      </Loaded>
      {query.data && (edited || search.get('edit') === '') && (
        <LabelDialog
          key={edited?.id}
          label={edited ?? null}
          stored={stored}
          onClose={() => setSearch({ edit: null })}
        />
      )}
    </Stack>
  );
}

/** Replaces the labels, unless someone else has changed them since they were read. */
function useSave() {
  const { call } = useConsole();
  return (labels: readonly Label[], etag: string) =>
    call('PUT', '/v1/admin/labels', labelsView, {
      header: { 'if-match': etag },
      body: { labels: [...labels] },
    });
}

interface TableProps {
  readonly stored: Stored;
  readonly onEdit: (label: Label) => void;
}

function LabelTable({ stored, onEdit }: TableProps) {
  const { t } = useTranslation('inbox');
  return (
    <DataTable
      title={t('labels.title')}
      rows={stored.labels}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('labels.name'),
          cell: (label) => (
            <UnstyledButton
              className="opens-row row-name"
              aria-label={t('savedReplies.edit', { name: label.name })}
              onClick={() => onEdit(label)}
            >
              <LabelBadge label={label} />
            </UnstyledButton>
          ),
        },
      ]}
      actions={(label) => <DeleteLabel label={label} stored={stored} />}
    />
  );
}

/** Asks before a label is taken from all conversations. */
function DeleteLabel({ label: { id, name }, stored }: { readonly label: Label; readonly stored: Stored }) {
  const { t } = useTranslation('inbox');
  const save = useSave();
  const ask = useConfirm({
    title: t('savedReplies.remove.open', { name }),
    text: t('labels.remove'),
    button: t('savedReplies.remove.button'),
    isDangerous: true,
    act: () =>
      save(
        stored.labels.filter((label) => label.id !== id),
        stored.etag,
      ),
    onDone: () => notify({ text: t('savedReplies.remove.done', { name }) }),
  });
  return (
    <IconButton label={t('savedReplies.remove.open', { name })} onClick={ask}>
      <IconTrash size={18} />
    </IconButton>
  );
}

interface DialogProps {
  readonly label: Label | null;
  readonly stored: Stored;
  readonly onClose: () => void;
}

/** Creates a label, or changes its name and color. */
function LabelDialog({ label, stored, onClose }: DialogProps) {
  const { t } = useTranslation('inbox');
  const save = useSave();
  const [newId] = useState(randomUuid);
  const toBody = ({ name, color }: Readonly<Record<'name' | 'color', string>>): Label => ({
    id: label?.id ?? newId,
    name: name.trim(),
    color: labelColors.find((one) => one === color) ?? 'blue',
  });
  const form = useKeptForm(`label.${label?.id ?? ''}`, {
    initialValues: {
      name: label?.name ?? '',
      color: label?.color ?? 'blue',
      // The ETag when typing began, so that later changes aren't overwritten unseen.
      etag: stored.etag,
    },
    schema: labelSchema,
    toBody,
  });
  const next = form.body;
  const others = stored.labels.filter(({ id }) => id !== next.id);
  const isTaken = others.some((other) => foldedLabel(other.name) === foldedLabel(next.name));
  const labels = label
    ? stored.labels.map((one) => (one.id === next.id ? next : one))
    : [...stored.labels, next];
  return (
    <FormDialog
      title={label ? t('savedReplies.edit', { name: label.name }) : t('labels.add')}
      button={t('savedReplies.save')}
      isReady={foldedLabel(next.name) !== '' && !isTaken}
      form={form}
      isForgottenOnClose
      send={() => save(labels, form.values.etag)}
      onDone={() => {
        onClose();
        notify({ text: t('savedReplies.saved', { name: next.name }) });
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('labels.name')}
        {...form.getInputProps('name')}
        {...(isTaken && { error: t('labels.taken') })}
        maxLength={limits.labelNameChars}
        autoComplete="off"
        required
      />
      <ColorField {...form.getInputProps('color')} />
    </FormDialog>
  );
}

function ColorField(input: { readonly value?: string; readonly onChange?: (value: string) => void }) {
  const { t } = useTranslation('inbox');
  return (
    <Radio.Group label={t('labels.color')} {...input}>
      <Group gap="sm" mt="xs">
        {labelColors.map((one) => (
          <Radio
            key={one}
            value={one}
            color={one}
            label={<LabelBadge label={{ id: one, name: t(`labels.colors.${one}`), color: one }} />}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}
