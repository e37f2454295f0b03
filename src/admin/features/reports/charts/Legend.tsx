import { useId } from 'react';
import type { Series } from './chart-data.ts';
import { filledWith, Patterns } from './Patterns.tsx';

/** The legend: a pattern per series. */
export function Legend({ series }: { readonly series: readonly Series[] }) {
  const id = useId();
  return (
    <ul className="chart-legend">
      {series.map(({ id: key, name, tone }) => (
        <li key={key}>
          <svg width="16" height="16" aria-hidden="true">
            <Patterns id={`${id}${key}`} tones={[tone]} />
            <rect
              x="1"
              y="1"
              width="14"
              height="14"
              className={`tone-${tone} chart-bar`}
              fill={filledWith(`${id}${key}`, tone)}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
