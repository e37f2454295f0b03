import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, Trigger } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { FlowEngineError } from './errors.ts';
import type { FlowState, Frame, Json, TurnDeps, Wake } from './interfaces.ts';
import type { WorkBudget } from './size.ts';
import { TurnStepContext } from './step-context.ts';
import { answerQuestion, wakeQuestion } from './steps/ask-question.ts';
import type { Assigned, StepOutcome } from './steps/step.ts';
import { endWait } from './steps/wait.ts';
import { findStep, fitsItem, llmMessageOf, type Turn, transition, withHistory } from './transition.ts';
import { foldText, looseForms, normalizeTyped } from './typed-text.ts';

/** Where the flow stands when a message arrives. */
export interface Begun {
  readonly flow: FlowDefinition;
  readonly turn: Turn;
  /** Prepares the current step before any step runs: takes the message as its answer, or wakes it. */
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
  let running: FlowState | null = null;
  if (loaded?.status === 'active') {
    // Once a message has come, nothing is suspended, and nothing happens by itself any more.
    const { progress: _, wake: __, woken: ___, ...rest } = loaded;
    running = rest;
  }
  const flow = running
    ? await findFlow(deps, running.flow.id, running.flow.version)
    : await findFlow(deps, deps.flowId);
  const before = running ?? newRun(flow, loaded);
  const state = { ...before, history: withHistory(before.history, llmMessageOf(message)) };
  const turn: Turn = { state, effects: [], stepsRun: 0, resting: false };
  const mayTrigger = flow.triggers !== undefined || state.frames?.length;
  const triggered = mayTrigger && (await followTrigger(turn, flow, running !== null, message, deps));
  if (triggered) return { ...triggered, standing: null };
  return { flow, turn, standing: running ? { kind: 'answered' } : null };
}

/** Whether the flow waits at a step that a message ends. */
function isWaiting(flow: FlowDefinition, state: FlowState): boolean {
  const { kind } = findStep(flow, state.flow.stepId);
  return kind === 'question' || kind === 'wait';
}

