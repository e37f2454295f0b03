/** How a step differs from the compared version; `moved` only differs in position. */
export type Mark = 'added' | 'removed' | 'changed' | 'moved';

/** Marks on steps, by ID. */
export interface CardMarks {
  readonly differences?: ReadonlyMap<string, Mark>;
  /** The number of problems of each card. */
  readonly faults?: ReadonlyMap<string, number>;
  /** Steps that a test chat has gone through; it stands at one of them. */
  readonly walked?: ReadonlyMap<string, 'walked' | 'here'>;
  /** How many conversations reached each step and ended there; `step` is the shade, 0 to 4. */
  readonly numbers?: ReadonlyMap<string, { readonly text: string; readonly step: number }>;
  /** Connections that no test takes, as `step key`; absent unless coverage is shown. */
  readonly unwalked?: ReadonlySet<string>;
}
