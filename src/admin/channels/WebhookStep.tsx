import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CopyLine } from '../app/CopyLine.tsx';
import { useConsole } from '../app/console-context.ts';
import { useTimes } from '../app/use-times.ts';
import { useTexts } from '../texts/texts.ts';
import type { StepProps } from './step-props.ts';

/** What is registered at the provider, and whether it calls. */
export function WebhookStep({ view }: StepProps) {
  const { channels } = useTexts();
  const { addresses } = useConsole();
  const client = useQueryClient();
  const { moment } = useTimes();
  const { account, webhookPath, verifyToken, health } = view;
  return (
    <Stack>
      <List type="ordered">
        {channels.webhook[account.channel].map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <CopyLine name={channels.webhookAddress} line={`${addresses.apiUrl}${webhookPath}`} />
      {verifyToken !== null && <CopyLine name={channels.verifyWord} line={verifyToken} />}
      <div role="status">
        {health.lastAcceptedAt === null ? (
          <Text className="warn">{channels.noCall}</Text>
        ) : (
          <Text className="good">{channels.lastAccepted(moment(health.lastAcceptedAt))}</Text>
        )}
        {health.lastRefused && (
          <Text className="bad">
            {channels.lastRefused(moment(health.lastRefused.at))}{' '}
            {channels.refusals[health.lastRefused.reason as keyof typeof channels.refusals] ?? (
              <bdi lang="en">{health.lastRefused.message}</bdi>
            )}
          </Text>
        )}
      </div>
      <Group>
        <Button variant="default" onClick={() => void client.invalidateQueries()}>
          {channels.lookAgain}
        </Button>
      </Group>
    </Stack>
  );
}
