import { Card, Text, Title } from '@mantine/core';
import { type ChannelSummary, channelsPage } from '../../contract/admin/channels.ts';
import { handoffsPage } from '../../contract/admin/handoffs.ts';
import { useList } from '../api/use-query.ts';
import { useRole } from '../app/console-context.ts';
import { PageLink } from '../app/PageLink.tsx';
import { useTimes } from '../app/use-times.ts';
import { useReportTexts } from '../texts/report-texts.ts';
import { useNumbers } from './use-numbers.ts';

/** What somebody should look at now, as far as the role may do something about it. */
export function Attention() {
  const { attention } = useReportTexts();
  const { may } = useRole();
  if (!may('conversations:answer')) return null;
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={attention.title}>
      <Title order={2} size="h4" mb="xs">
        {attention.title}
      </Title>
      <ul className="attention">
        <li>
          <Waiting />
        </li>
        {may('channels:configure') && <RefusedChannels />}
      </ul>
    </Card>
  );
}

function Waiting() {
  const { attention, overview } = useReportTexts();
  const numbers = useNumbers();
  const { first, items } = useList('/v1/admin/handoffs', handoffsPage, {
    query: { state: 'waiting', limit: 100 },
  });
  if (first.error) return <Text className="quiet">{overview.failed}</Text>;
  if (!first.answer) return null;
  const [longest] = items.map(({ requestedAt }) => Date.parse(requestedAt)).sort((a, b) => a - b);
  if (longest === undefined) return <Text className="good">{attention.nothing}</Text>;
  return (
    <Text>
      {attention.waiting(items.length, numbers.time(Math.max(0, Date.now() - longest)))}{' '}
      <PageLink path="inbox">{attention.inbox}</PageLink>
    </Text>
  );
}

/** Accounts whose calls are refused since the last that was taken, and those whose sending is held. */
function RefusedChannels() {
  const { attention } = useReportTexts();
  const { moment } = useTimes();
  const { items } = useList('/v1/admin/channels', channelsPage, { query: { limit: 100 } });
  return items.filter(isRefused).map(({ account, health }) => (
    <li key={`${account.channel} ${account.id}`} className="bad">
      {attention.refused(account.id, moment(health.lastRefused?.at ?? ''))}{' '}
      <PageLink path={`channels/${account.channel}/${account.id}`}>{attention.fix}</PageLink>
    </li>
  ));
}

const isRefused = ({ health: { lastRefused, lastAcceptedAt } }: ChannelSummary) =>
  lastRefused !== null && (lastAcceptedAt === null || lastRefused.at > lastAcceptedAt);
