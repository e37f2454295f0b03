import { Alert, Breadcrumbs, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChannelView,
  channelView,
  type TestOutcome,
  testOutcome,
} from '../../../contract/admin/channels.ts';
import { limits } from '../../../contract/limits.ts';
import { noContent } from '../../api/api.ts';
import { useIdempotencyKey, useWrite } from '../../api/use-write.ts';
import { CopyLine } from '../../components/CopyLine.tsx';
import { useConsole } from '../../components/console-context.ts';
import { useConfirm } from '../../components/Dialog.tsx';
import { useKeptState } from '../../components/kept-state.ts';
import { Failure, Loaded } from '../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { type SecretCalls, SecretCard, useTypedSecrets } from '../../components/SecretCard.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { AccountForm } from './AccountForm.tsx';
import { type ChannelContent, type ChannelStep, channelSteps, readChannel } from './channel-fields.ts';
import { channelQuery } from './queries.ts';

interface Props {
  readonly channel?: string;
  readonly accountId?: string;
}

/** An account at a provider: the steps that connect it, one a screen. The chosen one is in the address. */
export function ChannelPage({ channel = '', accountId = '' }: Props) {
  const { t } = useTranslation('channels');
  const channelName = useChannelName();
  const query = useQuery(channelQuery(channel, accountId));
  const known = readChannel(channel);
  const name = known ? channelName(known) : accountId;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Breadcrumbs className="crumbs">
          <PageLink path="channels">{t('back')}</PageLink>
        </Breadcrumbs>
        <Group justify="space-between">
          <PageTitle {...(known && { tab: accountId })}>{name}</PageTitle>
          {query.data && <ChannelMenu view={query.data.body} etag={query.data.etag} />}
        </Group>
        {known && (
          <Text size="sm" className="quiet">
            {t('id.label')}: <bdi>{accountId}</bdi>
          </Text>
        )}
      </Stack>
      <Loaded query={query} what={accountId}>
        {({ body: view, etag }) => <Steps view={view} etag={etag} />}
      </Loaded>
    </Stack>
  );
}

