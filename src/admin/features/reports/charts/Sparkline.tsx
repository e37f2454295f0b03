import { unbroken } from './Lines.tsx';

const width = 120;
const height = 28;

/** How a figure went, without names: the figure beside it says what it is. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const most = Math.max(...values.map((value) => value ?? 0), 0) || 1;
  const isMirrored = document.documentElement.dir === 'rtl';
  const along = (n: number) => {
    const at = 2 + (n / Math.max(1, values.length - 1)) * (width - 4);
    return isMirrored ? width - at : at;
  };
  const up = (value: number) => height - 3 - (value / most) * (height - 6);
  return (
    <svg className="sparkline tone-accent" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {unbroken(values).map((part) =>
        part.length === 1 && part[0] ? (
          <circle key={part[0].n} cx={along(part[0].n)} cy={up(part[0].value)} r="2" />
        ) : (
          <polyline
            key={part[0]?.n}
            points={part.map(({ n, value }) => `${along(n)},${up(value)}`).join(' ')}
          />
        ),
      )}
    </svg>
  );
}
