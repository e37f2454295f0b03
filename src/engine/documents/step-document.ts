import type { FlowDefinition, StepKind, StepOf } from '../../contract/flow.ts';
import type { ScriptInput } from '../flow-script.ts';

/** What the reference says of one kind of step; its examples are run by a test, and use every field. */
export interface StepDocument<K extends StepKind> {
  readonly about: string;
  readonly fields: { readonly [F in keyof Required<Omit<StepOf<K>, 'kind'>>]: string };
  readonly examples: readonly StepExample[];
}

/** A flow small enough to read, and a conversation with it. */
export interface StepExample {
  readonly title: string;
  readonly flow: FlowDefinition;
  readonly script: ScriptInput;
  /** Flows that it calls. */
  readonly others?: readonly FlowDefinition[];
}
