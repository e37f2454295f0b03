import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, Step, StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import type { Found, RecordedStep } from '../domain/conversation.ts';
import { type Begun, beginTurn, enterCall, findFlow, leave, leaveStep, takenPath } from './begin-turn.ts';
import { ExpressionError, FlowEngineError } from './errors.ts';
import type { FlowState, ProcessInbound, TurnDeps } from './interfaces.ts';
import { WorkBudget } from './size.ts';
import { TurnStepContext } from './step-context.ts';
import { runStep } from './steps/kinds.ts';
import type { Assigned, StepContext, StepOutcome, Suspended } from './steps/step.ts';
import { findStep, llmMessageOf, readsHistory, type Turn, transition, withHistory } from './transition.ts';

/** The steps that a turn may run after an error beyond its limit of 100: enough for an apology. */
const stepsToRecover = 10;

/**
 * Runs the turn of one message. It returns its effects and performs none, except the calls of `http` and `llm`
 * steps.
 * @throws FlowEngineError when the flow fails and has no `onError`, after the state is saved; and whatever
 * `deps.state.save` rejects with
 * @see spec "What the service does" 2, design 4
 */
export const processInbound: ProcessInbound = async (message, deps) => {
  const loaded = deps.state.before;
  if (deps.starts && loaded && loaded.status !== 'completed' && !isResumed(message, loaded))
    return { outcome: 'ended', state: loaded, effects: [] };
  if (loaded?.status === 'handoff' && loaded.handoff) {
    const state = { ...loaded, history: withHistory(loaded.history, llmMessageOf(message)) };
    return { outcome: 'ended', state, effects: [{ kind: 'passed-on', handoff: loaded.handoff }] };
  }
  let begun: Begun;
  try {
    begun = await beginTurn(message, loaded, deps);
  } catch (error) {
    // Nothing has started that an `onError` could continue from.
    if (loaded) await deps.state.save(loaded);
    throw asEngineError(error, loaded?.flow.stepId);
  }
  const run: Run = { message, deps, work: new WorkBudget(), flow: begun.flow, recovered: null };
  let { turn } = begun;
  try {
    if (begun.standing) turn = await leaveStep(begun, begun.standing, run);
  } catch (error) {
    turn = await recover(run, turn, error, savedState(run, turn));
  }
  while (!turn.resting) {
    const saved = savedState(run, turn);
    try {
      const next = await takeStep(run, turn, saved);
      if ('kind' in next)
        return { outcome: 'suspended', state: saved, ...(next.isChosen && { isChosen: true }) };
      turn = next;
    } catch (error) {
      turn = await recover(run, turn, error, saved);
    }
  }
  const { recovered } = run;
  // A part's history may be read by what it is a part of.
  const isIdle =
    turn.state.history.length > 0 &&
    !turn.state.frames?.length &&
    !readsHistory(isOf(run.flow, turn.state) ? run.flow : await flowOf(run, turn.state));
  const state = isIdle ? { ...turn.state, history: [] } : turn.state;
  return { outcome: 'ended', state, effects: turn.effects, ...(recovered && { recovered }) };
};

const isResumed = ({ messageId }: CanonicalMessage, { progress }: FlowState) =>
  progress?.messageId === messageId;

interface Run {
  readonly message: CanonicalMessage;
  readonly deps: TurnDeps;
  /** What is left of the turn's budget for expressions. */
  readonly work: WorkBudget;
  /** The flow of the last step: most turns stay in one. */
  flow: FlowDefinition;
  /** The error that led to the flow's `onError`. */
  recovered: FlowEngineError | null;
}

function savedState(
  { message: { messageId } }: Run,
  { state, effects, stepsRun, recovering }: Turn,
): FlowState {
  const { stepId } = state.flow;
  return { ...state, progress: { messageId, stepId, effects, stepsRun, ...(recovering && { recovering }) } };
}

const isOf = ({ id, version }: FlowDefinition, { flow }: FlowState): boolean =>
  flow.id === id && flow.version === version;

async function flowOf(run: Run, state: FlowState): Promise<FlowDefinition> {
  if (!isOf(run.flow, state)) run.flow = await findFlow(run.deps, state.flow.id, state.flow.version);
  return run.flow;
}

/** A rejected save is not an error of the flow and is rethrown unchanged. */
class SaveFailure extends Error {
  override readonly name = 'SaveFailure';
}

async function takeStep(run: Run, turn: Turn, saved: FlowState): Promise<Turn | Suspended> {
  const { deps } = run;
  const { state, stepsRun } = turn;
  if (stepsRun >= limits.stepsPerTurn + (turn.recovering ? stepsToRecover : 0))
    throw new FlowEngineError('too_many_steps', `a turn may run ${limits.stepsPerTurn} steps`);
  const flow = isOf(run.flow, state) ? run.flow : await flowOf(run, state);
  const step = findStep(flow, state.flow.stepId);
  // Before an effect outside the state must be durable: design 4.
  const isOutside = step.kind === 'http' || step.kind === 'llm';
  try {
    if (isOutside) await deps.state.save(saved);
    else deps.state.passed.push(saved);
  } catch (cause) {
    throw new SaveFailure('the state was not saved', { cause });
  }
  const context = new TurnStepContext(flow, state, stepsRun, run);
  const ran = (deps.recall && recalled(step, context)) ?? runStep(step, context);
  // Most steps are done at once: they need not wait for their turn.
  const outcome = ran instanceof Promise ? await ran : ran;
  switch (outcome.kind) {
    case 'suspended':
      return outcome;
    case 'called':
      return enterCall(turn, await findFlow(deps, outcome.flowId), outcome.input);
    case 'completed':
      return await endPart(run, turn, flow, outcome);
    default:
      if (outcome.kind === 'next') deps.tookWay?.(state.flow.id, takenPath(state, outcome));
      if (!isOutside) return transition(turn, outcome);
      return transition({ ...turn, state: await withRecording(state, outcome, deps) }, outcome);
  }
}

