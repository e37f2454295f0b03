import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { channelView } from '../../../contract/admin/channels.ts';
import { useConsole } from '../../components/console-context.ts';
import { type SecretCalls, SecretCard } from '../../components/SecretCard.tsx';
import type { StepProps } from './step-props.ts';

/** What the provider and the gateway prove themselves by: set here, and never read again. */
export function SecretsStep({ view, etag }: StepProps) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const { account, secrets } = view;
  const callsOf = (role: string): SecretCalls => {
    const path = '/v1/admin/channels/{channel}/{accountId}/secrets/{role}';
    const asked = {
      path: { channel: account.channel, accountId: account.id, role },
      header: { 'if-match': etag },
    };
    return {
      set: (value) => call('PUT', path, channelView, { ...asked, body: { value } }),
      remove: () => call('DELETE', path, channelView, asked),
      endOverlap: () => call('DELETE', `${path}/previous`, channelView, asked),
    };
  };
  return (
    <Stack>
      <Text>{t('secretsWhat')}</Text>
      {secrets.map((secret) => {
        return (
          <SecretCard
            key={`${account.id} ${secret.role}`}
            secret={secret}
            name={t(`secrets.${secret.role as 'app_secret'}.name`, { defaultValue: secret.role })}
            where={
              t(`secrets.${secret.role as 'sending_token'}.where.${account.channel}`, { defaultValue: '' }) ||
              undefined
            }
            calls={callsOf(secret.role)}
          />
        );
      })}
    </Stack>
  );
}
