import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import type { StepKind, StepOf } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import type { Text } from '../../contract/steps/parts.ts';
import type { AnswerInput, Attachment, Card, Choice, Handoff } from '../../contract/vocabulary.ts';
import type { Facts } from '../check-text.ts';
import type {
  Asked,
  Effect,
  FlowState,
  HandoffPlan,
  Json,
  Measured,
  OfferedChoice,
  TurnDeps,
  Wake,
} from '../interfaces.ts';
import type { FlowProblem } from '../problems.ts';
import type { FilledText } from '../templates.ts';

/** Variables that a step assigns. */
export type Assigned = { readonly [name: string]: Json };

/** The outcome of a step; `transition` derives the next state from it. */
export type StepOutcome =
  | {
      readonly kind: 'next';
      readonly next: string;
      /** The handle by which the step is left; `next` by default. */
      readonly by?: string;
      readonly assign?: Assigned;
      readonly send?: readonly Effect[];
      readonly measured?: Measured;
      /** Tokens of a language model. */
      readonly tokens?: number;
      /** A handoff was asked for outside of its hours. */
      readonly refused?: true;
    }
  /**
   * The step waits for an answer, or until it is woken; `offered` are choices that don't stand in the flow.
   */
  | {
      readonly kind: 'wait';
      readonly attempts: number;
      readonly send: readonly Effect[];
      readonly offered?: readonly OfferedChoice[];
      readonly asked?: Asked;
      readonly wake?: Wake;
    }
  | {
      readonly kind: 'handoff';
      readonly handoff: Handoff;
      readonly plan: HandoffPlan;
      readonly send: readonly Effect[];
    }
  /** Another flow is run as a part of this one. */
  | { readonly kind: 'called'; readonly flowId: string; readonly input: Assigned }
  | { readonly kind: 'completed'; readonly send: readonly Effect[] }
  /** The caller stopped waiting, or leaves the step to the queue: there it is to be run. */
  | Suspended;

/** `isChosen`: the author has set `background: true`. */
export interface Suspended {
  readonly kind: 'suspended';
  readonly isChosen?: boolean;
}

/** What a step can read and use. */
export interface StepContext {
  readonly stepId: string;
  readonly message: CanonicalMessage;
  readonly state: FlowState;
  /** The number of steps that ran before this one in the turn. */
  readonly ordinal: number;
  /** The index of the call, for a step that a model calls. */
  readonly call?: string;
  readonly deps: TurnDeps;
  /** The visitor's, if known: `de`, `pt-BR`. */
  readonly language: string | undefined;
  /** The present time on the tenant's clock. */
  now(): { readonly [key: string]: Json };
  /** @throws ExpressionError */
  evaluate(expression: string, extra?: Assigned): Json;
  /** The same, but what is missing raises. @throws ExpressionError */
  evaluateStrictly(expression: string, extra?: Assigned): Json;
  /**
   * Whether a whole text matches a pattern. A text that exceeds the step's budget doesn't. Charged to the turn.
   * @throws ExpressionError
   */
  matches(pattern: string, text: string): boolean;
  /**
   * Runs an `http` step that a model calls, with variables for this call only.
   * @param call distinguishes calls of the same step
   */
  asTool(stepId: string, given: Assigned, call: string): { step: StepOf<'http'>; context: StepContext };
  /** Fills the text in the visitor's language. @throws ExpressionError */
  render(text: Text, extra?: Assigned): string;
  /** The same of a text that may have marks, in which values are none. @throws ExpressionError */
  renderMarked(text: Text, extra?: Assigned): FilledText;
  /** The effect that sends a text; none for an empty one without attachments and cards. */
  reply(text: string | FilledText, parts?: ReplyParts): readonly Effect[];
}

export interface ReplyParts {
  readonly choices?: readonly Choice[];
  readonly attachments?: readonly Attachment[];
  readonly cards?: readonly Card[];
  readonly input?: AnswerInput | undefined;
}

/** Runs a step of one kind. */
export type RunStep<K extends StepKind> = (
  step: StepOf<K>,
  context: StepContext,
) => StepOutcome | Promise<StepOutcome>;

/** Checks a step of one kind; `path` is where it stands in the flow. */
export type CheckStep<K extends StepKind> = (step: StepOf<K>, path: string, facts: Facts) => FlowProblem[];

/** A place where a step can be connected to another. */
export interface Handle {
  /** Within the step, as keys joined by dots: `choices.0.next`. */
  readonly key: string;
  /** Undefined while it is not connected. */
  readonly to: string | undefined;
  /** The flow can be run without it. */
  readonly isOptional?: true;
  /** Taken only after the visitor or an agent has done something, or a time is up: the turn ends before it. */
  readonly waits?: true;
  /** Taken without anyone doing anything, when a time is up. */
  readonly byTime?: true;
  /** Variables that have a value from here on; by default those that the step assigns. */
  readonly gives?: readonly string[];
}

/** Lists the handles of a step of one kind. */
export type HandlesOf<K extends StepKind> = (step: StepOf<K>) => readonly Handle[];

/** Lists the variables that a step of one kind assigns, with their CEL types. */
export type AssignedBy<K extends StepKind> = (
  step: StepOf<K>,
  typeOf: (expression: string) => string,
) => readonly (readonly [name: string, type: string])[];

type RequiredField<T> = { [F in keyof T]-?: object extends Pick<T, F> ? never : F }[keyof T];

/** Values for the fields that a step of one kind needs, so that the rest of a step that lacks some can be checked. */
export type StandIns<K extends StepKind> = Partial<StepOf<K>> &
  Pick<StepOf<K>, Exclude<RequiredField<StepOf<K>>, 'kind'>>;

/** Names a step that does not exist: the checks of the graph pass over it. */
export const nowhere = '_nowhere_';

/** Describes one kind of step in the reference; its examples stand in `examples/steps`. */
export interface StepDocument<K extends StepKind> {
  readonly about: string;
  readonly fields: { readonly [F in keyof Required<Omit<StepOf<K>, 'kind'>>]: string };
}

const minuteMs = 60_000;

/** So long from now; none when the run has gone on by itself so often that only the visitor may. */
export function wakeAfter(
  minutes: number,
  kind: Wake['kind'],
  { deps, state }: Pick<StepContext, 'deps' | 'state'>,
): { readonly wake?: Wake } {
  if ((state.woken ?? 0) >= limits.wakesInARow) return {};
  return { wake: { atMs: deps.clock.nowMs() + minutes * minuteMs, kind } };
}
