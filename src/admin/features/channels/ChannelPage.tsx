import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChannelContent, type ChannelView, channelView } from '../../../contract/admin/channels.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import { useSearch } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { AccountForm } from './AccountForm.tsx';
import { type ChannelStep, channelSteps } from './channel-fields.ts';
import { DeleteChannel } from './DeleteChannel.tsx';
import { channelQuery } from './queries.ts';
import { SecretsStep } from './SecretsStep.tsx';
import type { StepProps } from './step-props.ts';
import { TestStep } from './TestStep.tsx';
import { WebhookStep } from './WebhookStep.tsx';

/** An account at a provider: the steps that connect it, one a screen. The chosen one is in the address. */
export function ChannelPage({
  channel = '',
  accountId = '',
}: {
  readonly channel?: string;
  readonly accountId?: string;
}) {
  const { t } = useTranslation('channels');
  const query = useQuery(channelQuery(channel, accountId));
  return (
    <Stack gap="lg">
      <PageTitle>{accountId}</PageTitle>
      <PageLink path="channels">{t('back')}</PageLink>
      <Loaded query={query} what={accountId}>
        {({ body: view, etag }) => <Steps view={view} etag={etag} />}
      </Loaded>
    </Stack>
  );
}

function Steps({ view, etag }: { readonly view: ChannelView; readonly etag: string }) {
  const { t } = useTranslation('channels');
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
  return (
    <Stack gap="lg">
      <p className="quiet hint">{t(`names.${view.account.channel}`)}</p>
      <div>
        <Tabs
          label={t('setUp')}
          names={names}
          chosen={step}
          onChoose={(chosen: ChannelStep) => setSearch({ step: chosen })}
        >
          <Stack className="tab-panel">
            {step === 'account' && <Account {...shared} />}
            {step === 'secrets' && <SecretsStep {...shared} />}
            {step === 'webhook' && <WebhookStep {...shared} />}
            {step === 'test' && <TestStep {...shared} onSent={() => setTested(true)} />}
          </Stack>
        </Tabs>
      </div>
      <Group>
        {next && (
          <Button variant="default" onClick={() => setSearch({ step: next })}>
            {t('goOn', { step: t(`steps.${next}`) })}
          </Button>
        )}
        <DeleteChannel {...shared} />
      </Group>
    </Stack>
  );
}

function Account({ view: { account }, etag }: StepProps) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const write = useWrite();
  const save = (id: string, body: ChannelContent) => {
    const path = { channel: account.channel, accountId: id };
    const options = { path, header: { 'if-match': etag }, body };
    const put = () => call('PUT', '/v1/admin/channels/{channel}/{accountId}', channelView, options);
    return write.send(put);
  };
  return (
    <AccountForm channel={account.channel} account={account} button={t('save')} write={write} onSave={save} />
  );
}
