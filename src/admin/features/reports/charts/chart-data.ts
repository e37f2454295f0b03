/** The color and pattern of a series. */
export type Tone = 'good' | 'people' | 'warn' | 'bad' | 'accent' | 'outside';

export interface Series {
  readonly id: string;
  readonly name: string;
  readonly tone: Tone;
}

/** The data of a chart, its table and its file. */
export interface Cell {
  /** Null is a gap. */
  readonly value: number | null;
  readonly text: string;
  /** Overrides the series' color. */
  readonly tone?: Tone;
}

export interface Point {
  readonly key: string;
  readonly name: string;
  /** Tells apart points of one name: the ID of a step. */
  readonly detail?: string | undefined;
  /** One for each series. */
  readonly cells: readonly Cell[];
  /** A page of the tenant with the rows behind it. */
  readonly path?: string;
}

export interface ChartData {
  /** Names the points: “Day”. */
  readonly axis: string;
  readonly series: readonly Series[];
  readonly points: readonly Point[];
}

/** A point's name in one line, as files and screen readers have it. */
export const lineOfPoint = ({ name, detail }: Point): string => [name, detail].filter(Boolean).join(' · ');

/** The accessible name of a point: “12 May: resolved by bot 34, handed off 4”. */
export function labelOfPoint({ series }: ChartData, point: Point): string {
  const labels = series.map((one, n) => `${one.name} ${point.cells[n]?.text ?? '–'}`);
  return `${lineOfPoint(point)}: ${labels.join(', ')}`;
}
