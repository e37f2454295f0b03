import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelView, type TestOutcome, testOutcome } from '../../../contract/admin/channels.ts';
import { limits } from '../../../contract/limits.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import { Failure } from '../../components/Failure.tsx';
import { useKeptState } from '../../components/kept-state.ts';
import { useTimes } from '../../components/use-times.ts';
import type { StepProps } from './step-props.ts';

/** The sending state of the account with Resume, and a test message. */
export function TestStep(props: StepProps & { readonly onSent: () => void }) {
  return (
    <Stack gap="lg">
      <Sending {...props} />
      <TestMessage {...props} />
    </Stack>
  );
}

function Sending({ view: { account, health, waiting }, etag }: StepProps) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const { moment } = useTimes();
  const write = useWrite();
  const { state, reason, until } = health.sending;
  const idempotencyKey = useIdempotencyKey({ resume: account.id, etag, until });
  const resume = async () => {
    await write.send(() =>
      call('POST', '/v1/admin/channels/{channel}/{accountId}/resume', channelView, {
        path: { channel: account.channel, accountId: account.id },
        header: { 'idempotency-key': idempotencyKey },
      }),
    );
  };
  return (
    <Stack gap="xs">
      <Text className={state === 'open' ? 'good' : 'bad'} role="status">
        {t(`sending.${state}`)}
        {state === 'paused' && until && ` ${t('until', { when: moment(until) })}`}{' '}
        {reason !== null && <Code>{reason}</Code>}
      </Text>
      {waiting > 0 && <Text className="warn">{t('waiting', { count: waiting })}</Text>}
      {state !== 'open' && (
        <Group>
          <Button variant="default" loading={write.isPending} onClick={() => void resume()}>
            {t('resume')}
          </Button>
        </Group>
      )}
      {write.error && <Failure error={write.error} />}
    </Stack>
  );
}

function TestMessage({ view: { account }, onSent }: StepProps & { readonly onSent: () => void }) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const write = useWrite();
  const [to, setTo] = useKeptState(`channel.${account.channel}.${account.id}.to`);
  const [text, setText] = useKeptState(`channel.${account.channel}.${account.id}.text`);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const [turn, setTurn] = useState(0);
  const body = { to: to.trim(), ...(text.trim() !== '' && { text: text.trim() }) };
  const idempotencyKey = useIdempotencyKey({ body, turn });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome(null);
    await write.send(async () => {
      const answer = await call(
        'POST',
        '/v1/admin/channels/{channel}/{accountId}/test-message',
        testOutcome,
        {
          path: { channel: account.channel, accountId: account.id },
          header: { 'idempotency-key': idempotencyKey },
          body,
        },
      );
      setOutcome(answer.body);
      setTurn(turn + 1);
      if (answer.body.outcome === 'sent') onSent();
    });
  };
  return (
    <form onSubmit={send}>
      <Stack className="long-form">
        <TextInput
          label={t('testTo')}
          description={t(`testToHint.${account.channel}`)}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          maxLength={limits.identifierChars}
          autoComplete="off"
          dir="ltr"
          required
        />
        <TextInput
          label={t('testText')}
          description={t('testTextHint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={1000}
          dir="auto"
        />
        <Group>
          <Button type="submit" loading={write.isPending}>
            {t('testSend')}
          </Button>
        </Group>
        <div role="status">
          {outcome && (
            <Text className={outcome.outcome === 'sent' ? 'good' : 'bad'}>
              {t(`outcomes.${outcome.outcome}`)} {outcome.reason !== null && <Code>{outcome.reason}</Code>}
            </Text>
          )}
        </div>
        {write.error && <Failure error={write.error} />}
      </Stack>
    </form>
  );
}
