import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, Step } from '../contract/flow.ts';
import type { WorkBudget } from './cost/work.ts';
import { FlowEngineError } from './errors.ts';
import { findStep } from './find-step.ts';
import { findTrigger } from './find-trigger.ts';
import { innermost, leave } from './frames.ts';
import { saidBy, withSaid } from './history.ts';
import type { FlowState, Frame, TurnDeps, Wake } from './interfaces.ts';
import { stepContext } from './step-context.ts';
import { answerQuestion, wakeQuestion } from './steps/question.ts';
import type { StepContext, StepOutcome } from './steps/step.ts';
import { endWait } from './steps/wait.ts';
import { tell } from './tell-way.ts';
import { type Turn, transition } from './transition.ts';
import { asWoken, withoutWake } from './wake.ts';

/** Where a message finds its flow. */
export interface Begun {
  readonly flow: FlowDefinition;
  readonly turn: Turn;
  /** What is to be done at the step at which the flow stands, before any is run: the message is an answer, or it is woken. */
  readonly standing: Standing | null;
}

type Standing = { readonly kind: 'answered' } | { readonly kind: 'woken'; readonly by: Wake['kind'] };

/**
 * Finds the step at which a message's turn begins, in this order: where the same message's turn was suspended, where
 * a trigger word leads, at the step that waits, or at the start of a new run.
 * @throws FlowEngineError `flow_not_found`
 */
export async function beginTurn(
  message: CanonicalMessage,
  loaded: FlowState | null,
  deps: TurnDeps,
): Promise<Begun> {
  if (loaded?.progress?.messageId === message.messageId) return await resume(loaded, loaded.progress, deps);
  if (loaded?.wake && deps.woken) return await wake(loaded, loaded.wake, deps);
  const running = loaded?.status === 'active' ? withoutWake(withoutProgress(loaded)) : null;
  const flow = running
    ? await findFlow(deps, running.flow.id, running.flow.version)
    : await findFlow(deps, deps.flowId);
  const before = running ?? newRun(flow, loaded);
  const state = { ...before, history: withSaid(before.history, saidBy(message)) };
  const turn: Turn = { state, effects: [], stepsRun: 0, resting: false };
  const mayTrigger = flow.triggers !== undefined || innermost(state) !== null;
  const triggered = mayTrigger && (await followTrigger(turn, flow, running !== null, message, deps));
  if (triggered) return { ...triggered, standing: null };
  return { flow, turn, standing: running !== null && isWaiting(flow, state) ? { kind: 'answered' } : null };
}

/** Whether the flow stands at a step that somebody's message ends. */
function isWaiting(flow: FlowDefinition, state: FlowState): boolean {
  const { kind } = findStep(flow, state.flow.stepId);
  return kind === 'question' || kind === 'wait';
}

/** The turn of a time that has come: nobody has said anything. */
async function wake(loaded: FlowState, { kind }: Wake, deps: TurnDeps): Promise<Begun> {
  return {
    flow: await findFlow(deps, loaded.flow.id, loaded.flow.version),
    turn: { state: asWoken(withoutProgress(loaded)), effects: [], stepsRun: 0, resting: false },
    standing: { kind: 'woken', by: kind },
  };
}

/** The published version of a flow, or the very one asked for. @throws FlowEngineError `flow_not_found` */
export async function findFlow(deps: TurnDeps, id: string, version?: number): Promise<FlowDefinition> {
  const flow = await deps.flows.find(id, version);
  if (flow) return flow;
  const name = version === undefined ? id : `${id} version ${version}`;
  throw new FlowEngineError('flow_not_found', `there is no flow ${name}`);
}

/** Does what the message, or the time, does to the step at which the flow stands. @throws ExpressionError */
export function leaveStep(
  { flow, turn, standing }: Begun,
  message: CanonicalMessage,
  deps: TurnDeps,
  work: WorkBudget,
): Turn | Promise<Turn> {
  const step = findStep(flow, turn.state.flow.stepId);
  const outcome =
    standing && outcomeOf(step, standing, stepContext(flow, turn.state, turn.stepsRun, message, deps, work));
  return outcome instanceof Promise
    ? outcome.then((done) => leftBy(done, turn, deps))
    : leftBy(outcome, turn, deps);
}