function Steps({ view, etag }: { readonly view: ChannelView; readonly etag: string }) {
  const { t } = useTranslation(['channels', 'common']);
  const [search, setSearch] = useSearch();
  const [isTested, setTested] = useState(false);
  const step = channelSteps.find((one) => one === search.get('step')) ?? 'account';
  const next = channelSteps[channelSteps.indexOf(step) + 1];
  const done: Readonly<Record<ChannelStep, boolean>> = {
    account: true,
    secrets: view.secrets.every(({ required, set }) => set || !required),
    webhook: view.health.lastAcceptedAt !== null,
    test: isTested,
  };
  const names = Object.fromEntries(
    channelSteps.map((one, n) => [one, `${n + 1} ${t(`steps.${one}`)}${done[one] ? ' ✓' : ''}`]),
  ) as Record<ChannelStep, string>;
  const shared = { view, etag };
  const { typed, leave } = useTypedSecrets();
  const goTo = (to: ChannelStep) => leave(() => setSearch({ step: to }));
  return (
    <Stack gap="lg">
      <div>
        <Tabs label={t('setUp')} names={names} chosen={step} onChoose={goTo}>
          <Stack>
            {step === 'account' && <Account {...shared} />}
            {step === 'secrets' && <SecretsStep {...shared} typed={typed} />}
            {step === 'webhook' && <WebhookStep {...shared} />}
            {step === 'test' && (
              <>
                <Sending {...shared} onSecrets={() => goTo('secrets')} />
                <TestMessage {...shared} onSent={() => setTested(true)} />
              </>
            )}
          </Stack>
        </Tabs>
      </div>
      {next && (
        <Group>
          <Button variant="default" onClick={() => goTo(next)}>
            {t('goOn', { step: t(`steps.${next}`) })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The webhook's settings for the provider, and whether calls arrive. */
function WebhookStep({ view }: StepProps) {
  const { t } = useTranslation('channels');
  const { addresses } = useConsole();
  const client = useQueryClient();
  const { moment } = useTimes();
  const { account, webhookPath, verifyToken, health } = view;
  return (
    <Stack>
      <List type="ordered">
        {t([`webhook.${account.channel as 'chatapp'}`, 'webhook.other'], { returnObjects: true }).map(
          (sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ),
        )}
      </List>
      <CopyLine name={t('webhookAddress')} line={`${addresses.apiUrl}${webhookPath}`} />
      {verifyToken !== null && <CopyLine name={t('verifyWord')} line={verifyToken} />}
      <div role="status">
        {health.lastAcceptedAt === null ? (
          <Text className="quiet">{t('neverCalled')}</Text>
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

interface SecretsProps extends StepProps {
  /** The roles whose secret is typed and not set yet. */
  readonly typed: Set<string>;
}

/** The account's secrets: write-only. */
function SecretsStep({ view, etag, typed }: SecretsProps) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const { account, secrets } = view;
  const { path, header } = askedOf({ view, etag });
  const secretPath = `${accountPath}/secrets/{role}` as const;
  const callsOf = (role: string): SecretCalls => {
    const asked = { path: { ...path, role }, header };
    return {
      set: (value) => call('PUT', secretPath, channelView, { ...asked, body: { value } }),
      remove: () => call('DELETE', secretPath, channelView, asked),
      endOverlap: () => call('DELETE', `${secretPath}/previous`, channelView, asked),
    };
  };
  return (
    <Stack>
      <Text>{t('secretsWhat')}</Text>
      {secrets.map((secret) => (
        <SecretCard
          key={`${account.id} ${secret.role}`}
          secret={secret}
          name={t(`secrets.${secret.role as 'app_secret'}.name`, { defaultValue: secret.role })}
          where={t(`secrets.${secret.role as 'sending_token'}.where.${account.channel as 'chatapp'}`, {
            defaultValue: '',
          })}
          calls={callsOf(secret.role)}
          typed={typed}
        />
      ))}
    </Stack>
  );
}

/** The account's menu: deletes it once its ID has been typed. */
function ChannelMenu(props: StepProps) {
  const { t } = useTranslation(['channels', 'common']);
  const { call } = useConsole();
  const goTo = useGoTo();
  const name = props.view.account.id;
  const ask = useConfirm({
    title: t('remove.title', { name }),
    text: t('remove.what'),
    button: t('remove.button'),
    isDangerous: true,
    typed: { label: t('remove.type', { name }), name },
    act: () => call('DELETE', accountPath, noContent, askedOf(props)),
    isGone: true,
    // Back must not lead to a deleted page.
    onDone: () => goTo('channels', { replace: true }),
  });
  return (
    <RowMenu
      label={t('common:actions')}
      items={[{ label: t('remove.open'), isDangerous: true, onClick: ask }]}
    />
  );
}

function Account({ view, etag }: StepProps) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const write = useWrite();
  const { account } = view;
  const save = (_id: string, body: ChannelContent) =>
    write.send(() => call('PUT', accountPath, channelView, { ...askedOf({ view, etag }), body }));
  return (
    <AccountForm channel={account.channel} account={account} button={t('save')} write={write} onSave={save} />
  );
}

interface SendingProps extends StepProps {
  readonly onSecrets: () => void;
}

/** Whether replies are sent, why not, and what to do about it. */
function Sending({ view, etag, onSecrets }: SendingProps) {
  const { account, secrets, health, waiting } = view;
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const { moment } = useTimes();
  const explain = useReason();
  const write = useWrite();
  const { state, reason, until } = health.sending;
  const idempotencyKey = useIdempotencyKey({ resume: account.id, etag, until });
  const resume = () =>
    write.send(() =>
      call('POST', `${accountPath}/resume`, channelView, {
        path: askedOf({ view, etag }).path,
        header: { 'idempotency-key': idempotencyKey },
      }),
    );
  const isTokenMissing = secrets.some(({ role, set }) => role === 'sending_token' && !set);
  return (
    <Stack gap="xs">
      {isTokenMissing && (
        <Alert role="status" color="orange">
          <Stack align="flex-start" gap="xs">
            {t('noToken')}
            <Button variant="default" onClick={onSecrets}>
              {t('setToken')}
            </Button>
          </Stack>
        </Alert>
      )}
      {!(isTokenMissing && state === 'open') && (
        <Text className={state === 'open' ? 'good' : 'bad'} role="status">
          {t(`sending.${state}`)}
          {state === 'paused' && until && ` ${t('until', { when: moment(until) })}`}
        </Text>
      )}
      {reason !== null && <Text>{explain(reason)}</Text>}
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

/** Reasons that ask for the same of the user. */
const alike: Readonly<Record<string, string>> = {
  account_locked: 'account_blocked',
  answer_without_id: 'unreadable_answer',
  missing_parameter: 'invalid_parameter',
  pair_limit: 'rate_limited',
  spam_limit: 'rate_limited',
  throughput_limit: 'rate_limited',
};

/** Returns a function that says why a message was not sent, and what to do. */
function useReason(): (reason: string) => string {
  const { t } = useTranslation('channels');
  return (reason) => {
    const [, status] = /^http_(\d+)$/.exec(reason) ?? [];
    if (status !== undefined) return t('reasons.http', { code: status });
    const code = reason.replace(/^provider_error_/, '');
    return t(`reasons.${(alike[reason] ?? reason) as 'not_connected'}`, {
      defaultValue: t('reasons.other', { code }),
    });
  };
}

interface TestMessageProps extends StepProps {
  readonly onSent: () => void;
}

function TestMessage({ view, etag, onSent }: TestMessageProps) {
  const { account } = view;
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
      const answer = await call('POST', `${accountPath}/test-message`, testOutcome, {
        path: askedOf({ view, etag }).path,
        header: { 'idempotency-key': idempotencyKey },
        body,
      });
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
          description={t(`testToHint.${account.channel as 'chatapp'}`, { defaultValue: '' })}
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
        <div role="status">{outcome && <Outcome of={outcome} />}</div>
        {write.error && <Failure error={write.error} />}
      </Stack>
    </form>
  );
}

function Outcome({ of: { outcome, reason } }: { readonly of: TestOutcome }) {
  const { t } = useTranslation('channels');
  const explain = useReason();
  return (
    <>
      <Text className={outcome === 'sent' ? 'good' : 'bad'}>{t(`outcomes.${outcome}`)}</Text>
      {reason && <Text>{explain(reason)}</Text>}
    </>
  );
}

/** The props of every step. */
interface StepProps {
  readonly view: ChannelView;
  readonly etag: string;
}

const accountPath = '/v1/admin/channels/{channel}/{accountId}';

/** Returns the path and `If-Match` header for a call about the account. */
const askedOf = ({ view: { account }, etag }: StepProps) => ({
  path: { channel: account.channel, accountId: account.id },
  header: { 'if-match': etag },
});