type Outside = StepOf<'http'> | StepOf<'llm'>;

/**
 * Returns a recorded response as the outcome of the step, which continues as the draft says.
 * @returns undefined if the step has to call, and suspended if the response lacks what the step now needs
 */
function recalled(step: Step, context: StepContext): StepOutcome | undefined {
  const { deps, stepId, state } = context;
  if (step.kind !== 'http' && step.kind !== 'llm') return undefined;
  const found = deps.recall?.(state.flow.id, stepId, step.kind);
  if (found === undefined) return undefined;
  if (found === null || !holds(found, step)) return { kind: 'suspended' };
  const { by, said: texts } = found;
  // Recorded responses are JSON.
  const assign = found.assign as Assigned;
  if (by === 'onError') return { kind: 'next', next: step.onError, by, assign };
  if (step.kind === 'http') return { kind: 'next', next: step.next, assign: only(assign, step.saveAs) };
  return {
    kind: 'next',
    next: step.next,
    assign,
    ...(step.send && texts !== undefined && { send: context.reply(texts) }),
  };
}

/** Whether the response has everything that the step now saves and sends. */
function holds({ by, assign, said: texts }: Found, step: Outside): boolean {
  if (by === 'onError') return true;
  const has = (name: string) => Object.hasOwn(assign, name);
  if (step.kind === 'http') return Object.keys(step.saveAs ?? {}).every(has);
  return (step.saveAs === undefined || has(step.saveAs)) && !(step.send && texts === undefined);
}

const only = (assign: Assigned, saveAs: object = {}): Assigned =>
  Object.fromEntries(Object.entries(assign).filter(([name]) => Object.hasOwn(saveAs, name)));

/** The state with what a step has found outside, if the conversation is of the sample of the flow that its run began with. */
async function withRecording(state: FlowState, outcome: StepOutcome, deps: TurnDeps): Promise<FlowState> {
  if (!deps.isSampled || outcome.kind !== 'next') return state;
  const { id, stepId } = state.flow;
  const outermost = state.frames?.[0]?.flow ?? state.flow;
  const { recordPercent = limits.recordPercent } = await findFlow(deps, outermost.id, outermost.version);
  if (!deps.isSampled(recordPercent)) return state;
  const texts = outcome.send?.flatMap((effect) => (effect.kind === 'reply' ? [effect.reply.text] : []));
  const found: Found = {
    by: outcome.by === 'onError' ? 'onError' : 'next',
    assign: outcome.assign ?? {},
    ...(texts && { said: texts.join('\n') }),
  };
  const { recorded = [] } = state;
  if (recorded.length >= limits.stepsPerTurn) return state;
  const one: RecordedStep = { flowId: id, stepId, found };
  const fits = JSON.stringify([...recorded, one]).length <= limits.recordedChars;
  return { ...state, recorded: [...recorded, fits ? one : { ...one, found: null }] };
}

type Completed = Extract<StepOutcome, { kind: 'completed' }>;

/** The end of a part leads back to what it is a part of: the flow that called it, or the question that waited. */
async function endPart(run: Run, turn: Turn, ended: FlowDefinition, outcome: Completed): Promise<Turn> {
  const frame = turn.state.frames?.at(-1);
  if (!frame) return transition(turn, outcome);
  const sent = transition(turn, { kind: 'next', next: turn.state.flow.stepId, send: outcome.send });
  const back: Turn = { ...sent, state: leave(sent.state, frame) };
  if (frame.kind === 'return') return back;
  const caller = await flowOf(run, back.state);
  const step = findStep(caller, frame.flow.stepId);
  if (step.kind !== 'call')
    throw new FlowEngineError('unknown_step', `${ended.id} was called by no call step`);
  const context = new TurnStepContext(caller, back.state, back.stepsRun, run);
  const assigned = Object.entries(step.saveAs ?? {}).map(([name, expression]) => [
    name,
    context.evaluate(expression, { result: turn.state.variables }),
  ]);
  run.deps.tookWay?.(back.state.flow.id, takenPath(back.state));
  return transition(back, { kind: 'next', next: step.next, assign: Object.fromEntries(assigned) });
}

/**
 * Continues at the `onError` of the flow, or of the nearest flow that called it; once per turn.
 * @throws FlowEngineError when there is none, after the state is saved
 */
async function recover(run: Run, turn: Turn, error: unknown, saved: FlowState): Promise<Turn> {
  if (error instanceof SaveFailure) throw error.cause;
  const raised = asEngineError(error, turn.state.flow.stepId);
  const caught = turn.recovering ? null : await findOnError(run.deps, turn.state);
  if (!caught) {
    await run.deps.state.save(saved);
    throw raised;
  }
  run.recovered = raised;
  const { code, message, stepId = null } = raised;
  const { offered: _, asked: __, wake: ___, ...state } = caught.state;
  return {
    ...turn,
    recovering: true,
    state: {
      ...state,
      flow: { ...state.flow, stepId: caught.stepId },
      variables: { ...state.variables, error: { code, message, stepId, status: null } },
      attempts: 0,
    },
  };
}

async function findOnError(
  deps: TurnDeps,
  state: FlowState,
): Promise<{ readonly stepId: string; readonly state: FlowState } | null> {
  const flow = await deps.flows.find(state.flow.id, state.flow.version);
  if (flow?.onError !== undefined && Object.hasOwn(flow.steps, flow.onError))
    return { stepId: flow.onError, state };
  const frame = state.frames?.at(-1);
  return frame ? await findOnError(deps, leave(state, frame)) : null;
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
