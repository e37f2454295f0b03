import { Stack, Text } from '@mantine/core';
import { channelView } from '../../contract/admin/channels.ts';
import { SecretCard } from '../secrets/SecretCard.tsx';
import { useTexts } from '../texts/texts.ts';
import { channelPath } from './channel-fields.ts';
import type { StepProps } from './step-props.ts';

/** What the provider and the gateway prove themselves by: set here, and never read again. */
export function SecretsStep({ view, etag, reload }: StepProps) {
  const { channels } = useTexts();
  const { account, secrets } = view;
  return (
    <Stack>
      <Text>{channels.secretsWhat}</Text>
      {secrets.map((secret) => {
        const texts = channels.secrets[secret.role as keyof typeof channels.secrets];
        return (
          <SecretCard
            key={`${account.id} ${secret.role}`}
            secret={secret}
            name={texts?.name ?? secret.role}
            where={texts?.where[account.channel]}
            path={`/${channelPath(account.channel, account.id)}/secrets/${secret.role}`}
            answer={channelView}
            etag={etag}
            reload={reload}
          />
        );
      })}
    </Stack>
  );
}
