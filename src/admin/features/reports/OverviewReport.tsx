import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRole } from '../../components/console-context.ts';
import { useSearch } from '../../components/navigation.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { Columns } from './charts/Columns.tsx';
import { HeatMap } from './charts/HeatMap.tsx';
import { Lines } from './charts/Lines.tsx';
import { OverviewCards } from './OverviewCards.tsx';
import { outcomesOf, sharesOf, startsOf } from './overview-data.ts';
import { useDays } from './use-days.ts';
import { useFigures } from './use-figures.ts';
import { useNumbers } from './use-numbers.ts';
import { rangeOf, useToday } from './use-range.ts';

/** How conversations ended, by day or hour, and when they begin. */
export function OverviewReport() {
  const { t } = useTranslation('reports');
  const { may } = useRole();
  const days = useDays();
  const numbers = useNumbers();
  const [search] = useSearch();
  const { today } = useToday();
  const { from, to } = rangeOf(search, today);
  const query = useFigures({ group: from === to ? 'hour' : 'day', compare: 'before' });
  const busiest = useFigures({ group: 'weekday-hour' });
  const surroundings = { t, days, numbers, mayOpen: may('conversations:view') };
  return (
    <Counted query={query} what={t('title')} isEmpty={({ total }) => total.runs.started === 0}>
      {(body) => {
        const outcomes = outcomesOf(body, surroundings);
        const shares = sharesOf(body, surroundings);
        const starts = busiest.data && startsOf(busiest.data.body, surroundings);
        return (
          <Stack gap="lg">
            <OverviewCards report={body} />
            <ChartFrame id="outcomes" title={t('charts.outcomes')} how={t('how.outcomes')} data={outcomes}>
              <Columns title={t('charts.outcomes')} data={outcomes} write={numbers.count} />
            </ChartFrame>
            <ChartFrame id="shares" title={t('charts.shares')} how={t('how.shares')} data={shares}>
              <Lines title={t('charts.shares')} data={shares} write={numbers.percent} top={1} />
            </ChartFrame>
            {starts && (
              <ChartFrame id="busiest" title={t('charts.busiest')} how={t('how.busiest')} data={starts.data}>
                <HeatMap title={t('charts.busiest')} {...starts} />
              </ChartFrame>
            )}
          </Stack>
        );
      }}
    </Counted>
  );
}
