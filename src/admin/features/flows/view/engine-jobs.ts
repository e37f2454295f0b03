import type { FlowSurroundings } from '../../../../engine/check-text.ts';
import type { Completions } from '../../../../engine/complete-text.ts';
import type { Examined, TextSort } from '../../../../engine/examine-text.ts';
import type { Json } from '../../../../engine/interfaces.ts';
import type { FlowProblem } from '../../../../engine/problems.ts';

/** A text of the flow that was checked last, while it is written. */
export interface WrittenText {
  readonly text: string;
  readonly sort: TextSort;
  /** Null for a text of the flow itself. */
  readonly stepId: string | null;
  /** Names that only this field has. */
  readonly extra: readonly string[];
  /** Values to compute it with, beside those that the flow begins with. */
  readonly samples: { readonly [name: string]: Json };
}

/** The requests to the engine's worker. */
export type EngineJob =
  | {
      readonly do: 'check';
      readonly definition: unknown;
      /** Left out, names of queues, flows and secrets are not checked. */
      readonly surroundings?: FlowSurroundings;
    }
  | ({ readonly do: 'examine' } & WrittenText)
  | ({ readonly do: 'complete'; readonly at: number } & WrittenText);

/** The result of each request. */
export interface EngineResults {
  readonly check: { readonly problems: readonly FlowProblem[]; readonly warnings: readonly FlowProblem[] };
  readonly examine: Examined;
  readonly complete: Completions | null;
}

export interface ToEngine {
  readonly id: number;
  readonly job: EngineJob;
}

export interface FromEngine {
  readonly id: number;
  readonly result: EngineResults[EngineJob['do']];
}
