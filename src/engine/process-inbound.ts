import type { CanonicalMessage } from '../contract/canonical-message.ts';
import { limits } from '../contract/limits.ts';
import { type Begun, beginTurn } from './begin-turn.ts';
import { ExpressionError, FlowEngineError } from './errors.ts';
import { findStep } from './find-step.ts';
import type { FlowState, ProcessInbound, TurnDeps, TurnResult } from './interfaces.ts';
import { stepContext } from './step-context.ts';
import { reachesOutside, runStep } from './steps/run-step.ts';
import { type Turn, transition } from './transition.ts';

/**
 * Runs the turn of one message; what it asks for is returned, never done, save calls of `http` and `llm` steps.
 * @throws FlowEngineError when the flow raises, once the state is saved; and whatever `deps.state.save` rejects with
 * @see spec "What the service does" 2, design 4
 */
export const processInbound: ProcessInbound = async (message, deps) => {
  const loaded = deps.state.load();
  if (loaded?.status === 'handoff' && loaded.handoff) {
    return { outcome: 'ended', state: loaded, effects: [{ kind: 'passed-on', handoff: loaded.handoff }] };
  }
  const begun = await raising(loaded, deps, () => beginTurn(message, loaded, deps));
  return await runSteps(begun, message, deps);
};

async function runSteps(
  { flow, turn: begun }: Begun,
  message: CanonicalMessage,
  deps: TurnDeps,
): Promise<TurnResult> {
  let turn = begun;
  while (!turn.resting) {
    const { state, stepsRun, effects } = turn;
    const { stepId } = state.flow;
    const saved = { ...state, progress: { messageId: message.messageId, stepId, effects, stepsRun } };
    const step = await raising(saved, deps, () => {
      assertStepsLeft(stepsRun);
      return findStep(flow, stepId);
    });
    await deps.state.save(saved, { durable: reachesOutside(step) });
    const current = turn;
    const next = await raising<Turn | null>(saved, deps, async () => {
      const outcome = await runStep(step, stepContext(flow, state, stepsRun, message, deps));
      return outcome.kind === 'suspended' ? null : transition(current, outcome);
    });
    if (next === null) return { outcome: 'suspended', state: saved };
    turn = next;
  }
  return { outcome: 'ended', state: turn.state, effects: turn.effects };
}

function assertStepsLeft(stepsRun: number): void {
  if (stepsRun < limits.stepsPerTurn) return;
  throw new FlowEngineError('too_many_steps', `a turn may run ${limits.stepsPerTurn} steps`);
}

/** Runs what may raise; the state is durable before the error leaves. @see spec "States and transitions" */
async function raising<T>(state: FlowState | null, deps: TurnDeps, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (state) await deps.state.save(state, { durable: true });
    throw asEngineError(error, state?.flow.stepId);
  }
}

function asEngineError(error: unknown, stepId: string | undefined): FlowEngineError {
  if (error instanceof FlowEngineError && error.stepId !== undefined) return error;
  const message = error instanceof Error ? error.message : String(error);
  const at = { ...(stepId !== undefined && { stepId }), cause: error };
  if (error instanceof FlowEngineError) return new FlowEngineError(error.code, message, at);
  return new FlowEngineError(
    error instanceof ExpressionError ? 'expression_failed' : 'step_failed',
    message,
    at,
  );
}
