import { Stack } from '@mantine/core';
import { useRole } from '../app/console-context.ts';
import { useSearch } from '../app/use-path.ts';
import { useReportTexts } from '../texts/report-texts.ts';
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
  const texts = useReportTexts();
  const { may } = useRole();
  const days = useDays();
  const numbers = useNumbers();
  const [search] = useSearch();
  const { today } = useToday();
  const { from, to } = rangeOf(search, today);
  const query = useFigures({ group: from === to ? 'hour' : 'day', compare: 'before' });
  const busiest = useFigures({ group: 'weekday-hour' });
  const surroundings = { texts, days, numbers, mayOpen: may('conversations:view') };
  return (
    <Counted query={query} what={texts.title} isEmpty={({ total }) => total.runs.started === 0}>
      {(body) => {
        const outcomes = outcomesOf(body, surroundings);
        const shares = sharesOf(body, surroundings);
        const starts = busiest.data && startsOf(busiest.data.body, surroundings);
        return (
          <Stack gap="lg">
            <OverviewCards report={body} />
            <ChartFrame id="outcomes" title={texts.charts.outcomes} how={texts.how.outcomes} data={outcomes}>
              <Columns title={texts.charts.outcomes} data={outcomes} write={numbers.count} />
            </ChartFrame>
            <ChartFrame id="shares" title={texts.charts.shares} how={texts.how.shares} data={shares}>
              <Lines title={texts.charts.shares} data={shares} write={numbers.percent} top={1} />
            </ChartFrame>
            {starts && (
              <ChartFrame
                id="busiest"
                title={texts.charts.busiest}
                how={texts.how.busiest}
                data={starts.data}
              >
                <HeatMap title={texts.charts.busiest} {...starts} />
              </ChartFrame>
            )}
          </Stack>
        );
      }}
    </Counted>
  );
}
