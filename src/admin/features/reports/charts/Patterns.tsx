import type { Tone } from './chart-data.ts';

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
