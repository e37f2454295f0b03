import { Card, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { OverviewCards } from './OverviewCards.tsx';
import { useLastDays } from './use-last-days.ts';
import './reports.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChannelSummary } from '../../../contract/admin/channels.ts';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import { useAllFlows } from '../../api/use-all-flows.ts';
import { useRole } from '../../components/console-context.ts';
import { useTimes } from '../../components/use-times.ts';
import { channelsQuery } from '../channels/queries.ts';
import { waitingQuery } from '../inbox/queries.ts';
import { useNumbers } from './use-numbers.ts';

/** The first page's figures: what needs attention, and how the last week went. @see console.md 3 */
export function Overview() {
  const { t } = useTranslation('reports');
  const query = useLastDays(7, { group: 'day', compare: 'before' });
  return (
    <>
      <Attention />
      <Stack component="section" aria-label={t('overview.title')}>
        <Title order={2} size="h4">
          {t('overview.title')}: {t('filters.ranges.7')}
        </Title>
        <Loaded query={query} what={t('overview.title')}>
          {({ body }) =>
            body.total.runs.started === 0 ? (
              <EmptyState>{t('overview.noneYet')}</EmptyState>
            ) : (
              <OverviewCards report={body} isShort />
            )
          }
        </Loaded>
        <p>
          <PageLink path="reports">{t('overview.all')}</PageLink>
        </p>
      </Stack>
    </>
  );
}

/** What somebody should look at now, as far as the role may do something about it. */
function Attention() {
  const { may } = useRole();
  if (!may('conversations:answer')) return null;
  return may('channels:configure') ? <OfAdmins /> : <Listed channels={[]} />;
}

/** Accounts whose calls are refused since the last that was taken belong to those who may mend them. */
function OfAdmins() {
  const { data: items = [] } = useInfiniteQuery(channelsQuery);
  return <Listed channels={items.filter(isRefused)} />;
}

const isRefused = ({ health: { lastRefused, lastAcceptedAt } }: ChannelSummary) =>
  lastRefused !== null && (lastAcceptedAt === null || lastRefused.at > lastAcceptedAt);

function Listed({ channels }: { readonly channels: readonly ChannelSummary[] }) {
  const { t } = useTranslation('reports');
  const { moment } = useTimes();
  const { flows } = useAllFlows();
  const stopped = flows.filter(({ canaryEnded }) => canaryEnded?.action === 'cancel');
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={t('attention.title')}>
      <Title order={2} size="h4" mb="xs">
        {t('attention.title')}
      </Title>
      <ul className="attention">
        <Waiting isAlone={channels.length === 0 && stopped.length === 0} />
        {channels.map(({ account, health }) => (
          <li key={`${account.channel} ${account.id}`} className="bad">
            {t('attention.refused', { account: account.id, when: moment(health.lastRefused?.at ?? '') })}{' '}
            <PageLink path={`channels/${account.channel}/${account.id}`}>{t('attention.fix')}</PageLink>
          </li>
        ))}
        {stopped.map((flow) => (
          <StoppedRollout key={flow.id} flow={flow} />
        ))}
      </ul>
    </Card>
  );
}

/** @param isAlone nothing else needs attention */
function Waiting({ isAlone }: { readonly isAlone: boolean }) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const { data: items, error } = useInfiniteQuery(waitingQuery);
  const [longest = undefined] = (items ?? [])
    .map(({ requestedAt }) => Date.parse(requestedAt))
    .sort((a, b) => a - b);
  if (error)
    return (
      <li>
        <Text className="quiet">{t('overview.failed')}</Text>
      </li>
    );
  if (!items || (longest === undefined && !isAlone)) return null;
  return (
    <li>
      {longest === undefined ? (
        <Text className="good">{t('attention.nothing')}</Text>
      ) : (
        <Text>
          {t('attention.waiting', {
            count: items.length,
            longest: numbers.time(Math.max(0, Date.now() - longest)),
          })}{' '}
          <PageLink path="inbox">{t('attention.inbox')}</PageLink>
        </Text>
      )}
    </li>
  );
}

/** A gradual rollout that stopped by itself, until something else is published. */
function StoppedRollout({ flow: { id, title, canaryEnded } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('reports');
  if (!canaryEnded) return null;
  const { version, raised } = canaryEnded;
  return (
    <li className="bad">
      {t('attention.rollout', { flow: title ?? id, version, failed: raised.part, count: raised.of })}{' '}
      <PageLink path={`flows/${id}`}>{t('attention.openFlow')}</PageLink>
    </li>
  );
}
