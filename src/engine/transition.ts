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
  /** It has raised once and goes on at the flow's `onError`. */
  readonly recovering?: true;
}

/**
 * What a conversation may hold: it lies in one item of the database (400 KB), twice while a turn is suspended, together
 * with the turn's message and its effects.
 */
const maxVariableBytes = 64 * 1024;
const maxEffectBytes = 64 * 1024;
const maxMeasured = 5;
/** No character of UTF-16 is more bytes of UTF-8. */
const maxBytesOfChar = 3;
const utf8 = new TextEncoder();

/** Whether a value takes so many bytes as JSON: most are so much shorter that nothing needs to be encoded. */
function fits(value: unknown, bytes: number): boolean {
  const json = JSON.stringify(value);
  return json.length * maxBytesOfChar <= bytes || utf8.encode(json).length <= bytes;
}

/**
 * The turn after a step.
 * @throws FlowEngineError `state_too_large`
 */
export function transition(
  turn: Turn,
  outcome: Exclude<StepOutcome, { kind: 'suspended' | 'called' }>,
): Turn {
  const sent = send(turn, 'send' in outcome ? (outcome.send ?? []) : []);
  const ran = { ...sent, stepsRun: turn.stepsRun + 1 };
  const { offered: _, wake: __, ...state } = sent.state;
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
        resting: false,
      };
    case 'wait':
      return {
        ...ran,
        state: {
          ...state,
          attempts: outcome.attempts,
          ...(outcome.offered && { offered: outcome.offered }),
          ...(outcome.wake && { wake: outcome.wake }),
        },
        resting: true,
      };
    case 'handoff':
      return {
        ...ran,
        state: { ...state, status: 'handoff', handoff: outcome.handoff, attempts: 0 },
        effects: [...ran.effects, { kind: 'handoff', handoff: outcome.handoff, plan: outcome.plan }],
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
  if (!fits(effects, maxEffectBytes)) {
    throw new FlowEngineError('state_too_large', 'the replies of one turn are too long');
  }
  const said = texts(replies).map((text) => ({ role: 'assistant' as const, text }));
  return { ...turn, effects, state: { ...turn.state, history: withSaid(turn.state.history, ...said) } };
}

type Figures = Pick<Extract<StepOutcome, { kind: 'next' }>, 'measured' | 'tokens' | 'refused'>;

/** What reports want to know of the run. @see design 12 */
function withFigures(state: FlowState, { measured, tokens, refused }: Figures): FlowState {
  const others = (state.measured ?? []).filter(({ stepId }) => stepId !== measured?.stepId);
  return {
    ...state,
    ...(measured && { measured: [...others, measured].slice(-maxMeasured) }),
    ...(tokens !== undefined && { llmTokens: (state.llmTokens ?? 0) + tokens }),
    ...(refused && { handoffsRefused: (state.handoffsRefused ?? 0) + 1 }),
  };
}

/** Whether a conversation may hold these variables. */
export function fitsVariables(variables: FlowState['variables']): boolean {
  return fits(variables, maxVariableBytes);
}

function assign(variables: FlowState['variables'], assigned: Assigned | undefined): FlowState['variables'] {
  if (!assigned) return variables;
  const next = { ...variables, ...assigned };
  if (!fitsVariables(next)) {
    throw new FlowEngineError('state_too_large', 'the variables are too large');
  }
  return next;
}
