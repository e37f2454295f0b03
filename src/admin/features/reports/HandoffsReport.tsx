import { Stack } from '@mantine/core';
import type { Figures, FiguresAnswer, FiguresRow } from '../../../contract/admin/reports.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { Columns } from './charts/Columns.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedChart, RankedReport } from './charts/RankedBars.tsx';
import { FigureCard, TimeCard } from './FigureCard.tsx';
import { fewest, type Surroundings, useSurroundings } from './formats.ts';
import { useFigures } from './use-figures.ts';

/** The default target of first responses: a minute. */
const targetS = 60;
/** Columns that stand beside bars; the tables have more. */
const drawn = 4;

/** Waiting times and outcomes of handoffs, by the time of the request. */
export function HandoffsReport() {
  const surroundings = useSurroundings();
  const { t, numbers } = surroundings;
  const queues = useFigures({ group: 'queue', within: String(targetS) });
  return (
    <Counted
      query={queues}
      what={t('charts.waited')}
      isEmpty={({ total: { handoffs } }) => handoffs.requested + handoffs.refusedByHours === 0}
    >
      {(body) => {
        const waited = waitedOf(body, surroundings);
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
            <RankedChart
              id="queues"
              title={t('charts.queues')}
              how={t('how.queues')}
              data={queuesOf(body, surroundings)}
              drawn={drawn}
            />
          </Stack>
        );
      }}
    </Counted>
  );
}

interface HandoffCardsProps {
  readonly report: FiguresAnswer;
  readonly surroundings: Surroundings;
  /** The target waiting time in seconds. */
  readonly targetS: number;
}

/** The number of handoff requests, their waiting times, and how many an agent took. */
function HandoffCards({ report: { total }, surroundings: { t, numbers }, targetS }: HandoffCardsProps) {
  const { handoffs } = total;
  const judged = handoffs.taken + handoffs.notTaken + handoffs.stillWaiting;
  return (
    <div className="tiles">
      <FigureCard
        name={t('figures.requested')}
        value={numbers.count(handoffs.requested)}
        beside={`${t('figures.notTaken')}: ${numbers.count(handoffs.notTaken)}`}
        how={t('how.queues')}
      />
      <FigureCard
        name={t('figures.stillWaiting')}
        value={numbers.count(handoffs.stillWaiting)}
        beside={longest(handoffs, t, numbers)}
        how={t('how.longest')}
      />
      <TimeCard name={t('figures.waited')} times={handoffs.waited} how={t('how.waited')} />
      <TimeCard name={t('figures.waitedInside')} times={handoffs.waitedInside} how={t('how.waitedInside')} />
      <FigureCard
        name={t('figures.serviceLevel', { time: numbers.time(targetS * 1_000) })}
        value={
          handoffs.serviceLevel === null
            ? t('frame.none')
            : judged < fewest
              ? numbers.share(Math.round(handoffs.serviceLevel * judged), judged)
              : numbers.percent(handoffs.serviceLevel)
        }
        how={t('how.serviceLevel')}
      />
      <FigureCard
        name={t('figures.abandonedQueue')}
        value={numbers.share(handoffs.abandoned, handoffs.abandoned + handoffs.taken)}
        how={t('how.serviceLevel')}
      />
      <TimeCard name={t('figures.firstAnswer')} times={handoffs.firstResponse} how={t('how.waited')} />
      <TimeCard name={t('figures.responseTime')} times={handoffs.responseTime} how={t('how.agents')} />
      <FigureCard
        name={t('figures.refusedByHours')}
        value={numbers.share(handoffs.refusedByHours, handoffs.refusedByHours + handoffs.requested)}
        how={t('how.queues')}
      />
    </div>
  );
}

/** Nothing where a filter leaves out a part of those who wait. */
function longest(
  { longestNowMs }: Figures['handoffs'],
  t: Surroundings['t'],
  numbers: Surroundings['numbers'],
): string | undefined {
  if (longestNowMs === null) return undefined;
  return longestNowMs === 0
    ? t('figures.nobodyWaits')
    : t('figures.longestNow', { time: numbers.time(longestNowMs) });
}

/** Each agent's assigned conversations, response times and handling times. */
export function AgentsReport() {
  const surroundings = useSurroundings();
  const { t } = surroundings;
  const query = useFigures({ group: 'owner', within: String(targetS) });
  const nameOf = ({ label }: FiguresRow) => ('owner' in label ? label.owner : '');
  return (
    <RankedReport
      id="agents"
      title={t('charts.agents')}
      how={t('how.agents')}
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      dataOf={(body) => byOf(body, t('axes.agent'), nameOf, surroundings)}
      drawn={drawn}
    />
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
  nameOf: (row: FiguresRow) => string,
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

/**
 * The average handling time of a handoff in milliseconds; null without replies. Unanswered handoffs are counted
 * separately, and in no average.
 * @see handoff.md 6.4
 */
export function meanHandlingMs({
  attendedMs,
  firstResponse,
}: Pick<Figures['handoffs'], 'attendedMs' | 'firstResponse'>): number | null {
  return firstResponse.n === 0 ? null : attendedMs / firstResponse.n;
}

/** The longest current wait. */
function queuesOf(report: FiguresAnswer, surroundings: Surroundings): ChartData {
  const { t, numbers } = surroundings;
  const nameOf = ({ label }: FiguresRow) => ('queue' in label ? label.queue : '');
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
