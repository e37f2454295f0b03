import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ChannelSummary, channelContent } from '../../../contract/admin/channels.ts';
import type { Write } from '../../api/use-write.ts';
import { IdField } from '../../components/IdField.tsx';
import { Failure } from '../../components/Loaded.tsx';
import { useKeptForm } from '../../components/use-kept-form.ts';
import { FlowField } from '../flows/FlowField.tsx';
import { type Channel, type ChannelContent, type ChannelField, fieldsOf } from './channel-fields.ts';

interface AccountFormProps {
  readonly channel: Channel;
  /** Null for a new one. */
  readonly account: ChannelSummary['account'] | null;
  readonly button: string;
  readonly write: Write;
  /** @returns whether it is saved */
  readonly onSave: (id: string, content: ChannelContent) => Promise<boolean>;
}

/** The form of an account: its number or name at the provider, and its flow. Kept until saved. */
export function AccountForm({ channel, account, button, write, onSave }: AccountFormProps) {
  const { t } = useTranslation(['channels', 'widgets']);
  const fields = fieldsOf(channel);
  const stored: Values = Object.fromEntries(
    ['id', 'flow', ...fields.map(({ name }) => name)].map((name) => [name, textOf(account, name)]),
  );
  const form = useKeptForm(`channel.${channel}.${account?.id ?? ''}`, {
    initialValues: stored,
    schema: channelContent,
    toBody: (values) => contentOf(account, channel, values),
  });
  const { id = '', flow = '' } = form.values;
  const isChanged = Object.keys(stored).some((name) => form.values[name] !== stored[name]);
  const save = async () => {
    if (await onSave(id.trim(), contentOf(account, channel, form.values))) form.forget();
  };
  const shown = (field: ChannelField) => (
    <Field key={field.name} field={field} {...form.getInputProps(field.name)} />
  );
  return (
    <form onSubmit={form.onSubmit(() => void save())}>
      <Stack className="long-form">
        {account === null && (
          <IdField label={t('id.label')} description={t('id.hint')} {...form.getInputProps('id')} />
        )}
        <FlowField
          label={t('widgets:fields.flow.label')}
          description={t('widgets:fields.flow.hint')}
          value={flow}
          error={form.errors.flow}
          onSet={(next) => form.setFieldValue('flow', next)}
        />
        {fields.filter(({ isRequired }) => isRequired).map(shown)}
        <details className="details" open={account !== null}>
          <summary>{t('advanced')}</summary>
          <Stack mt="sm">{fields.filter(({ isRequired }) => !isRequired).map(shown)}</Stack>
        </details>
        {write.error && <Failure error={write.error} />}
        <Group>
          <Button type="submit" loading={write.isPending} disabled={account !== null && !isChanged}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** An account's fields as text. */
type Values = Record<string, string>;

/** The field's value in a stored account. */
function textOf(account: ChannelSummary['account'] | null, name: string): string {
  const value = (account as Readonly<Record<string, unknown>> | null)?.[name];
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

/** Returns the body of a `PUT`: the account with the form's values, without secrets. */
function contentOf(
  account: ChannelSummary['account'] | null,
  channel: Channel,
  { id = '', flow, ...values }: Values,
): ChannelContent {
  const { secrets: _, ...before } = account ?? {};
  const typed = fieldsOf(channel).map(
    (field) => [field.name, valueIn(field, values[field.name] ?? '')] as const,
  );
  const content = { ...before, id: id.trim(), channel, flow, ...Object.fromEntries(typed) };
  // The schema says whether it is complete.
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined),
  ) as unknown as ChannelContent;
}

function valueIn({ kind }: ChannelField, text: string): unknown {
  if (text.trim() === '') return undefined;
  if (kind === 'number') return Number(text);
  if (kind === 'text') return text.trim();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

interface FieldProps extends ReturnType<ReturnType<typeof useKeptForm<Values>>['getInputProps']> {
  readonly field: ChannelField;
}

function Field({ field: { name, kind, isRequired = false }, ...input }: FieldProps) {
  const { t } = useTranslation('channels');
  const common = {
    ...input,
    label: t(`fields.${name}.label`, { defaultValue: name }),
    description: t(`fields.${name}.hint`, { defaultValue: '' }),
    required: isRequired,
    dir: 'ltr',
    autoComplete: 'off',
  };
  if (kind === 'lines') return <Textarea {...common} rows={3} />;
  return <TextInput {...common} {...(kind === 'number' && { type: 'number', min: 1, step: 1 })} />;
}
