import { Stack, Text } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import { SecretCard } from './SecretCard.tsx';
import type { StepProps } from './step-props.ts';

/** What the provider and the gateway prove themselves by: set here, and never read again. */
export function SecretsStep(props: StepProps) {
  const { channels } = useTexts();
  const { account, secrets } = props.view;
  return (
    <Stack>
      <Text>{channels.secretsWhat}</Text>
      {secrets.map((secret) => (
        <SecretCard key={`${account.id} ${secret.role}`} secret={secret} {...props} />
      ))}
    </Stack>
  );
}
