import { Card, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChannelSummary } from '../../contract/admin/channels.ts';
import { PageLink } from '../app/PageLink.tsx';
import { PageTitle } from '../app/PageTitle.tsx';
import { StackingTable } from '../app/StackingTable.tsx';
import { useTimes } from '../app/use-times.ts';
import { Empty } from '../states/Empty.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { MoreOf } from '../states/MoreOf.tsx';
import { useTexts } from '../texts/texts.ts';
import { channelPath, connectable } from './channel-fields.ts';
import { channelsQuery } from './queries.ts';

/** The tenant's accounts at providers, how each fares, and the way to connect another. */
export function ChannelsPage() {
  const { channels } = useTexts();
  const list = useInfiniteQuery(channelsQuery);
  const items = list.data ?? [];
  return (
    <Stack gap="lg">
      <PageTitle>{channels.title}</PageTitle>
      <Text className="quiet">{channels.about}</Text>
      <Loaded query={list} what={channels.title}>
        {() => (items.length === 0 ? <Empty>{channels.none}</Empty> : <ChannelTable found={items} />)}
      </Loaded>
      <MoreOf list={list} />
      <Card withBorder radius="md" padding="lg">
        <Title order={2} size="h4" mb="sm">
          {channels.connect}
        </Title>
        <ul className="ways">
          {connectable.map((channel) => (
            <li key={channel}>
              <PageLink path={`channels/new/${channel}`}>{channels.names[channel]}</PageLink>{' '}
              <span className="quiet">{channels.needs[channel]}</span>
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  );
}

function ChannelTable({ found }: { readonly found: readonly ChannelSummary[] }) {
  const { channels } = useTexts();
  return (
    <StackingTable
      title={channels.title}
      columns={[channels.account, channels.provider, channels.flow, channels.state]}
    >
      {found.map((channel) => (
        <Table.Tr key={`${channel.account.channel} ${channel.account.id}`}>
          <Table.Td>
            <PageLink path={channelPath(channel.account.channel, channel.account.id)}>
              <bdi>{channel.account.id}</bdi>
            </PageLink>
          </Table.Td>
          <Table.Td data-label={channels.provider}>{channels.names[channel.account.channel]}</Table.Td>
          <Table.Td data-label={channels.flow}>
            <bdi>{channel.account.flow}</bdi>
          </Table.Td>
          <Table.Td data-label={channels.state}>
            <State channel={channel} />
          </Table.Td>
        </Table.Tr>
      ))}
    </StackingTable>
  );
}

/** The most urgent of what there is to say. */
function State({ channel: { health, secrets } }: { readonly channel: ChannelSummary }) {
  const { channels } = useTexts();
  const { moment } = useTimes();
  const { sending, lastAcceptedAt } = health;
  if (secrets.some(({ required, set }) => required && !set))
    return <span className="warn">{channels.unfinished}</span>;
  if (sending.state !== 'open') return <span className="bad">{channels.sending[sending.state]}</span>;
  if (lastAcceptedAt === null) return <span className="warn">{channels.neverCalled}</span>;
  return <span className="good">{channels.lastAccepted(moment(lastAcceptedAt))}</span>;
}
