import type { Step, StepKind, StepOf } from '../../contract/flow.ts';
import type { VariableTypes } from '../expressions.ts';
import type { FlowFault } from './fault.ts';

/** What is known around a flow: nothing, for a flow by itself. */
export interface FlowSurroundings {
  /** The tenant's secrets for flows, and the hosts that each may be sent to. */
  readonly secrets?: Readonly<Record<string, { readonly hosts: readonly string[] }>>;
  /** The tenant's flows. */
  readonly flowIds?: ReadonlySet<string>;
  /** Names of the tenant's queues that handoffs wait in. */
  readonly queues?: readonly string[];
  /** Why an address can't be called; null when it can. */
  readonly refusedAddress?: (address: string) => string | null;
}

/** What a check of one step may know of the others. */
export interface Facts {
  /** The variables that expressions may name, with their types as far as they are known. */
  readonly types: VariableTypes;
  /** The flow's steps. */
  readonly steps: Readonly<Record<string, Step>>;
  readonly surroundings: FlowSurroundings;
}

/** Checks one kind of step; `path` is where it stands. */
export type CheckStep<K extends StepKind> = (step: StepOf<K>, path: string, facts: Facts) => FlowFault[];
