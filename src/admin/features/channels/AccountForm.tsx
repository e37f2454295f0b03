import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChannelContent, ChannelSummary } from '../../../contract/admin/channels.ts';
import { limits } from '../../../contract/limits.ts';
import type { Write } from '../../api/use-write.ts';
import { useKeptState } from '../../components/kept-state.ts';
import { FlowField } from '../flows/FlowField.tsx';
import { Failure } from '../../components/Failure.tsx';
import { contentOf, type Typed, textOf } from './account-content.ts';
import { type Channel, type ChannelField, channelFields } from './channel-fields.ts';

/** What an account is told: its number or name at the provider, and the flow that it runs. Kept until it is saved. */
export function AccountForm({
  channel,
  account,
  button,
  write,
  onSave,
}: {
  readonly channel: Channel;
  /** Null for a new one. */
  readonly account: ChannelSummary['account'] | null;
  readonly button: string;
  readonly write: Write;
  /** @returns whether it is saved */
  readonly onSave: (id: string, content: ChannelContent) => Promise<boolean>;
}) {
  const { t } = useTranslation(['channels', 'widgets']);
  const [text, keep, forget] = useKeptState(`channel.${channel}.${account?.id ?? ''}`);
  const typed: Typed = text === '' ? {} : JSON.parse(text);
  const shown = (name: string) => typed[name] ?? textOf(account, name);
  const set = (name: string, value: string) => keep(JSON.stringify({ ...typed, [name]: value }));
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
        {channelFields[channel].map((field) => (
          <Field
            key={field.name}
            field={field}
            value={shown(field.name)}
            onSet={(value) => set(field.name, value)}
          />
        ))}
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

function Field({
  field: { name, kind, isRequired = false },
  value,
  onSet,
}: {
  readonly field: ChannelField;
  readonly value: string;
  readonly onSet: (value: string) => void;
}) {
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
