import { useId } from 'react';
import { type ChartData, labelOfPoint } from './chart-data.ts';
import {
  Axes,
  filledWith,
  type Ground,
  groundOf,
  Legend,
  lineAbove,
  Patterns,
  Reach,
  scaleOf,
  usePoints,
  useWidth,
} from './chart-parts.tsx';

interface ColumnsProps {
  readonly title: string;
  readonly data: ChartData;
  readonly write: (value: number) => string;
  /** A line before which points are as they should be, and its name. */
  readonly target?: { readonly before: number; readonly name: string };
}

/** Bars on a ground, the series of a point on top of one another. */
export function Columns({ title, data, write, target }: ColumnsProps) {
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>();
  const { points, series } = data;
  const sums = points.map(({ cells }) => cells.reduce((sum, { value }) => sum + (value ?? 0), 0));
  const ground = groundOf(
    { width, count: points.length, ...(target && { head: lineAbove }) },
    scaleOf(Math.max(0, ...sums)),
  );
  const { current, onKeyDown, pointProps } = usePoints(points.length);
  const shown = current === null ? undefined : points[current];
  const thick = Math.min(48, ground.each * 0.72);
  return (
    <div ref={ref} className="chart">
      {series.length > 1 && <Legend series={series} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent with a form. */}
      <svg role="group" aria-label={title} width={width} height={ground.height} onKeyDown={onKeyDown}>
        <Patterns id={id} tones={series.map(({ tone }) => tone)} />
        <Axes ground={ground} names={points.map(({ name }) => name)} write={write} />
        {points.map((point, n) => (
          <g key={point.key} className="chart-point" {...pointProps(n, labelOfPoint(data, point))}>
            <Reach ground={ground} n={n} />
            {series.map(({ id: key, tone }, at) => {
              const value = point.cells[at]?.value ?? 0;
              if (value === 0) return null;
              const under = point.cells.slice(0, at).reduce((sum, cell) => sum + (cell.value ?? 0), 0);
              return (
                <rect
                  key={key}
                  className={`chart-bar tone-${tone}`}
                  x={ground.along(n) - thick / 2}
                  y={ground.up(under + value)}
                  width={thick}
                  height={Math.max(1, ground.up(under) - ground.up(under + value))}
                  fill={filledWith(id, tone)}
                />
              );
            })}
          </g>
        ))}
        {target && <Target at={ground.along(target.before - 0.5)} ground={ground} name={target.name} />}
      </svg>
      <p className="chart-said" aria-hidden="true">
        {shown && labelOfPoint(data, shown)}
      </p>
    </div>
  );
}

interface TargetProps {
  readonly at: number;
  readonly ground: Ground;
  readonly name: string;
}

/** Named above all bars, which would cover its words. */
function Target({ at, ground, name }: TargetProps) {
  return (
    <g className="chart-target">
      <line x1={at} x2={at} y1={ground.up(ground.top)} y2={ground.up(0)} />
      <text x={at} y={ground.up(ground.top) - 6} textAnchor="middle">
        {name}
      </text>
    </g>
  );
}
