import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SecretState } from '../../contract/admin/channels.ts';
import { limits } from '../../contract/limits.ts';
import { useWrite } from '../api/use-write.ts';
import { useTimes } from '../app/use-times.ts';
import { Failure } from '../states/Failure.tsx';
import { useTexts } from '../texts/texts.ts';
import { RemoveSecret } from './RemoveSecret.tsx';

/** How one secret is changed in the API. */
export interface SecretCalls {
  readonly set: (value: string) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  /** The value before no longer counts. */
  readonly endOverlap: () => Promise<unknown>;
}

/** One secret: whether it is set, by whom and when; a value to set, and the end of the one before. @see design 9 */
export function SecretCard({
  secret,
  name,
  where,
  calls,
}: {
  readonly secret: SecretState;
  readonly name: string;
  /** Says what it is for, and where it is found. */
  readonly where: string | undefined;
  readonly calls: SecretCalls;
}) {
  const { secrets } = useTexts();
  const write = useWrite();
  // Kept nowhere: a secret that lies in the tab would be there for whoever sits down next.
  const [value, setValue] = useState('');
  const send = async (change: () => Promise<unknown>) => {
    if (await write.send(change)) setValue('');
  };
  const set = (event: FormEvent) => {
    event.preventDefault();
    void send(() => calls.set(value));
  };
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={name}>
      <form onSubmit={set} autoComplete="off">
        <Stack gap="sm">
          <Title order={2} size="h5">
            {name}
          </Title>
          <SecretSet secret={secret} />
          <Text size="sm">{where}</Text>
          {secret.sharedWith.length > 0 && (
            <Text className="warn">
              {secrets.sharedWith} <bdi>{secret.sharedWith.map(({ id }) => id).join(', ')}</bdi>
            </Text>
          )}
          <Group align="flex-end">
            <PasswordInput
              className="long-field"
              label={secret.set ? secrets.newValue(name) : secrets.value(name)}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              maxLength={limits.secretChars}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': secrets.showTyped }}
              dir="ltr"
              required
            />
            <Button type="submit" variant="default" loading={write.isPending} disabled={value === ''}>
              {secret.set ? secrets.replace(name) : secrets.set(name)}
            </Button>
          </Group>
          {secret.previous && (
            <Group>
              <Text className="warn">{secrets.previous}</Text>
              <Button variant="default" size="compact-sm" onClick={() => void send(calls.endOverlap)}>
                {secrets.endOverlap}
              </Button>
            </Group>
          )}
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

/** Whether a secret is set, by whom and when. */
export function SecretSet({ secret: { set, required, by, at } }: { readonly secret: SecretState }) {
  const { secrets, flows } = useTexts();
  const { moment } = useTimes();
  if (!set)
    return <Text className={required ? 'bad' : 'warn'}>{required ? secrets.missing : secrets.notSet}</Text>;
  return (
    <Text className="good">
      <span aria-hidden="true">•••• </span>
      {at && by ? secrets.setBy(by.email ?? by.id ?? flows.someone, moment(at)) : secrets.setByFiles}
    </Text>
  );
}
