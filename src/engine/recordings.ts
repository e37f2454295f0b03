import type { Step, StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import type { Found, RecordedStep } from '../domain/recorded-steps.ts';
import { findFlow } from './begin-turn.ts';
import type { FlowState, TurnDeps } from './interfaces.ts';
import type { Assigned, StepContext, StepOutcome } from './steps/step.ts';

type Outside = StepOf<'http'> | StepOf<'llm'>;

/** Whether a step has an effect outside, before which the state must be durable. @see design 4 */
export const reachesOutside = (step: Step): step is Outside => step.kind === 'http' || step.kind === 'llm';

/**
 * What a step found then, as its outcome now: the draft leads where it leads.
 * @returns undefined where the step is to call, and suspended where what it now wants was never found
 */
export function recalled(step: Step, { deps, stepId, state, reply }: StepContext): StepOutcome | undefined {
  if (!reachesOutside(step)) return undefined;
  const found = deps.recall?.(state.flow.id, stepId, step.kind);
  if (found === undefined) return undefined;
  if (found === null || !holds(found, step)) return { kind: 'suspended' };
  const { by, said } = found;
  // What was kept is JSON.
  const assign = found.assign as Assigned;
  if (by === 'onError') return { kind: 'next', next: step.onError, by, assign };
  if (step.kind === 'http') return { kind: 'next', next: step.next, assign: only(assign, step.saveAs) };
  return {
    kind: 'next',
    next: step.next,
    assign,
    ...(step.send && said !== undefined && { send: reply(said) }),
  };
}

/** Whether it has all that the step saves and says now. */
function holds({ by, assign, said }: Found, step: Outside): boolean {
  if (by === 'onError') return true;
  const has = (name: string) => Object.hasOwn(assign, name);
  if (step.kind === 'http') return Object.keys(step.saveAs ?? {}).every(has);
  return (step.saveAs === undefined || has(step.saveAs)) && !(step.send && said === undefined);
}

const only = (assign: Assigned, saveAs: object = {}): Assigned =>
  Object.fromEntries(Object.entries(assign).filter(([name]) => Object.hasOwn(saveAs, name)));

/** The state with what a step has found outside, if the conversation is of the sample of the flow that its run began with. */
export async function withRecording(
  state: FlowState,
  outcome: StepOutcome,
  deps: TurnDeps,
): Promise<FlowState> {
  if (!deps.isSampled || outcome.kind !== 'next') return state;
  const { id, stepId } = state.flow;
  const outermost = state.frames?.[0]?.flow ?? state.flow;
  const { recordPercent = limits.recordPercent } = await findFlow(deps, outermost.id, outermost.version);
  if (!deps.isSampled(recordPercent)) return state;
  const said = outcome.send?.flatMap((effect) => (effect.kind === 'reply' ? [effect.reply.text] : []));
  const found: Found = {
    by: outcome.by === 'onError' ? 'onError' : 'next',
    assign: outcome.assign ?? {},
    ...(said && { said: said.join('\n') }),
  };
  const { recorded = [] } = state;
  if (recorded.length >= limits.stepsPerTurn) return state;
  const one: RecordedStep = { flowId: id, stepId, found };
  const fits = JSON.stringify([...recorded, one]).length <= limits.recordedChars;
  return { ...state, recorded: [...recorded, fits ? one : { ...one, found: null }] };
}
