import { everyNth } from './scale.ts';

/** The drawing area of a chart. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly ticks: readonly number[];
  /** The place of a value above the ground, and of a point along it. */
  readonly up: (value: number) => number;
  readonly along: (n: number) => number;
  /** The width of a point. */
  readonly each: number;
  readonly isMirrored: boolean;
  /** The width of the axis labels. */
  readonly beside: number;
}

const height = 220;
const besideAtLeast = 48;
const gap = 12;
const below = 28;
/** The height of labels above the points. */
export const lineAbove = 16;

/** Lays points out along a width; from right to left where the page is read so. */
export function groundOf(
  {
    width,
    count,
    beside = besideAtLeast,
    head = 0,
  }: {
    readonly width: number;
    readonly count: number;
    readonly beside?: number;
    /** Room above all that is drawn. */
    readonly head?: number;
  },
  { top, ticks }: Pick<Ground, 'top' | 'ticks'>,
): Ground {
  const isMirrored = document.documentElement.dir === 'rtl';
  const inner = Math.max(1, width - beside - 8);
  const each = inner / Math.max(1, count);
  const above = gap + head;
  const up = (value: number) => height - below - (value / top) * (height - above - below);
  const along = (n: number) => {
    const at = beside + each * (n + 0.5);
    return isMirrored ? width - at : at;
  };
  return { width, height, top, ticks, up, along, each, isMirrored, beside };
}

/** The width of axis labels by their length; a few characters always fit. */
export const besideOf = (ticks: readonly number[], write: (value: number) => string): number =>
  Math.max(besideAtLeast, 14 + 7 * Math.max(...ticks.map((tick) => write(tick).length)));

/** Hidden from screen readers, since each point announces its own name and value. */
const unheard = { 'aria-hidden': true } as const;

interface AxesProps {
  readonly ground: Ground;
  readonly names: readonly string[];
  readonly write: (value: number) => string;
}

/** Lines across with their values, and names along the foot. */
export function Axes({
  ground: { width, height: whole, ticks, up, along, isMirrored, beside },
  names,
  write,
}: AxesProps) {
  const longest = Math.max(...names.map((name) => name.length), 1);
  const nth = everyNth(names.length, width - beside, longest * 7 + 12);
  return (
    <g className="chart-axes" {...unheard}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={isMirrored ? 8 : beside}
            x2={isMirrored ? width - beside : width - 8}
            y1={up(tick)}
            y2={up(tick)}
          />
          <text
            x={isMirrored ? width - beside + 6 : beside - 6}
            y={up(tick) + 4}
            textAnchor={isMirrored ? 'start' : 'end'}
          >
            {write(tick)}
          </text>
        </g>
      ))}
      {names.map((name, n) =>
        n % nth === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: two points may have one name, and none moves.
          <text key={n} x={along(n)} y={whole - 8} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** All of the width and height that a point answers to. */
export function Reach({ ground, n }: { readonly ground: Ground; readonly n: number }) {
  const { along, each, up } = ground;
  return <rect x={along(n) - each / 2} y={0} width={each} height={up(0)} className="chart-reach" />;
}