/** The turn of a timer, without a message. */
async function wake(loaded: FlowState, { kind }: Wake, deps: TurnDeps): Promise<Begun> {
  const { progress: _, wake: __, woken = 0, ...rest } = loaded;
  return {
    flow: await findFlow(deps, loaded.flow.id, loaded.flow.version),
    turn: {
      state: { ...rest, woken: woken + 1 },
      effects: [],
      stepsRun: 0,
      resting: false,
    },
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
export async function leaveStep(
  { flow, turn }: Begun,
  standing: Standing,
  run: { message: CanonicalMessage; deps: TurnDeps; work: WorkBudget },
): Promise<Turn> {
  const step = findStep(flow, turn.state.flow.stepId);
  let outcome: StepOutcome;
  if (step.kind === 'wait') outcome = endWait(step, standing.kind === 'woken' ? 'time' : 'message');
  else if (step.kind === 'question') {
    const context = new TurnStepContext(flow, turn.state, turn.stepsRun, run);
    outcome =
      standing.kind === 'woken'
        ? wakeQuestion(step, standing.by, context)
        : await answerQuestion(step, context);
  } else return turn;
  if (outcome.kind === 'suspended' || outcome.kind === 'called') return turn;
  if (outcome.kind === 'next') run.deps.tookWay?.(turn.state.flow.id, takenPath(turn.state, outcome));
  return { ...transition(turn, outcome), stepsRun: 0 };
}

/** The connection by which a step is left, as `connectionsFrom` names it. */
export function takenPath({ flow }: FlowState, { by = 'next' }: { readonly by?: string } = {}): string {
  return `steps.${flow.stepId}.${by}`;
}

type Progress = NonNullable<FlowState['progress']>;

async function resume(loaded: FlowState, progress: Progress, deps: TurnDeps): Promise<Begun> {
  const { stepId, effects, stepsRun, recovering } = progress;
  const { progress: _, ...state } = loaded;
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
    // The log doesn't have yet what the last run recorded when it ended silently.
    ...(earlier?.recorded && { recorded: earlier.recorded }),
  };
}

/**
 * Follows a keyword of the running flow, else of the nearest flow that called it, which ends the flows in between.
 */
async function followTrigger(
  turn: Turn,
  flow: FlowDefinition,
  isRunning: boolean,
  message: CanonicalMessage,
  deps: TurnDeps,
): Promise<Omit<Begun, 'standing'> | null> {
  const { state } = turn;
  const frame = state.frames?.at(-1);
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
  if (!fitsItem({ ...own, frames: entered.frames as unknown as Json })) {
    throw new FlowEngineError(
      'state_too_large',
      'the variables of the flows that call each other are too large',
    );
  }
  return { ...turn, state: entered, stepsRun: turn.stepsRun + 1 };
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

type Triggers = NonNullable<FlowDefinition['triggers']>;

/** The trigger whose keyword a message is. */
function findTrigger(flow: FlowDefinition, message: Pick<CanonicalMessage, 'text'>): Trigger | null {
  const { triggers } = flow;
  if (!triggers?.length) return null;
  const text = message.text ?? '';
  const { spelled, folded, loose } = keywordsOf(triggers);
  const found = spelled.get(normalizeTyped(text).toLowerCase()) ?? folded.get(foldText(text));
  if (found) return found;
  const meant = new Set<Trigger>();
  for (const form of looseForms(text)) for (const trigger of loose.get(form) ?? []) meant.add(trigger);
  const [trigger = null] = meant;
  return meant.size === 1 ? trigger : null;
}

interface Keywords {
  /** If two triggers share a word, the first wins. Words that only fold alike stay distinct. */
  readonly spelled: ReadonlyMap<string, Trigger>;
  readonly folded: ReadonlyMap<string, Trigger>;
  /** Without punctuation and emoji, words of several triggers may be alike. */
  readonly loose: ReadonlyMap<string, ReadonlySet<Trigger>>;
}

const known = new WeakMap<Triggers, Keywords>();

function keywordsOf(triggers: Triggers): Keywords {
  const found = known.get(triggers);
  if (found) return found;
  const spelled = new Map<string, Trigger>();
  const folded = new Map<string, Trigger>();
  const loose = new Map<string, Set<Trigger>>();
  for (const trigger of triggers)
    for (const word of trigger.words) {
      setFirst(spelled, normalizeTyped(word).toLowerCase(), trigger);
      setFirst(folded, foldText(word), trigger);
      for (const form of looseForms(word)) loose.set(form, (loose.get(form) ?? new Set()).add(trigger));
    }
  const keywords = { spelled, folded, loose };
  known.set(triggers, keywords);
  return keywords;
}

function setFirst(map: Map<string, Trigger>, key: string, trigger: Trigger): void {
  if (key !== '' && !map.has(key)) map.set(key, trigger);
}

/** A trigger without `return` ends the digression in which it is used. */
function withoutReturns(frames: FlowState['frames']): FlowState['frames'] {
  return frames?.filter(({ kind }) => kind !== 'return');
}

function digressionFrom({ flow, asked }: FlowState): Frame {
  return { kind: 'return', flow, ...(asked && { asked }) };
}

function jump({ offered: _, asked: __, ...state }: FlowState, stepId: string): FlowState {
  return { ...state, flow: { ...state.flow, stepId }, attempts: 0 };
}

/** Whether a message is a keyword that works during a handoff, in the running flow or in one that called it. */
export async function isHeardDuringHandoff(
  message: Pick<CanonicalMessage, 'text'>,
  state: FlowState,
  flows: TurnDeps['flows'],
): Promise<boolean> {
  const flow = await flows.find(state.flow.id, state.flow.version);
  const trigger = flow && findTrigger(flow, message);
  if (trigger) return trigger.duringHandoff === true;
  const frame = state.frames?.at(-1);
  return frame ? isHeardDuringHandoff(message, leave(state, frame), flows) : false;
}
