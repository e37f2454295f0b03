import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { LabelsAnswer } from '../../../contract/admin/reports.ts';
import { useSearch } from '../../components/navigation.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { Columns } from './charts/Columns.tsx';
import { type ChartData, labelOfPoint } from './charts/chart-data.ts';
import { usePoints } from './charts/chart-parts.tsx';
import { Lines } from './charts/Lines.tsx';
import { RankedReport } from './charts/RankedBars.tsx';
import { type Surroundings, useSurroundings } from './formats.ts';
import { HomeTiles, OtherTiles } from './OverviewCards.tsx';
import { labelsQuery } from './queries.ts';
import { outcomesOf, sharesOf, startsOf } from './report-data.ts';
import { isCompared, useFigures, useQuestion, useZoned } from './use-figures.ts';

/** How conversations ended, by day or hour, and when they begin. */
export function OverviewReport() {
  const surroundings = useSurroundings();
  const { t, numbers } = surroundings;
  const [search] = useSearch();
  const { from, to } = useQuestion();
  const query = useFigures({
    group: from === to ? 'hour' : 'day',
    ...(isCompared(search) && { compare: 'before' }),
  });
  const busiest = useFigures({ group: 'weekday-hour' });
  return (
    <Counted query={query} what={t('title')} isEmpty={({ total }) => total.runs.started === 0}>
      {(body) => {
        const outcomes = outcomesOf(body, surroundings);
        const shares = sharesOf(body, surroundings);
        const starts = busiest.data && startsOf(busiest.data.body, surroundings);
        return (
          <Stack gap="lg">
            <HomeTiles report={body} />
            <ChartFrame id="outcomes" title={t('charts.outcomes')} how={t('how.outcomes')} data={outcomes}>
              <Columns title={t('charts.outcomes')} data={outcomes} write={numbers.count} />
            </ChartFrame>
            <ChartFrame id="shares" title={t('charts.shares')} how={t('how.shares')} data={shares}>
              <Lines title={t('charts.shares')} data={shares} write={numbers.percent} top={1} />
            </ChartFrame>
            <OtherTiles report={body} />
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

const steps = 4;

interface HeatMapProps {
  readonly title: string;
  /** Row by row. */
  readonly data: ChartData;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** Rows of points whose ground is the darker the more they are, with the number in each. */
function HeatMap({ title, data, rows, columns }: HeatMapProps) {
  const { points } = data;
  const most = Math.max(1, ...points.map(({ cells }) => cells[0]?.value ?? 0));
  const { current, onKeyDown, pointProps } = usePoints(points.length, columns.length);
  const shown = current === null ? undefined : points[current];
  return (
    <div className="chart">
      <div className="sideways">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent with a form. */}
        <div role="group" aria-label={title} className="heat" onKeyDown={onKeyDown}>
          <span />
          {columns.map((name) => (
            <span key={name} className="heat-name" aria-hidden="true">
              {name}
            </span>
          ))}
          {rows.map((row, r) => (
            <Fragment key={row}>
              <span className="heat-name" aria-hidden="true">
                {row}
              </span>
              {columns.map((column, c) => {
                const n = r * columns.length + c;
                const point = points[n];
                const value = point?.cells[0]?.value ?? 0;
                if (!point) return <span key={column} />;
                return (
                  <span
                    key={column}
                    className="chart-point heat-cell"
                    data-step={value === 0 ? 0 : Math.ceil((value / most) * steps)}
                    {...pointProps(n, labelOfPoint(data, point))}
                  >
                    {value === 0 ? '' : point.cells[0]?.text}
                  </span>
                );
              })}
            </Fragment>
          ))}
        </div>
      </div>
      <p className="chart-said" aria-hidden="true">
        {shown && labelOfPoint(data, shown)}
      </p>
    </div>
  );
}

/** Conversations by label. */
export function LabelsReport() {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const query = useZoned(useQuery(labelsQuery(useQuestion())));
  return (
    <RankedReport
      id="labels"
      title={t('labels.title')}
      how={t('how.labels')}
      query={query}
      isEmpty={({ labels }) => labels.length === 0}
      nothing={(days) => t('labels.nothing', { days })}
      dataOf={(body) => labelsData(body, surroundings)}
    />
  );
}

function labelsData({ labels, started }: LabelsAnswer, { t, numbers }: Surroundings): ChartData {
  return {
    axis: t('labels.axis'),
    series: [
      { id: 'runs', name: t('labels.runs'), tone: 'accent' },
      { id: 'share', name: t('labels.share'), tone: 'good' },
    ],
    points: labels.map(({ id, name, runs }) => ({
      key: id,
      name: name ?? t('labels.deleted', { id }),
      cells: [numbers.countCell(runs), numbers.shareCell(runs, started)],
    })),
  };
}
