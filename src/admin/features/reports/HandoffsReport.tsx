import { Stack } from '@mantine/core';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { Columns } from './charts/Columns.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedBars } from './charts/RankedBars.tsx';
import { firstOf } from './grouped-data.ts';
import { HandoffCards } from './HandoffCards.tsx';
import { meanHandlingMs } from './mean-handling.ts';
import type { Surroundings } from './overview-data.ts';
import { useFigures } from './use-figures.ts';
import { useSurroundings } from './use-surroundings.ts';

/** How soon somebody is taken for a human is a minute unless told. */
const targetS = 60;
/** Columns that stand beside bars; the tables have more. */
const drawn = 4;

/** How long people waited for a human, and what became of it; by the time of asking. */
export function HandoffsReport() {
  const surroundings = useSurroundings();
  const { t, numbers } = surroundings;
  const queues = useFigures({ group: 'queue', within: String(targetS) });
  const owners = useFigures({ group: 'owner', within: String(targetS) });
  return (
    <Counted
      query={queues}
      what={t('charts.waited')}
      isEmpty={({ total: { handoffs } }) => handoffs.requested + handoffs.refusedByHours === 0}
    >
      {(body) => {
        const waited = waitedOf(body, surroundings);
        const byQueue = queuesOf(body, surroundings);
        const agents = owners.data?.body;
        return (
          <Stack gap="lg">
            <HandoffCards report={body} surroundings={surroundings} targetS={targetS} />
            <ChartFrame id="waited" title={t('charts.waited')} how={t('how.waited')} data={waited}>
              <Columns
                title={t('charts.waited')}
                data={waited}
                write={numbers.count}
                target={{
                  before: stepsMs.indexOf(targetS * 1_000) + 1,
                  name: t('target', { time: numbers.time(targetS * 1000) }),
                }}
              />
            </ChartFrame>
            <ChartFrame id="queues" title={t('charts.queues')} how={t('how.queues')} data={byQueue}>
              <RankedBars title={t('charts.queues')} data={firstOf(byQueue, drawn)} />
            </ChartFrame>
            {agents && agents.rows.length > 0 && <Agents report={agents} surroundings={surroundings} />}
          </Stack>
        );
      }}
    </Counted>
  );
}

interface Shown {
  readonly report: FiguresAnswer;
  readonly surroundings: Surroundings;
}

function Agents({ report, surroundings }: Shown) {
  const { t } = surroundings;
  const data = byOf(
    report,
    t('axes.agent'),
    ({ label }) => ('owner' in label ? label.owner : ''),
    surroundings,
  );
  return (
    <ChartFrame id="agents" title={t('charts.agents')} how={t('how.agents')} data={data}>
      <RankedBars title={t('charts.agents')} data={firstOf(data, drawn)} />
    </ChartFrame>
  );
}

/** The answer's steps are finer than a chart can show. */
const stepsMs = [5_000, 15_000, 30_000, targetS * 1_000, 120_000, 300_000, 600_000, Number.POSITIVE_INFINITY];

function waitedOf({ total }: FiguresAnswer, { t, numbers }: Surroundings): ChartData {
  const { histogram } = total.handoffs.waited;
  return {
    axis: t('axes.waited'),
    series: [{ id: 'n', name: t('figures.taken'), tone: 'accent' }],
    points: stepsMs.map((mostMs, at) => {
      const overMs = stepsMs[at - 1] ?? 0;
      const within = histogram.filter(({ untilMs }) => untilMs > overMs && untilMs <= mostMs);
      const isLast = mostMs === Number.POSITIVE_INFINITY;
      return {
        key: String(mostMs),
        name: isLast ? t('beyond', { time: numbers.time(overMs) }) : `≤ ${numbers.time(mostMs)}`,
        cells: [numbers.countCell(within.reduce((sum, { n }) => sum + n, 0))],
      };
    }),
  };
}

function byOf(
  { rows }: FiguresAnswer,
  axis: string,
  nameOf: (row: FiguresAnswer['rows'][number]) => string,
  { t, numbers }: Surroundings,
): ChartData {
  return {
    axis,
    series: [
      { id: 'requested', name: t('figures.requested'), tone: 'people' },
      { id: 'taken', name: t('figures.taken'), tone: 'good' },
      { id: 'waited', name: t('figures.waited'), tone: 'accent' },
      { id: 'handling', name: t('figures.handling'), tone: 'outside' },
      { id: 'inside', name: t('figures.waitedInside'), tone: 'accent' },
    ],
    points: rows
      .toSorted((a, b) => b.figures.handoffs.requested - a.figures.handoffs.requested)
      .map((row) => {
        const { requested, taken, waited, waitedInside } = row.figures.handoffs;
        return {
          key: row.key,
          name: nameOf(row),
          cells: [
            numbers.countCell(requested),
            numbers.countCell(taken),
            numbers.timeCell(waited.p50),
            numbers.timeCell(meanHandlingMs(row.figures.handoffs)),
            numbers.timeCell(waitedInside.p50),
          ],
        };
      }),
  };
}

/** Beside what is counted: how long whoever waits longest has waited at this moment. */
function queuesOf(report: FiguresAnswer, surroundings: Surroundings): ChartData {
  const { t, numbers } = surroundings;
  const nameOf = ({ label }: FiguresAnswer['rows'][number]) => ('queue' in label ? label.queue : '');
  const data = byOf(report, t('axes.queue'), nameOf, surroundings);
  const waits = new Map(report.rows.map(({ key, figures }) => [key, figures.handoffs.longestNowMs]));
  return {
    ...data,
    series: [...data.series, { id: 'longest', name: t('figures.longestOfQueue'), tone: 'warn' }],
    points: data.points.map((point) => ({
      ...point,
      cells: [...point.cells, numbers.timeCell(waits.get(point.key) || null)],
    })),
  };
}
