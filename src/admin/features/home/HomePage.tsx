import { Avatar, Box, Button, Card, Group, Progress, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Query } from '../../api/queries.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { EmptyState, Failure, Loaded } from '../../components/Loaded.tsx';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ChartFrame } from '../reports/charts/ChartFrame.tsx';
import { Columns } from '../reports/charts/Columns.tsx';
import { useDays, useNumbers } from '../reports/formats.ts';
import { HomeTiles } from '../reports/OverviewCards.tsx';
import { outcomesOf } from '../reports/report-data.ts';
import { useLastDays } from '../reports/use-figures.ts';
import '../reports/reports.css';
import './home.css';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { ChannelSummary } from '../../../contract/admin/channels.ts';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { useAllFlows } from '../../api/use-all-flows.ts';
import { useWrite } from '../../api/use-write.ts';
import { useGoTo } from '../../components/navigation.ts';
import { channelsQuery } from '../channels/queries.ts';
import { changeHandoff } from '../inbox/change-handoff.ts';
import { waitingQuery } from '../inbox/queries.ts';
import { usersQuery } from '../settings/users/queries.ts';
import { widgetsQuery } from '../widgets/queries.ts';

/** What to do next: setup, waiting visitors, problems, and last week's figures. @see console-redesign.md 3 */
export function HomePage() {
  const { t } = useTranslation('common');
  const { user } = useConsole().session;
  const { may } = useRole();
  const query = useLastDays(7, { group: 'day', compare: 'before' });
  return (
    <Stack gap="lg">
      <PageTitle>{user.name === undefined ? t('welcome') : t('welcomeName', { name: user.name })}</PageTitle>
      {may('flows:edit') && <SetUp />}
      <LastWeek query={query} />
      {may('conversations:answer') && (
        <Box className="tiles" __vars={{ '--tile': '22rem' }}>
          <Unassigned />
          <Attention />
        </Box>
      )}
    </Stack>
  );
}

interface LastWeekProps {
  readonly query: Query<FiguresAnswer>;
}

