import type { FlowDefinition } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { FlowEngineError } from './errors.ts';
import { fitsVariables } from './fits-state.ts';
import type { FlowState, Frame, Json } from './interfaces.ts';
import type { Assigned } from './steps/step.ts';
import type { Turn } from './transition.ts';

/**
 * The turn at the start of a flow that is run as a part of the present one.
 * @throws FlowEngineError `calls_too_deep`, `state_too_large`
 */
export function enterCall(turn: Turn, called: FlowDefinition, input: Assigned): Turn {
  const { frames = [], flow, variables, ...state } = turn.state;
  const depth = frames.filter(({ kind }) => kind === 'call').length;
  if (depth >= limits.callDepth) {
    throw new FlowEngineError('calls_too_deep', `flows call each other more than ${limits.callDepth} deep`);
  }
  const own = { ...called.variables, ...input };
  const entered: FlowState = {
    ...state,
    frames: [...frames, { kind: 'call', flow, variables }],
    flow: { id: called.id, version: called.version, stepId: called.start },
    variables: own,
    attempts: 0,
  };
  if (!fitsVariables({ ...own, frames: entered.frames as unknown as Json })) {
    throw new FlowEngineError(
      'state_too_large',
      'the variables of the flows that call each other are too large',
    );
  }
  return { ...turn, state: entered, stepsRun: turn.stepsRun + 1 };
}

/** What a part that has ended comes back to; null at the end of the run itself. */
export function innermost(state: FlowState): Frame | null {
  return state.frames?.at(-1) ?? null;
}

/** The state where a frame was left, without it. */
export function leave(state: FlowState, frame: Frame): FlowState {
  const { frames = [], offered: _, asked: __, wake: ___, ...rest } = state;
  const left = frames.slice(0, frames.lastIndexOf(frame));
  return {
    ...rest,
    flow: frame.flow,
    ...(frame.kind === 'call' && { variables: frame.variables }),
    // The same question is asked once more: its earlier messages are still its own.
    ...(frame.kind === 'return' && frame.asked && { asked: frame.asked }),
    attempts: 0,
    ...(left.length > 0 && { frames: left }),
  };
}
