import { Box, Card, Group, Stack, Stepper, Text, ThemeIcon, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ChannelSummary, channelView } from '../../../contract/admin/channels.ts';
import { useFlowTitle } from '../../api/use-all-flows.ts';
import { notYetTaken, useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useGoTo } from '../../components/navigation.ts';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { iconOf, useChannelName } from '../inbox/ChannelIcon.tsx';
import { AccountForm } from './AccountForm.tsx';
import {
  type Channel,
  type ChannelContent,
  channelPath,
  channelSteps,
  connectable,
  readChannel,
} from './channel-fields.ts';
import { channelsQuery } from './queries.ts';

/** The tenant's accounts at providers with their state, and the cards to connect another. */
export function ChannelsPage() {
  const { t } = useTranslation('channels');
  const list = useInfiniteQuery(channelsQuery);
  const items = list.data ?? [];
  return (
    <Stack gap="lg">
      <PageTitle>{t('title')}</PageTitle>
      <Loaded query={list} what={t('title')}>
        {() => (items.length === 0 ? <EmptyState>{t('none')}</EmptyState> : <ChannelTable found={items} />)}
      </Loaded>
      <MoreOf list={list} />
      <Stack component="section" aria-label={t('connect')} gap="sm">
        <Title order={2}>{t('connect')}</Title>
        <Box component="ul" className="tiles" __vars={{ '--tile': '18rem' }}>
          {connectable.map((channel) => (
            <li key={channel}>
              <ConnectCard channel={channel} />
            </li>
          ))}
        </Box>
      </Stack>
    </Stack>
  );
}

function ConnectCard({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const channelName = useChannelName();
  const Icon = iconOf(channel);
  return (
    <Card withBorder radius="md" padding="md" h="100%">
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <ThemeIcon variant="light" size={36} radius="md" aria-hidden>
          <Icon size={22} />
        </ThemeIcon>
        <div>
          <PageLink path={`channels/new/${channel}`} className="page-link opens-row">
            {channelName(channel)}
          </PageLink>
          <Text size="sm" className="quiet">
            {t(`needs.${channel as 'chatapp'}`, { defaultValue: '' })}
          </Text>
        </div>
      </Group>
    </Card>
  );
}

function ChannelTable({ found }: { readonly found: readonly ChannelSummary[] }) {
  const { t } = useTranslation('channels');
  const channelName = useChannelName();
  const flowTitle = useFlowTitle();
  return (
    <DataTable
      title={t('title')}
      rows={found}
      keyOf={({ account }) => `${account.channel} ${account.id}`}
      columns={[
        {
          name: t('account'),
          cell: ({ account }) => (
            <PageLink path={channelPath(account.channel, account.id)}>
              <bdi>{account.id}</bdi>
            </PageLink>
          ),
        },
        { name: t('provider'), cell: ({ account }) => channelName(account.channel) },
        {
          name: t('flow'),
          cell: ({ account }) => <Flow id={account.flow} title={flowTitle(account.flow)} />,
        },
        { name: t('state'), cell: (channel) => <State channel={channel} /> },
      ]}
    />
  );
}

function Flow({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <>
      <PageLink path={`flows/${id}`}>
        <bdi>{title}</bdi>
      </PageLink>
      {title !== id && <bdi className="quiet who-mail">{id}</bdi>}
    </>
  );
}

/** The most urgent state of an account. */
function State({ channel: { health, secrets } }: { readonly channel: ChannelSummary }) {
  const { t } = useTranslation('channels');
  const { moment } = useTimes();
  const { sending, lastAcceptedAt } = health;
  if (secrets.some(({ required, set }) => required && !set))
    return <StatusBadge tone="warn">{t('unfinished')}</StatusBadge>;
  if (sending.state !== 'open') return <StatusBadge tone="bad">{t(`sending.${sending.state}`)}</StatusBadge>;
  if (lastAcceptedAt === null) return <StatusBadge tone="quiet">{t('neverCalled')}</StatusBadge>;
  return <StatusBadge tone="good">{t('lastAccepted', { when: moment(lastAcceptedAt) })}</StatusBadge>;
}

/** The first step of connecting a provider: the account. The others are on the account's own page. */
export function NewChannelPage({ provider = '' }: { readonly provider?: string }) {
  const { t } = useTranslation(['channels', 'common']);
  const channelName = useChannelName();
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const channel = readChannel(provider);
  if (channel === null)
    return (
      <Stack>
        <PageTitle>{provider}</PageTitle>
        <EmptyState>{t('common:causes.gone')}</EmptyState>
      </Stack>
    );
  const save = async (id: string, body: ChannelContent) => {
    const options = { path: { channel, accountId: id }, header: { 'if-none-match': '*' }, body };
    const isDone = await write.send(() =>
      call('PUT', '/v1/admin/channels/{channel}/{accountId}', channelView, options).catch(notYetTaken),
    );
    if (isDone) goTo(`${channelPath(channel, id)}?step=secrets`);
    return isDone;
  };
  return (
    <Stack gap="lg">
      <PageTitle>{t('connectTitle', { name: channelName(channel) })}</PageTitle>
      <Stepper active={0} size="sm" wrap={false} allowNextStepsSelect={false}>
        {channelSteps.map((step) => (
          <Stepper.Step key={step} label={t(`steps.${step}`)} allowStepSelect={false} />
        ))}
      </Stepper>
      <Text>{t(`needs.${channel as 'chatapp'}`, { defaultValue: '' })}</Text>
      <AccountForm channel={channel} account={null} button={t('createAndGoOn')} write={write} onSave={save} />
    </Stack>
  );
}
