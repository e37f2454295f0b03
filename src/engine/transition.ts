import { FlowEngineError } from './errors.ts';
import { fitsEffects, fitsVariables } from './fits-state.ts';
import { withSaid } from './history.ts';
import type { Effect, FlowState } from './interfaces.ts';
import type { Assigned, StepOutcome } from './steps/step.ts';

/** A turn that runs, between two steps. */
export interface Turn {
  /** Without `progress`; `flow.stepId` is the step to run, or where the turn came to rest. */
  readonly state: FlowState;
  readonly effects: readonly Effect[];
  readonly stepsRun: number;
  /** Whether it waits, is completed or handed off: no step is to be run. */
  readonly resting: boolean;
  /** It has raised once and goes on at the flow's `onError`. */
  readonly recovering?: true;
}

const maxMeasured = 5;
/**
 * The turn after a step.
 * @throws FlowEngineError `state_too_large`
 */
export function transition(
  turn: Turn,
  outcome: Exclude<StepOutcome, { kind: 'suspended' | 'called' }>,
): Turn {
  const replies = ('send' in outcome && outcome.send) || [];
  const state = { ...withoutWaiting(turn.state), history: withReplies(turn.state.history, replies) };
  const effects = withEffects(turn.effects, replies);
  const ran = { ...turn, effects, stepsRun: turn.stepsRun + 1, resting: outcome.kind !== 'next' };
  switch (outcome.kind) {
    case 'next':
      return {
        ...ran,
        state: {
          ...withFigures(state, outcome),
          flow: { ...state.flow, stepId: outcome.next },
          variables: assign(state.variables, outcome.assign),
          attempts: 0,
        },
      };
    case 'wait':
      return {
        ...ran,
        state: {
          ...state,
          attempts: outcome.attempts,
          ...(outcome.offered && { offered: outcome.offered }),
          ...(outcome.asked && { asked: outcome.asked }),
          ...(outcome.wake && { wake: outcome.wake }),
        },
      };
    case 'handoff':
      return {
        ...ran,
        state: { ...state, status: 'handoff', handoff: outcome.handoff, attempts: 0 },
        effects: [...effects, { kind: 'handoff', handoff: outcome.handoff, plan: outcome.plan }],
      };
    case 'completed':
      return {
        ...ran,
        state: { ...state, status: 'completed', attempts: 0 },
        effects: [...effects, { kind: 'flow-completed', flow: state.flow, outcome: 'completed' }],
      };
  }
}

/** What a question or a wait has kept ends with it. */
export function withoutWaiting(state: FlowState): FlowState {
  if (state.offered === undefined && state.asked === undefined && state.wake === undefined) return state;
  const { offered: _, asked: __, wake: ___, ...rest } = state;
  return rest;
}

/** @throws FlowEngineError `state_too_large` */
function withEffects(effects: readonly Effect[], replies: readonly Effect[]): readonly Effect[] {
  if (replies.length === 0) return effects;
  const all = [...effects, ...replies];
  if (fitsEffects(all)) return all;
  throw new FlowEngineError('state_too_large', 'the replies of one turn are too long');
}

function withReplies(history: FlowState['history'], replies: readonly Effect[]): FlowState['history'] {
  let next = history;
  for (const effect of replies)
    if (effect.kind === 'reply') next = withSaid(next, { role: 'assistant', text: effect.reply.text });
  return next;
}

type Figures = Pick<Extract<StepOutcome, { kind: 'next' }>, 'measured' | 'tokens' | 'refused'>;

/** What reports want to know of the run. @see design 12 */
function withFigures(state: FlowState, { measured, tokens, refused }: Figures): FlowState {
  if (!measured && tokens === undefined && !refused) return state;
  const others = (state.measured ?? []).filter(({ stepId }) => stepId !== measured?.stepId);
  return {
    ...state,
    ...(measured && { measured: [...others, measured].slice(-maxMeasured) }),
    ...(tokens !== undefined && { llmTokens: (state.llmTokens ?? 0) + tokens }),
    ...(refused && { handoffsRefused: (state.handoffsRefused ?? 0) + 1 }),
  };
}

function assign(variables: FlowState['variables'], assigned: Assigned | undefined): FlowState['variables'] {
  if (!assigned) return variables;
  const next = { ...variables, ...assigned };
  if (!fitsVariables(next)) throw new FlowEngineError('state_too_large', 'the variables are too large');
  return next;
}
