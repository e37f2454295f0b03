import { FlowEngineError } from './errors.ts';
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
}

/**
 * What a conversation may hold: it lies in one item of the database (400 KB), twice while a turn is suspended, together
 * with the turn's message and its effects.
 */
const maxVariableBytes = 64 * 1024;
const maxEffectBytes = 64 * 1024;
const utf8 = new TextEncoder();
const bytesOf = (value: unknown) => utf8.encode(JSON.stringify(value)).length;

/**
 * The turn after a step.
 * @throws FlowEngineError `state_too_large`
 */
export function transition(turn: Turn, outcome: Exclude<StepOutcome, { kind: 'suspended' }>): Turn {
  const sent = send(turn, 'send' in outcome ? (outcome.send ?? []) : []);
  const ran = { ...sent, stepsRun: turn.stepsRun + 1 };
  const { state } = sent;
  switch (outcome.kind) {
    case 'next':
      return {
        ...ran,
        state: {
          ...state,
          flow: { ...state.flow, stepId: outcome.next },
          variables: assign(state.variables, outcome.assign),
          attempts: 0,
        },
        resting: false,
      };
    case 'wait':
      return { ...ran, state: { ...state, attempts: outcome.attempts }, resting: true };
    case 'handoff':
      return {
        ...ran,
        state: { ...state, status: 'handoff', handoff: outcome.handoff, attempts: 0 },
        effects: [...ran.effects, { kind: 'handoff', handoff: outcome.handoff }],
        resting: true,
      };
    case 'completed':
      return {
        ...ran,
        state: { ...state, status: 'completed', attempts: 0 },
        effects: [...ran.effects, { kind: 'flow-completed', flow: state.flow, outcome: 'completed' }],
        resting: true,
      };
  }
}

/** Adds replies, to the turn and to the history. */
function send(turn: Turn, replies: readonly Effect[]): Turn {
  if (replies.length === 0) return turn;
  const effects = [...turn.effects, ...replies];
  const texts = (list: readonly Effect[]) =>
    list.flatMap((effect) => (effect.kind === 'reply' ? [effect.reply.text] : []));
  if (bytesOf(effects) > maxEffectBytes) {
    throw new FlowEngineError('state_too_large', 'the replies of one turn are too long');
  }
  const said = texts(replies).map((text) => ({ role: 'assistant' as const, text }));
  return { ...turn, effects, state: { ...turn.state, history: withSaid(turn.state.history, ...said) } };
}

function assign(variables: FlowState['variables'], assigned: Assigned | undefined): FlowState['variables'] {
  if (!assigned) return variables;
  const next = { ...variables, ...assigned };
  if (bytesOf(next) > maxVariableBytes) {
    throw new FlowEngineError('state_too_large', 'the variables are too large');
  }
  return next;
}
