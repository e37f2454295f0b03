import { useId } from 'react';
import { Columns } from './Columns.tsx';
import { type ChartData, labelOfPoint } from './chart-data.ts';
import {
  Axes,
  besideOf,
  filledWith,
  type Ground,
  groundOf,
  Legend,
  Patterns,
  Reach,
  scaleOf,
  usePoints,
  useWidth,
} from './chart-parts.tsx';

interface Place {
  readonly n: number;
  readonly value: number;
}

interface LinesProps {
  readonly title: string;
  readonly data: ChartData;
  readonly write: (value: number) => string;
  /** The end of the scale; default: the maximum value. */
  readonly top?: number;
  readonly isStacked?: boolean;
}

/** A line for each series, or areas on top of one another; where nothing is known a line is broken. */
export function Lines(props: LinesProps) {
  // A line needs two points.
  return props.data.points.length < 2 ? <Columns {...props} /> : <LinesOfSeveral {...props} />;
}

function LinesOfSeveral({ title, data, write, top, isStacked = false }: LinesProps) {
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>();
  const { points, series } = data;
  const heights = series.map((_, at) => points.map(({ cells }) => heightOf(cells, at, isStacked)));
  const most = Math.max(0, ...heights.flat().map((value) => value ?? 0));
  const scale = top === undefined ? scaleOf(most) : { top, ticks: [0, top / 2, top] };
  const beside = besideOf(scale.ticks, write);
  const ground = groundOf({ width, count: points.length, beside }, scale);
  const { current, onKeyDown, pointProps } = usePoints(points.length);
  const shown = current === null ? undefined : points[current];
  return (
    <div ref={ref} className="chart">
      <Legend series={series} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent with a form. */}
      <svg role="group" aria-label={title} width={width} height={ground.height} onKeyDown={onKeyDown}>
        <Patterns id={id} tones={series.map(({ tone }) => tone)} />
        <Axes ground={ground} names={points.map(({ name }) => name)} write={write} />
        {series.map(({ id: key, tone }, at) => (
          <g key={key} className={`chart-line tone-${tone}`} data-dash={at}>
            {unbroken(heights[at] ?? []).map((part) =>
              isStacked ? (
                <path
                  key={part[0]?.n}
                  className="chart-bar"
                  d={areaOf(part, heights[at - 1], ground)}
                  fill={filledWith(id, tone)}
                />
              ) : (
                <path key={part[0]?.n} d={pathOf(part, ground)} />
              ),
            )}
            {!isStacked &&
              unbroken(heights[at] ?? [])
                .flat()
                .map(({ n, value }) => (
                  <circle
                    key={n}
                    cx={ground.along(n)}
                    cy={ground.up(value)}
                    r={points.length > 60 ? 1.5 : 3}
                  />
                ))}
          </g>
        ))}
        {points.map((point, n) => (
          <g key={point.key} className="chart-point" {...pointProps(n, labelOfPoint(data, point))}>
            <Reach ground={ground} n={n} />
          </g>
        ))}
      </svg>
      <p className="chart-said" aria-hidden="true">
        {shown && labelOfPoint(data, shown)}
      </p>
    </div>
  );
}

function heightOf(
  cells: ChartData['points'][number]['cells'],
  at: number,
  isStacked: boolean,
): number | null {
  const value = cells[at]?.value ?? null;
  if (value === null || !isStacked) return value;
  return cells.slice(0, at + 1).reduce((sum, cell) => sum + (cell.value ?? 0), 0);
}

/** The stretches without a gap. */
export function unbroken(values: readonly (number | null)[]): readonly (readonly Place[])[] {
  const parts: Place[][] = [];
  for (const [n, value] of values.entries()) {
    if (value === null) continue;
    if (n > 0 && values[n - 1] !== null) parts.at(-1)?.push({ n, value });
    else parts.push([{ n, value }]);
  }
  return parts;
}

const pathOf = (part: readonly Place[], { along, up }: Ground) =>
  part.map(({ n, value }, at) => `${at === 0 ? 'M' : 'L'}${along(n)} ${up(value)}`).join('');

function areaOf(
  part: readonly Place[],
  below: readonly (number | null)[] | undefined,
  ground: Ground,
): string {
  const under = part.toReversed().map(({ n }) => `L${ground.along(n)} ${ground.up(below?.[n] ?? 0)}`);
  return `${pathOf(part, ground)}${under.join('')}Z`;
}
