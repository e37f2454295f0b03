import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { channelView, type SecretState } from '../../contract/admin/channels.ts';
import { limits } from '../../contract/limits.ts';
import { useWrite } from '../api/use-write.ts';
import { useConsole } from '../app/console-context.ts';
import { useTimes } from '../app/use-times.ts';
import { Failure } from '../states/Failure.tsx';
import { useTexts } from '../texts/texts.ts';
import { channelPath } from './channel-fields.ts';
import { RemoveSecret } from './RemoveSecret.tsx';
import type { StepProps } from './step-props.ts';

/** One secret: whether it is set, by whom and when; a value to set, and the end of the one before. @see design 9 */
export function SecretCard({
  secret,
  view: { account },
  etag,
  reload,
}: StepProps & { readonly secret: SecretState }) {
  const { channels } = useTexts();
  const { call } = useConsole();
  const write = useWrite();
  // Kept nowhere: a secret that lies in the tab would be there for whoever sits down next.
  const [value, setValue] = useState('');
  const texts = channels.secrets[secret.role as keyof typeof channels.secrets];
  const name = texts?.name ?? secret.role;
  const path = `/${channelPath(account.channel, account.id)}/secrets/${secret.role}`;
  const send = async (method: 'PUT' | 'DELETE', where: string, body?: object) => {
    const options = { method, ifMatch: etag, ...(body && { body }) };
    const isDone = await write.send(() => call(where, channelView, options));
    await reload();
    if (isDone) setValue('');
  };
  const set = (event: FormEvent) => {
    event.preventDefault();
    void send('PUT', path, { value });
  };
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={name}>
      <form onSubmit={set} autoComplete="off">
        <Stack gap="sm">
          <Title order={2} size="h5">
            {name}
          </Title>
          <SetState secret={secret} />
          <Text size="sm">{texts?.where[account.channel]}</Text>
          {secret.sharedWith.length > 0 && (
            <Text className="warn">
              {channels.sharedWith} <bdi>{secret.sharedWith.map(({ id }) => id).join(', ')}</bdi>
            </Text>
          )}
          <Group align="flex-end">
            <PasswordInput
              className="long-field"
              label={secret.set ? channels.newValue(name) : channels.value(name)}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              maxLength={limits.secretChars}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': channels.showTyped }}
              dir="ltr"
              required
            />
            <Button type="submit" variant="default" loading={write.isSending} disabled={value === ''}>
              {secret.set ? channels.replace(name) : channels.set(name)}
            </Button>
          </Group>
          {secret.previous && (
            <Group>
              <Text className="warn">{channels.previous}</Text>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void send('DELETE', `${path}/previous`)}
              >
                {channels.endOverlap}
              </Button>
            </Group>
          )}
          {write.error && <Failure error={write.error} />}
        </Stack>
      </form>
      {secret.set && (
        <Group mt="sm">
          <RemoveSecret name={name} path={path} etag={etag} reload={reload} />
        </Group>
      )}
    </Card>
  );
}

function SetState({ secret: { set, required, by, at } }: { readonly secret: SecretState }) {
  const { channels, flows } = useTexts();
  const { moment } = useTimes();
  if (!set)
    return <Text className={required ? 'bad' : 'warn'}>{required ? channels.missing : channels.notSet}</Text>;
  return (
    <Text className="good">
      <span aria-hidden="true">•••• </span>
      {at && by ? channels.setBy(by.email ?? by.id ?? flows.someone, moment(at)) : channels.setByFiles}
    </Text>
  );
}
