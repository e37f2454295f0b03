import type { FlowDefinition } from '../../../../contract/flow.ts';
import type { Coverage } from '../../../../engine/coverage.ts';
import type { FlowScript } from '../../../../engine/flow-script.ts';
import type { FlowProblem } from '../../../../engine/problems.ts';
import type { Traced } from '../../../../engine/trace-script.ts';
import type { Call, ChatTurn, Played, TurnToPlay } from './play-turn.ts';

/** A flow as it stands in the editor, valid or not, and those that it may call. */
export interface FlowToTry {
  readonly definition: unknown;
  readonly others: readonly FlowDefinition[];
}

/** The requests to the engine's worker. */
export type Job =
  | { readonly do: 'play'; readonly flow: FlowToTry; readonly turn: Omit<TurnToPlay, 'flow' | 'others'> }
  | { readonly do: 'run'; readonly flow: FlowToTry; readonly scripts: readonly unknown[] }
  | { readonly do: 'record'; readonly flow: FlowToTry; readonly script: FlowScript };

/** The result of a test. */
export interface ScriptRun {
  readonly ok: boolean;
  /** Index of the script's step that failed; one past the last when replies are left over. */
  readonly step: number | null;
  readonly message: string | null;
  /** The possible expectations, turn by turn. */
  readonly traced: readonly Traced[];
}

/** The result of each request. */
export interface Results {
  readonly play: ChatTurn;
  readonly run: {
    readonly runs: readonly ScriptRun[];
    readonly coverage: Coverage;
    /** Parts that no test reaches. */
    readonly warnings: readonly FlowProblem[];
  };
  readonly record: FlowScript;
}

export type ToWorker =
  | { readonly id: number; readonly job: Job }
  | { readonly id: number; readonly played: Played };
export type FromWorker =
  | { readonly id: number; readonly call: Call }
  | { readonly id: number; readonly result: Results[keyof Results] }
  | { readonly id: number; readonly failure: string };
