import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { FlowEngineError } from './errors.ts';
import { findStep } from './find-step.ts';
import { foldText } from './fold-text.ts';
import { saidBy, withSaid } from './history.ts';
import type { FlowState, TurnDeps } from './interfaces.ts';
import { stepContext } from './step-context.ts';
import { answerQuestion } from './steps/question.ts';
import { type Turn, transition } from './transition.ts';

/** Where a message finds its flow. */
export interface Begun {
  readonly flow: FlowDefinition;
  readonly turn: Turn;
}

/**
 * Finds the step at which a message's turn begins, in this order: where the same message's turn was suspended, where
 * a trigger word leads, past the question that waits, or at the start of a new run.
 * @throws FlowEngineError `flow_not_found`
 */
export async function beginTurn(
  message: CanonicalMessage,
  loaded: FlowState | null,
  deps: TurnDeps,
): Promise<Begun> {
  if (loaded?.progress?.messageId === message.messageId) return await resume(loaded, loaded.progress, deps);
  const running = loaded?.status === 'active' ? withoutProgress(loaded) : null;
  const flow = running
    ? await findFlow(deps, running.flow.id, running.flow.version)
    : await findFlow(deps, deps.flowId);
  const before = running ?? newRun(flow, loaded);
  const state = { ...before, history: withSaid(before.history, saidBy(message)) };
  const turn: Turn = { state, effects: [], stepsRun: 0, resting: false };
  const triggered = findTrigger(flow, message);
  if (triggered !== null) return { flow, turn: jump(turn, triggered) };
  return { flow, turn: running ? answer(flow, turn, message, deps) : turn };
}

type Progress = NonNullable<FlowState['progress']>;

async function resume(loaded: FlowState, progress: Progress, deps: TurnDeps): Promise<Begun> {
  const { stepId, effects, stepsRun } = progress;
  const turn: Turn = { state: withoutProgress(loaded), effects, stepsRun, resting: false };
  return {
    flow: await findFlow(deps, loaded.flow.id, loaded.flow.version),
    turn: jump(turn, stepId, turn.state.attempts),
  };
}

/** A conversation that was left in the middle of another turn goes on at its persisted step. */
function answer(flow: FlowDefinition, turn: Turn, message: CanonicalMessage, deps: TurnDeps): Turn {
  const step = findStep(flow, turn.state.flow.stepId);
  if (step.kind !== 'question') return turn;
  const context = stepContext(flow, turn.state, turn.stepsRun, message, deps);
  const outcome = answerQuestion(step, context);
  return outcome.kind === 'suspended' ? turn : { ...transition(turn, outcome), stepsRun: 0 };
}

async function findFlow(deps: TurnDeps, id: string, version?: number): Promise<FlowDefinition> {
  const flow = await deps.flows.find(id, version);
  if (flow) return flow;
  const name = version === undefined ? id : `${id} version ${version}`;
  throw new FlowEngineError('flow_not_found', `there is no flow ${name}`);
}

function newRun(flow: FlowDefinition, earlier: FlowState | null): FlowState {
  return {
    status: 'active',
    flow: { id: flow.id, version: flow.version, stepId: flow.start },
    variables: flow.variables ?? {},
    attempts: 0,
    handoff: null,
    history: earlier?.history ?? [],
  };
}

function findTrigger(flow: FlowDefinition, message: CanonicalMessage): string | null {
  const said = foldText(message.text ?? '');
  if (said === '') return null;
  return flow.triggers?.find(({ words }) => words.some((word) => foldText(word) === said))?.next ?? null;
}

function jump(turn: Turn, stepId: string, attempts = 0): Turn {
  return { ...turn, state: { ...turn.state, flow: { ...turn.state.flow, stepId }, attempts } };
}

function withoutProgress({ progress: _, ...state }: FlowState): FlowState {
  return state;
}
