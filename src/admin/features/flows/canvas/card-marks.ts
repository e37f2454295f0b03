/** How a step differs from what it is compared with; `moved` differs in nothing but its place. */
export type Mark = 'added' | 'removed' | 'changed' | 'moved';

/** What is said of steps beside what they are, by their ids. */
export interface CardMarks {
  readonly differences?: ReadonlyMap<string, Mark>;
  /** The number of problems of each card. */
  readonly faults?: ReadonlyMap<string, number>;
  /** Steps that a test chat has gone through; it stands at one of them. */
  readonly walked?: ReadonlyMap<string, 'walked' | 'here'>;
  /** How many conversations have come to each and left there; the steps of the shade are 0 to 4. */
  readonly numbers?: ReadonlyMap<string, { readonly text: string; readonly step: number }>;
  /** Connections that no test takes, as `step key`; absent unless coverage is shown. */
  readonly unwalked?: ReadonlySet<string>;
}
