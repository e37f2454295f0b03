import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChannelContent, ChannelSummary } from '../../../contract/admin/channels.ts';
import { limits } from '../../../contract/limits.ts';
import type { Write } from '../../api/use-write.ts';
import { useKeptState } from '../../components/kept-state.ts';
import { Failure } from '../../components/Loaded.tsx';
import { FlowField } from '../flows/FlowField.tsx';
import { type Channel, type ChannelField, channelFields } from './channel-fields.ts';

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
  const [text, keep, forget] = useKeptState(`channel.${channel}.${account?.id ?? ''}`);
  const typed: Typed = text === '' ? {} : JSON.parse(text);
  const shown = (name: string) => typed[name] ?? textOf(account, name);
  const set = (name: string, value: string) => keep(JSON.stringify({ ...typed, [name]: value }));
  const fields = channelFields[channel];
  const id = account?.id ?? shown('id').trim();
  const save = async () => {
    if (await onSave(id, contentOf(account, { channel, id, typed }))) forget();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack className="long-form">
        {account === null && (
          <TextInput
            label={t('id.label')}
            description={t('id.hint')}
            value={shown('id')}
            onChange={(event) => set('id', event.currentTarget.value)}
            maxLength={limits.identifierChars}
            pattern="[A-Za-z0-9_\-]+"
            autoComplete="off"
            dir="ltr"
            required
          />
        )}
        <FlowField
          label={t('widgets:fields.flow.label')}
          description={t('widgets:fields.flow.hint')}
          value={shown('flow')}
          onSet={(flow) => set('flow', flow)}
        />
        <Fields fields={fields.filter(({ isRequired }) => isRequired)} shown={shown} onSet={set} />
        <details className="details" open={account !== null}>
          <summary>{t('advanced')}</summary>
          <Stack mt="sm">
            <Fields fields={fields.filter(({ isRequired }) => !isRequired)} shown={shown} onSet={set} />
          </Stack>
        </details>
        {write.error && <Failure error={write.error} />}
        <Group>
          <Button
            type="submit"
            loading={write.isPending}
            disabled={shown('flow') === '' || (account !== null && text === '')}
          >
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldsProps {
  readonly fields: readonly ChannelField[];
  readonly shown: (name: string) => string;
  readonly onSet: (name: string, value: string) => void;
}

function Fields({ fields, shown, onSet }: FieldsProps) {
  return fields.map((field) => (
    <Field
      key={field.name}
      field={field}
      value={shown(field.name)}
      onSet={(value) => onSet(field.name, value)}
    />
  ));
}

/** An account form's input, by field name. */
type Typed = Readonly<Record<string, string>>;

/** The field's value in a stored account. */
function textOf(account: ChannelSummary['account'] | null, name: string): string {
  const value = (account as Readonly<Record<string, unknown>> | null)?.[name];
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

/** Returns the body of a `PUT`: the account with the changes of the form, without secrets. */
function contentOf(
  account: ChannelSummary['account'] | null,
  { channel, id, typed }: { readonly channel: Channel; readonly id: string; readonly typed: Typed },
): ChannelContent {
  const { secrets: _, ...before } = account ?? {};
  const fields = channelFields[channel].map((field) => {
    const text = typed[field.name] ?? textOf(account, field.name);
    return [field.name, valueIn(field, text)] as const;
  });
  const told = { ...before, id, channel, flow: typed.flow ?? account?.flow, ...Object.fromEntries(fields) };
  // The API checks whether it is complete.
  return Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== undefined),
  ) as ChannelContent;
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

interface FieldProps {
  readonly field: ChannelField;
  readonly value: string;
  readonly onSet: (value: string) => void;
}

function Field({ field: { name, kind, isRequired = false }, value, onSet }: FieldProps) {
  const { t } = useTranslation('channels');
  const common = {
    label: t(`fields.${name}.label`),
    description: t(`fields.${name}.hint`),
    value,
    required: isRequired,
    dir: 'ltr',
    autoComplete: 'off',
  };
  if (kind === 'lines')
    return <Textarea {...common} rows={3} onChange={(event) => onSet(event.currentTarget.value)} />;
  return (
    <TextInput
      {...common}
      {...(kind === 'number' && { type: 'number', min: 1, step: 1 })}
      onChange={(event) => onSet(event.currentTarget.value)}
    />
  );
}
