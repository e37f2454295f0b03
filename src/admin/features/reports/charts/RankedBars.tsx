import type { CSSProperties } from 'react';
import { Counted, type CountedProps, type CountedRange } from '../Counted.tsx';
import { ChartFrame, PointName } from './ChartFrame.tsx';
import { type ChartData, labelOfPoint, type Point } from './chart-data.ts';
import { usePoints } from './chart-parts.tsx';

interface RankedChartProps extends RankedBarsProps {
  /** Names the chart in the address, and its file. */
  readonly id: string;
  readonly how: string;
  /** How many series stand beside the bars; the table has all of them. */
  readonly drawn?: number;
}

/** A chart of ranked bars, with its table. */
export function RankedChart({ id, how, drawn = 2, ...bars }: RankedChartProps) {
  const { title, data } = bars;
  return (
    <ChartFrame id={id} title={title} how={how} data={data}>
      <RankedBars {...bars} data={firstOf(data, drawn)} />
    </ChartFrame>
  );
}

interface RankedReportProps<Body extends CountedRange>
  extends Omit<RankedChartProps, 'data'>,
    Pick<CountedProps<Body>, 'query' | 'isEmpty' | 'nothing'> {
  readonly dataOf: (body: Body) => ChartData;
}

/** A report that is one chart of ranked bars. */
export function RankedReport<Body extends CountedRange>({
  query,
  isEmpty,
  nothing,
  dataOf,
  ...chart
}: RankedReportProps<Body>) {
  return (
    <Counted query={query} what={chart.title} isEmpty={isEmpty} {...(nothing && { nothing })}>
      {(body) => <RankedChart {...chart} data={dataOf(body)} />}
    </Counted>
  );
}

/** The first series of a chart. */
const firstOf = (data: ChartData, most: number): ChartData => ({
  ...data,
  series: data.series.slice(0, most),
  points: data.points.map((point) => ({ ...point, cells: point.cells.slice(0, most) })),
});

interface RankedBarsProps {
  readonly title: string;
  readonly data: ChartData;
  /** The second series may be a part of the first: then it is drawn as the bar's end, too. */
  readonly second?: 'in-words' | 'part-of-first';
}

/** Bars below one another, each with its value; further series stand beside it in words. */
export function RankedBars({ title, data, second = 'in-words' }: RankedBarsProps) {
  const { points, series } = data;
  const most = Math.max(1, ...points.map(({ cells }) => cells[0]?.value ?? 0));
  const { onKeyDown, pointProps } = usePoints(points.length);
  const columns = { '--columns': series.length } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent with a form.
    <div role="group" aria-label={title} className="chart ranked" onKeyDown={onKeyDown}>
      <div className="ranked-row quiet" aria-hidden="true">
        <span className="ranked-value ranked-head" style={columns}>
          {series.map(({ id, name }) => (
            <span key={id}>{name}</span>
          ))}
        </span>
      </div>
      {points.map((point, n) => (
        <div key={point.key} className="ranked-row">
          <div className="ranked-name">
            <PointName of={point} />
          </div>
          <div className="chart-point ranked-bar" {...pointProps(n, labelOfPoint(data, point))}>
            {partsOf(point, second).map((value, at) => (
              <span
                key={series[at]?.id}
                className={`tone-${point.cells[at]?.tone ?? series[at]?.tone ?? 'accent'}`}
                style={{ '--part': value / most } as CSSProperties}
              />
            ))}
          </div>
          <span className="ranked-value" aria-hidden="true" style={columns}>
            {point.cells.map(({ text }, at) => (
              <span key={series[at]?.id} title={series[at]?.name} className={at > 0 ? 'quiet' : undefined}>
                {text}
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The segments of a bar, from its start. */
function partsOf({ cells }: Point, second: 'in-words' | 'part-of-first'): readonly number[] {
  const [whole = 0, part = 0] = cells.map(({ value }) => value ?? 0);
  return second === 'in-words' ? [whole] : [whole - Math.min(part, whole), Math.min(part, whole)];
}