function LastWeek({ query }: LastWeekProps) {
  const { t } = useTranslation(['reports', 'common']);
  const until = query.data?.body.until ?? null;
  return (
    <Stack component="section" aria-label={t('overview.title')} gap="md">
      <Group justify="space-between">
        <Title order={2}>{t('common:range.presets.7')}</Title>
        <Group gap="md">
          {until !== null && (
            <Text size="sm" className="quiet">
              {t('overview.updated')} <RelativeTime at={until} />
            </Text>
          )}
          <PageLink path="reports">{t('overview.all')}</PageLink>
        </Group>
      </Group>
      <Loaded query={query} what={t('overview.title')}>
        {({ body }) =>
          body.total.runs.started === 0 ? (
            <EmptyState>{t('overview.noneYet')}</EmptyState>
          ) : (
            <Stack gap="md">
              <HomeTiles report={body} />
              <ByOutcome report={body} />
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  );
}

interface ByOutcomeProps {
  readonly report: FiguresAnswer;
}

function ByOutcome({ report }: ByOutcomeProps) {
  const { t } = useTranslation('reports');
  const { may } = useRole();
  const days = useDays();
  const numbers = useNumbers();
  const data = outcomesOf(report, { t, days, numbers, mayOpen: may('conversations:view') });
  return (
    <ChartFrame id="outcomes" title={t('charts.outcomes')} how={t('how.outcomes')} data={data}>
      <Columns title={t('charts.outcomes')} data={data} write={numbers.count} />
    </ChartFrame>
  );
}

type StepId = 'flow' | 'publish' | 'widget' | 'channel' | 'team';

interface SetUpStep {
  readonly id: StepId;
  readonly isDone: boolean;
  /** The path of its page. */
  readonly path: string;
}

/** Lists what is left to set up, until all of it is done. */
export function SetUp() {
  const { t } = useTranslation('home');
  const goTo = useGoTo();
  const steps = useSteps();
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  if (!steps || done === steps.length) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const progress = t('setUp.progress', { done, all: steps.length });
  return (
    <HomeSection title={t('setUp.title')} aside={<Text className="quiet">{progress}</Text>}>
      <Progress value={(100 * done) / steps.length} size="sm" mb="sm" aria-label={progress} />
      <ol className="set-up">
        {steps.map((step) => (
          <li key={step.id} data-done={step.isDone || undefined}>
            <ThemeIcon
              size={22}
              radius="xl"
              variant={step.isDone ? 'filled' : 'default'}
              color="green"
              aria-hidden
            >
              {step.isDone && <IconCheck size={14} stroke={2.5} />}
            </ThemeIcon>
            <span className="set-up-name">
              {t(`setUp.steps.${step.id}`)}
              {step.isDone && <span className="only-read"> ({t('setUp.done')})</span>}
            </span>
            {!step.isDone && (
              <Button
                variant={step === next ? 'filled' : 'default'}
                size="compact-md"
                onClick={() => goTo(step.path)}
              >
                {t(`setUp.buttons.${step.id}`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </HomeSection>
  );
}

/** The steps that the role may do; null until it is known how far they are. */
function useSteps(): readonly SetUpStep[] | null {
  const { may } = useRole();
  const { flows, isRead } = useAllFlows();
  const widgets = useInfiniteQuery(widgetsQuery).data;
  const channels = useInfiniteQuery({ ...channelsQuery, enabled: may('channels:configure') }).data;
  const users = useInfiniteQuery({ ...usersQuery, enabled: may('users:manage') }).data;
  if (!isRead || !widgets) return null;
  const published = flows.some(({ live }) => live.version !== null);
  const [first] = flows;
  const steps: SetUpStep[] = [
    { id: 'flow', isDone: flows.length > 0, path: 'flows?new' },
    {
      id: 'publish',
      isDone: published,
      path: first ? `flows/${first.id}?publish` : 'flows',
    },
    { id: 'widget', isDone: widgets.length > 0, path: published ? 'widgets?new' : 'widgets' },
  ];
  if (channels) steps.push({ id: 'channel', isDone: channels.length > 0, path: 'channels' });
  if (users) steps.push({ id: 'team', isDone: users.length > 1, path: 'users?invite' });
  return steps;
}

const shown = 5;
const refreshMs = 15_000;

/** Lists who waits for an agent, the longest wait first. */
export function Unassigned() {
  const { t } = useTranslation(['home', 'reports']);
  const list = useInfiniteQuery({ ...waitingQuery, refetchInterval: refreshMs });
  const rows = list.data ?? [];
  return (
    <HomeSection
      title={titleOf(rows.length, list.hasNextPage, t)}
      aside={<PageLink path="inbox">{t('reports:attention.inbox')}</PageLink>}
    >
      <Loaded query={list} what={t('unassigned.title')}>
        {() =>
          rows.length === 0 ? (
            <Text className="quiet">{t('unassigned.none')}</Text>
          ) : (
            <ul className="home-rows">
              {rows.slice(0, shown).map((row) => (
                <UnassignedRow key={row.conversationId} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </HomeSection>
  );
}

/** Names how many wait; of more than a page, at least how many. */
function titleOf(count: number, isMore: boolean, t: TFunction<['home', 'reports']>): string {
  if (isMore) return t('unassigned.more', { number: count });
  return count > 0 ? t('unassigned.count', { count }) : t('unassigned.title');
}

interface RowProps {
  readonly row: HandoffRow;
}

function UnassignedRow({ row }: RowProps) {
  const { t } = useTranslation('home');
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const { conversationId, visitor, queue, waitingSince, requestedAt } = row;
  const name = visitor.name ?? t('unassigned.visitor');
  const assign = async () => {
    if (await write.send(() => changeHandoff(call, row, 'take', {}))) goTo(`inbox/${conversationId}`);
  };
  return (
    <li>
      <Avatar size={32} name={name} color="brand" aria-hidden />
      <span className="home-row-body">
        <PageLink path={`inbox/${conversationId}`} className="page-link home-row-name">
          <bdi>{name}</bdi>
        </PageLink>
        <span className="quiet">
          <RelativeTime at={waitingSince ?? requestedAt} /> · <bdi>{queue}</bdi>
        </span>
        {write.error && <Failure error={write.error} />}
      </span>
      <Button
        variant="default"
        size="compact-md"
        loading={write.isPending}
        aria-label={t('unassigned.assignOf', { name })}
        onClick={() => void assign()}
      >
        {t('unassigned.assign')}
      </Button>
    </li>
  );
}

/** Lists what is broken, as far as the role may do something about it. */
export function Attention() {
  const { t } = useTranslation('reports');
  const { may } = useRole();
  const { data: channels = [] } = useInfiniteQuery({
    ...channelsQuery,
    enabled: may('channels:configure'),
  });
  const refused = channels.filter(isRefused);
  const stopped = useAllFlows().flows.filter(({ canaryEnded }) => canaryEnded?.action === 'cancel');
  return (
    <HomeSection title={t('attention.title')}>
      {refused.length + stopped.length === 0 ? (
        <Group gap="xs" c="dimmed">
          <IconCircleCheck size={18} aria-hidden className="good" /> {t('attention.nothing')}
        </Group>
      ) : (
        <ul className="home-rows">
          {refused.map((channel) => (
            <RefusedChannel key={`${channel.account.channel} ${channel.account.id}`} channel={channel} />
          ))}
          {stopped.map((flow) => (
            <StoppedRollout key={flow.id} flow={flow} />
          ))}
        </ul>
      )}
    </HomeSection>
  );
}

const isRefused = ({ health: { lastRefused, lastAcceptedAt } }: ChannelSummary) =>
  lastRefused !== null && (lastAcceptedAt === null || lastRefused.at > lastAcceptedAt);

function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <li>
      <IconAlertTriangle size={18} aria-hidden className="bad" />
      <span className="home-row-body">{children}</span>
    </li>
  );
}

function RefusedChannel({ channel: { account, health } }: { readonly channel: ChannelSummary }) {
  const { t } = useTranslation('reports');
  return (
    <Problem>
      <span>
        {t('attention.refused', { account: account.id })}{' '}
        {health.lastRefused && <RelativeTime at={health.lastRefused.at} />}
      </span>
      <PageLink path={`channels/${account.channel}/${account.id}`}>{t('attention.fix')}</PageLink>
    </Problem>
  );
}

/** A gradual rollout that stopped by itself, until something else is published. */
function StoppedRollout({ flow: { id, title, canaryEnded } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('reports');
  if (!canaryEnded) return null;
  const { version, raised } = canaryEnded;
  return (
    <Problem>
      <span>
        {t('attention.rollout', { flow: title ?? id, version, failed: raised.part, count: raised.of })}
      </span>
      <PageLink path={`flows/${id}`}>{t('attention.openFlow')}</PageLink>
    </Problem>
  );
}

interface Props {
  readonly title: string;
  /** At the end of its head. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a titled part of the home page on a card of its own. */
export function HomeSection({ title, aside, children }: Props) {
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2}>{title}</Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}
