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

/** The accessible name of a point: “12 May: resolved by bot 34, handed off 4”. */
export function labelOfPoint({ series }: ChartData, { name, cells }: Point): string {
  const labels = series.map((one, n) => `${one.name} ${cells[n]?.text ?? '–'}`);
  return `${name}: ${labels.join(', ')}`;
}
