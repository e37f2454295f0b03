import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Series, Tone } from './chart-data.ts';

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

/** The smallest round maximum, and the grid lines below it. */
export function scaleOf(most: number): { readonly top: number; readonly ticks: readonly number[] } {
  if (most <= 0) return { top: 1, ticks: [0, 1] };
  const power = 10 ** Math.floor(Math.log10(most));
  const top = ([1, 2, 4, 5, 8, 10].find((times) => times * power >= most) ?? 10) * power;
  return { top, ticks: [0, top / 2, top] };
}

/** Every how-manieth name has room. */
const everyNth = (count: number, width: number, each: number) =>
  Math.max(1, Math.ceil((count * each) / Math.max(1, width)));

/** A pattern for each color, so that color is not the only difference. */
const shapes: Readonly<Record<Tone, string | null>> = {
  good: null,
  accent: null,
  people: 'M-2 2 2 -2M0 8 8 0M6 10 10 6',
  warn: 'M2 2h2v2h-2zM6 6h2v2h-2z',
  bad: 'M0 0 8 8M8 0 0 8',
  outside: 'M0 2H8M0 6H8',
};

/** The fill patterns of a chart's bars and areas. */
export function Patterns({ id, tones }: { readonly id: string; readonly tones: readonly Tone[] }) {
  return (
    <defs>
      {tones.map((tone) => (
        <pattern
          key={tone}
          id={`${id}-${tone}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          className={`tone-${tone}`}
        >
          <rect width="8" height="8" className={shapes[tone] === null ? 'tone-whole' : 'tone-ground'} />
          {shapes[tone] !== null && <path d={shapes[tone]} className="tone-shape" />}
        </pattern>
      ))}
    </defs>
  );
}

/** The pattern of a tone, for `fill`. */
export const filledWith = (id: string, tone: Tone) => `url(#${id}-${tone})`;

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

/** The props of a chart's point. */
interface PointProps {
  readonly role: 'img';
  readonly 'aria-label': string;
  readonly 'data-point': number;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
  readonly onPointerEnter: () => void;
}

/**
 * The points of a chart as one tab stop that arrows walk; the one that has the focus, or the pointer, is read out.
 * @param perRow how many stand beside one another, where there are rows
 */
export function usePoints(count: number, perRow = 1) {
  const [current, setCurrent] = useState<number | null>(null);
  const onKeyDown = (event: KeyboardEvent<Element>) => {
    const isMirrored = document.documentElement.dir === 'rtl';
    const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
    const backward = isMirrored ? 'ArrowRight' : 'ArrowLeft';
    const at = current ?? 0;
    const moves: Readonly<Record<string, number>> = {
      [forward]: at + 1,
      [backward]: at - 1,
      ArrowDown: at + perRow,
      ArrowUp: at - perRow,
      Home: 0,
      End: count - 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const points = event.currentTarget.querySelectorAll<HTMLElement>('[data-point]');
    points[Math.max(0, Math.min(count - 1, next))]?.focus();
  };
  const pointProps = (n: number, label: string): PointProps => ({
    role: 'img',
    'aria-label': label,
    'data-point': n,
    tabIndex: n === Math.min(current ?? 0, count - 1) ? 0 : -1,
    onFocus: () => setCurrent(n),
    onPointerEnter: () => setCurrent(n),
  });
  return { current, onKeyDown, pointProps };
}

const atFirst = 640;

/** An element's width in pixels. */
export function useWidth<Shown extends Element>(): readonly [RefObject<Shown | null>, number] {
  const ref = useRef<Shown>(null);
  const [width, setWidth] = useState(atFirst);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
