import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyLine } from '../../components/CopyLine.tsx';
import { useConsole } from '../../components/console-context.ts';
import { useTimes } from '../../components/use-times.ts';
import type { StepProps } from './step-props.ts';

/** What is registered at the provider, and whether it calls. */
export function WebhookStep({ view }: StepProps) {
  const { t } = useTranslation('channels');
  const { addresses } = useConsole();
  const client = useQueryClient();
  const { moment } = useTimes();
  const { account, webhookPath, verifyToken, health } = view;
  return (
    <Stack>
      <List type="ordered">
        {t(`webhook.${account.channel}`, { returnObjects: true }).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <CopyLine name={t('webhookAddress')} line={`${addresses.apiUrl}${webhookPath}`} />
      {verifyToken !== null && <CopyLine name={t('verifyWord')} line={verifyToken} />}
      <div role="status">
        {health.lastAcceptedAt === null ? (
          <Text className="warn">{t('noCall')}</Text>
        ) : (
          <Text className="good">{t('lastAccepted', { when: moment(health.lastAcceptedAt) })}</Text>
        )}
        {health.lastRefused && (
          <Text className="bad">
            {t('lastRefused', { when: moment(health.lastRefused.at) })}{' '}
            {t(`refusals.${health.lastRefused.reason as 'rate_limited'}`, { defaultValue: '' }) || (
              <bdi lang="en">{health.lastRefused.message}</bdi>
            )}
          </Text>
        )}
      </div>
      <Group>
        <Button variant="default" onClick={() => void client.invalidateQueries()}>
          {t('lookAgain')}
        </Button>
      </Group>
    </Stack>
  );
}