function leftBy(outcome: StepOutcome | null, turn: Turn, deps: TurnDeps): Turn {
  if (!outcome || outcome.kind === 'suspended' || outcome.kind === 'called') return turn;
  tell(deps, turn.state, outcome);
  return { ...transition(turn, outcome), stepsRun: 0 };
}

function outcomeOf(
  step: Step,
  standing: Standing,
  context: StepContext,
): StepOutcome | null | Promise<StepOutcome> {
  if (step.kind === 'wait') return endWait(step, standing.kind === 'woken' ? 'time' : 'message');
  if (step.kind !== 'question') return null;
  return standing.kind === 'woken' ? wakeQuestion(step, standing.by, context) : answerQuestion(step, context);
}

type Progress = NonNullable<FlowState['progress']>;

async function resume(loaded: FlowState, progress: Progress, deps: TurnDeps): Promise<Begun> {
  const { stepId, effects, stepsRun, recovering } = progress;
  const state = withoutProgress(loaded);
  return {
    flow: await findFlow(deps, loaded.flow.id, loaded.flow.version),
    turn: {
      state: { ...state, flow: { ...state.flow, stepId } },
      effects,
      stepsRun,
      resting: false,
      ...(recovering && { recovering }),
    },
    standing: null,
  };
}

function newRun(flow: FlowDefinition, earlier: FlowState | null): FlowState {
  return {
    status: 'active',
    flow: { id: flow.id, version: flow.version, stepId: flow.start },
    variables: flow.variables ?? {},
    attempts: 0,
    handoff: null,
    history: earlier?.history ?? [],
    // What a silent end of the last run has found is not in the log yet.
    ...(earlier?.recorded && { recorded: earlier.recorded }),
  };
}

/** Where a trigger word leads: of the flow that runs, else of the nearest one that called it, whose parts it ends. */
async function followTrigger(
  turn: Turn,
  flow: FlowDefinition,
  isRunning: boolean,
  message: CanonicalMessage,
  deps: TurnDeps,
): Promise<Omit<Begun, 'standing'> | null> {
  const { state } = turn;
  const frame = innermost(state);
  const trigger = findTrigger(flow, message);
  if (!trigger && !frame) return null;
  if (!trigger && frame) {
    const left = { ...turn, state: leave(state, frame) };
    const around = await findFlow(deps, frame.flow.id, frame.flow.version);
    return await followTrigger(left, around, isRunning, message, deps);
  }
  if (!trigger) return null;
  const waiting = isRunning && isWaiting(flow, state);
  // In a digression already, the question that waits is the one to come back to.
  const comesBack = trigger.return === true && waiting && frame?.kind !== 'return';
  const frames = comesBack
    ? [...(state.frames ?? []), digressionFrom(state)]
    : trigger.return === true
      ? state.frames
      : withoutReturns(state.frames);
  return { flow, turn: { ...turn, state: jump({ ...state, ...(frames && { frames }) }, trigger.next) } };
}

/** A trigger that does not come back ends the digression that it is said in. */
function withoutReturns(frames: FlowState['frames']): FlowState['frames'] {
  return frames?.filter(({ kind }) => kind !== 'return');
}

function digressionFrom({ flow, asked }: FlowState): Frame {
  return { kind: 'return', flow, ...(asked && { asked }) };
}

function jump({ offered: _, asked: __, ...state }: FlowState, stepId: string): FlowState {
  return { ...state, flow: { ...state.flow, stepId }, attempts: 0 };
}

function withoutProgress(state: FlowState): FlowState {
  if (state.progress === undefined) return state;
  const { progress: _, ...rest } = state;
  return rest;
}
