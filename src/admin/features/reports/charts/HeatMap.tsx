import { Fragment } from 'react';
import { type ChartData, saidOf } from './chart-data.ts';
import { usePoints } from './use-points.ts';

const steps = 4;

/** Rows of points whose ground is the darker the more they are, with the number in each. */
export function HeatMap({
  title,
  data,
  rows,
  columns,
}: {
  readonly title: string;
  /** Row by row. */
  readonly data: ChartData;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}) {
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
                    {...pointProps(n, saidOf(data, point))}
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
        {shown && saidOf(data, shown)}
      </p>
    </div>
  );
}
