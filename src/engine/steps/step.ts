import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import type { StepKind, StepOf } from '../../contract/flow.ts';
import type { Attachment, Choice, Handoff } from '../../contract/vocabulary.ts';
import type { Effect, FlowState, Json, TurnDeps } from '../interfaces.ts';

/** Variables that a step assigns. */
export type Assigned = { readonly [name: string]: Json };

/** What a step has come to; `transition` makes the next state of it. */
export type StepOutcome =
  | {
      readonly kind: 'next';
      readonly next: string;
      readonly assign?: Assigned;
      readonly send?: readonly Effect[];
    }
  /** The question waits for its answer. */
  | { readonly kind: 'wait'; readonly attempts: number; readonly send: readonly Effect[] }
  | { readonly kind: 'handoff'; readonly handoff: Handoff; readonly send: readonly Effect[] }
  | { readonly kind: 'completed'; readonly send: readonly Effect[] }
  /** The caller stopped waiting: the step is to be run again. */
  | { readonly kind: 'suspended' };

/** What a step may see and use. */
export interface StepContext {
  readonly stepId: string;
  readonly message: CanonicalMessage;
  readonly state: FlowState;
  /** How many steps of the turn ran before this one. */
  readonly ordinal: number;
  readonly deps: TurnDeps;
  /** @throws ExpressionError */
  evaluate(expression: string, extra?: Assigned): Json;
  /** @throws ExpressionError */
  render(template: string): string;
  /** The effect that sends a text; none for an empty one without attachments. */
  reply(text: string, parts?: ReplyParts): readonly Effect[];
}

export interface ReplyParts {
  readonly choices?: readonly Choice[];
  readonly attachments?: readonly Attachment[];
}

/** One kind of step. */
export type RunStep<K extends StepKind> = (
  step: StepOf<K>,
  context: StepContext,
) => StepOutcome | Promise<StepOutcome>;
