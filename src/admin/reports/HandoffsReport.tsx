import { Stack } from '@mantine/core';
import type { FiguresAnswer } from '../../contract/admin/reports.ts';
import { Counted } from './Counted.tsx';
import { ChartFrame } from './charts/ChartFrame.tsx';
import { Columns } from './charts/Columns.tsx';
import type { ChartData } from './charts/chart-data.ts';
import { RankedBars } from './charts/RankedBars.tsx';
import { FigureCard } from './FigureCard.tsx';
import type { Surroundings } from './overview-data.ts';
import { useFigures } from './use-figures.ts';
import { fewest } from './use-numbers.ts';
import { useSurroundings } from './use-surroundings.ts';

/** How soon somebody is taken for a human is a minute unless told. */
const targetS = 60;

/** How long people waited for a human, and what became of it; by the time of asking. */
export function HandoffsReport() {
  const surroundings = useSurroundings();
  const { texts, numbers } = surroundings;
  const queues = useFigures({ group: 'queue', within: String(targetS) });
  const owners = useFigures({ group: 'owner', within: String(targetS) });
  return (
    <Counted
      query={queues}
      what={texts.charts.waited}
      isEmpty={({ total: { handoffs } }) => handoffs.requested + handoffs.refusedByHours === 0}
    >
      {(body) => {
        const waited = waitedOf(body, surroundings);
        const byQueue = byOf(
          body,
          texts.axes.queue,
          ({ label }) => ('queue' in label ? label.queue : ''),
          surroundings,
        );
        const agents = owners.answer?.body;
        return (
          <Stack gap="lg">
            <Cards report={body} surroundings={surroundings} />
            <ChartFrame id="waited" title={texts.charts.waited} how={texts.how.waited} data={waited}>
              <Columns
                title={texts.charts.waited}
                data={waited}
                write={numbers.count}
                target={{
                  before: stepsMs.indexOf(targetS * 1_000) + 1,
                  name: texts.target(numbers.time(targetS * 1000)),
                }}
              />
            </ChartFrame>
            <ChartFrame id="queues" title={texts.charts.queues} how={texts.how.queues} data={byQueue}>
              <RankedBars title={texts.charts.queues} data={byQueue} />
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

function Cards({ report: { total }, surroundings: { texts, numbers } }: Shown) {
  const { figures, how } = texts;
  const { handoffs } = total;
  const judged = handoffs.taken + handoffs.notTaken + handoffs.stillWaiting;
  return (
    <div className="figure-cards">
      <FigureCard
        name={figures.requested}
        value={numbers.count(handoffs.requested)}
        beside={`${figures.stillWaiting}: ${numbers.count(handoffs.stillWaiting)} · ${figures.notTaken}: ${numbers.count(handoffs.notTaken)}`}
        how={how.queues}
      />
      <FigureCard
        name={figures.waited}
        value={numbers.time(handoffs.waited.p50)}
        beside={handoffs.waited.p95 === null ? undefined : texts.p95(numbers.time(handoffs.waited.p95))}
        how={how.waited}
      />
      <FigureCard
        name={figures.serviceLevel(numbers.time(targetS * 1_000))}
        value={
          handoffs.serviceLevel === null
            ? texts.frame.none
            : judged < fewest
              ? numbers.share(Math.round(handoffs.serviceLevel * judged), judged)
              : numbers.percent(handoffs.serviceLevel)
        }
        how={how.serviceLevel}
      />
      <FigureCard
        name={figures.abandonedQueue}
        value={numbers.share(handoffs.abandoned, handoffs.abandoned + handoffs.taken)}
        how={how.serviceLevel}
      />
      <FigureCard
        name={figures.firstAnswer}
        value={numbers.time(handoffs.firstResponse.p50)}
        beside={
          handoffs.firstResponse.p95 === null
            ? undefined
            : texts.p95(numbers.time(handoffs.firstResponse.p95))
        }
        how={how.waited}
      />
      <FigureCard
        name={figures.responseTime}
        value={numbers.time(handoffs.responseTime.p50)}
        beside={
          handoffs.responseTime.p95 === null ? undefined : texts.p95(numbers.time(handoffs.responseTime.p95))
        }
        how={how.agents}
      />
      <FigureCard
        name={figures.refusedByHours}
        value={numbers.share(handoffs.refusedByHours, handoffs.refusedByHours + handoffs.requested)}
        how={how.queues}
      />
    </div>
  );
}

function Agents({ report, surroundings }: Shown) {
  const { texts } = surroundings;
  const data = byOf(
    report,
    texts.axes.agent,
    ({ label }) => ('owner' in label ? label.owner : ''),
    surroundings,
  );
  return (
    <ChartFrame id="agents" title={texts.charts.agents} how={texts.how.agents} data={data}>
      <RankedBars title={texts.charts.agents} data={data} />
    </ChartFrame>
  );
}

/** The answer's steps are finer than a chart can show. */
const stepsMs = [5_000, 15_000, 30_000, targetS * 1_000, 120_000, 300_000, 600_000, Number.POSITIVE_INFINITY];

function waitedOf({ total }: FiguresAnswer, { texts, numbers }: Surroundings): ChartData {
  const { histogram } = total.handoffs.waited;
  return {
    axis: texts.axes.waited,
    series: [{ id: 'n', name: texts.figures.taken, tone: 'accent' }],
    points: stepsMs.map((mostMs, at) => {
      const overMs = stepsMs[at - 1] ?? 0;
      const within = histogram.filter(({ untilMs }) => untilMs > overMs && untilMs <= mostMs);
      const isLast = mostMs === Number.POSITIVE_INFINITY;
      return {
        key: String(mostMs),
        name: isLast ? texts.beyond(numbers.time(overMs)) : `≤ ${numbers.time(mostMs)}`,
        cells: [numbers.countCell(within.reduce((sum, { n }) => sum + n, 0))],
      };
    }),
  };
}

function byOf(
  { rows }: FiguresAnswer,
  axis: string,
  nameOf: (row: FiguresAnswer['rows'][number]) => string,
  { texts, numbers }: Surroundings,
): ChartData {
  const { figures } = texts;
  return {
    axis,
    series: [
      { id: 'requested', name: figures.requested, tone: 'people' },
      { id: 'taken', name: figures.taken, tone: 'good' },
      { id: 'waited', name: figures.waited, tone: 'accent' },
      { id: 'handling', name: figures.handling, tone: 'outside' },
    ],
    points: rows
      .toSorted((a, b) => b.figures.handoffs.requested - a.figures.handoffs.requested)
      .map((row) => {
        const { requested, taken, waited, attendedMs } = row.figures.handoffs;
        const each = taken === 0 ? null : attendedMs / taken;
        return {
          key: row.key,
          name: nameOf(row),
          cells: [
            numbers.countCell(requested),
            numbers.countCell(taken),
            numbers.timeCell(waited.p50),
            numbers.timeCell(each),
          ],
        };
      }),
  };
}
