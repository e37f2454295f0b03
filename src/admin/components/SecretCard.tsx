import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecretState } from '../../contract/admin/channels.ts';
import { limits } from '../../contract/limits.ts';
import { useWrite } from '../api/use-write.ts';
import { confirm, useConfirm } from './Dialog.tsx';
import { Failure } from './Loaded.tsx';
import { useTimes } from './RelativeTime.tsx';
import { LeaveDialog } from './SaveBar.tsx';

/** The API calls for a secret. */
export interface SecretCalls {
  readonly set: (value: string) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  /** The value before no longer counts. */
  readonly endOverlap: () => Promise<unknown>;
}

interface SecretCardProps {
  readonly secret: SecretState;
  readonly name: string;
  /** Describes its purpose, and where to find it. */
  readonly where: string | undefined;
  readonly calls: SecretCalls;
  /** The roles whose value is typed and not set yet. */
  readonly typed: Set<string>;
}

/** A secret: its state, author and time; a field for a new value, and the end of the previous one. @see design 9 */
export function SecretCard({ secret, name, where, calls, typed }: SecretCardProps) {
  const { t } = useTranslation('common');
  const write = useWrite();
  // Not stored: the next user of this tab could read it.
  const [value, setValue] = useState('');
  const type = (next: string) => {
    setValue(next);
    if (next === '') typed.delete(secret.role);
    else typed.add(secret.role);
  };
  const send = async (change: () => Promise<unknown>) => {
    if (await write.send(change)) type('');
  };
  const set = (event: FormEvent) => {
    event.preventDefault();
    void send(() => calls.set(value));
  };
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={name}>
      <LeaveDialog isDirty={value !== '' && !write.isPending} onDiscard={() => type('')} />
      <form onSubmit={set} autoComplete="off">
        <Stack gap="sm">
          <Title order={2} size="h5">
            {name}
          </Title>
          <SecretSet secret={secret} />
          <Text size="sm">{where}</Text>
          {secret.sharedWith.length > 0 && (
            <Text className="warn">
              {t('secrets.sharedWith')} <bdi>{secret.sharedWith.map(({ id }) => id).join(', ')}</bdi>
            </Text>
          )}
          <Group align="flex-end">
            <PasswordInput
              w="min(100%, 24rem)"
              label={secret.set ? t('secrets.newValue', { name }) : t('secrets.value', { name })}
              value={value}
              onChange={(event) => type(event.currentTarget.value)}
              maxLength={limits.secretChars}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': t('secrets.showTyped') }}
              dir="ltr"
              required
            />
            <Button type="submit" variant="default" loading={write.isPending} disabled={value === ''}>
              {secret.set ? t('secrets.replace', { name }) : t('secrets.set', { name })}
            </Button>
          </Group>
          {secret.previous && <Overlap onEnd={() => void send(calls.endOverlap)} />}
          {write.error && <Failure error={write.error} />}
        </Stack>
      </form>
      {secret.set && (
        <Group mt="sm">
          <RemoveSecret name={name} remove={calls.remove} />
        </Group>
      )}
    </Card>
  );
}

/** The roles whose secret is typed and not set yet, and a function that asks before it leaves them. */
export function useTypedSecrets() {
  const { t } = useTranslation('common');
  const [typed] = useState(() => new Set<string>());
  const leave = (go: () => void) => {
    const act = async () => {
      typed.clear();
      go();
    };
    if (typed.size === 0) return go();
    const [title, text, button] = [t('save.leaveTitle'), t('save.leaveWhat'), t('save.leave')];
    confirm({ title, text, button, isDangerous: true, act });
  };
  return { typed, leave };
}

/** Says that the value before still counts, and ends that. */
function Overlap({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Group>
      <Text className="warn">{t('secrets.previous')}</Text>
      <Button variant="default" size="compact-sm" onClick={onEnd}>
        {t('secrets.endOverlap')}
      </Button>
    </Group>
  );
}

/** Deletes a secret after confirmation: its value can't be restored. */
function RemoveSecret({ name, remove }: { readonly name: string; readonly remove: () => Promise<unknown> }) {
  const { t } = useTranslation('common');
  const ask = useConfirm({
    title: t('secrets.remove.title', { name }),
    text: t('secrets.remove.what'),
    button: t('secrets.remove.button'),
    isDangerous: true,
    act: remove,
  });
  return (
    <Button variant="default" onClick={ask}>
      {t('secrets.remove.open', { name })}
    </Button>
  );
}

/** The state, author and time of a secret. */
export function SecretSet({ secret: { set, required, by, at } }: { readonly secret: SecretState }) {
  const { t } = useTranslation(['common', 'flows']);
  const { moment } = useTimes();
  if (!set)
    return (
      <Text className={required ? 'bad' : 'warn'}>
        {required ? t('secrets.missing') : t('secrets.notSet')}
      </Text>
    );
  return (
    <Text className="good">
      <span aria-hidden="true">•••• </span>
      {at && by
        ? t('secrets.setBy', { who: by.email ?? by.id ?? t('flows:someone'), when: moment(at) })
        : t('secrets.setByFiles')}
    </Text>
  );
}
