import { Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Query } from '../../api/queries.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ChartFrame } from '../reports/charts/ChartFrame.tsx';
import { Columns } from '../reports/charts/Columns.tsx';
import { HomeTiles } from '../reports/OverviewCards.tsx';
import { outcomesOf } from '../reports/overview-data.ts';
import { useDays } from '../reports/use-days.ts';
import { useLastDays } from '../reports/use-last-days.ts';
import { useNumbers } from '../reports/use-numbers.ts';
import { Attention } from './Attention.tsx';
import { SetUp } from './SetUp.tsx';
import { Unassigned } from './Unassigned.tsx';
import '../reports/reports.css';
import './home.css';

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
        <div className="home-columns">
          <Unassigned />
          <Attention />
        </div>
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
