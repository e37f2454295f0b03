import type { FlowDefinition } from '../contract/flow.ts';
import { inWords } from '../contract/in-words.ts';
import { compareEvents, eventsOf } from './compare-events.ts';
import { type Action, type Expected, type FlowScript, flowScript } from './flow-script.ts';
import type { Effect, FlowState, Reply, TurnDeps } from './interfaces.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';
import { scriptedOutside } from './scripted-outside.ts';

export type ScriptResult = {
  readonly ways: readonly string[];
  /** The steps of the flow that it came to. */
  readonly steps: readonly string[];
} & (
  | { readonly ok: true }
  /** `step` is the index of the script's step that failed, one past the last when replies are left over. */
  | { readonly ok: false; readonly step: number; readonly message: string }
);

/** The outcome of the last turn, and how many of its replies were expected. */
interface Heard {
  readonly effects: readonly Effect[];
  readonly replies: readonly Reply[];
  readonly checked: number;
}

/**
 * Plays a script against a flow; every reply must be expected, in order.
 * @param others flows that it may call
 * @throws ZodError when the script is not one
 */
export async function runScript(
  flow: FlowDefinition,
  script: unknown,
  others: readonly FlowDefinition[] = [],
): Promise<ScriptResult> {
  const { steps, ...rest } = flowScript.parse(script, { error: inWords });
  const { rehearsal, took } = openScript(flow, rest, others);
  const failed = (step: number, message: string) => ({ ok: false, step, message, ...took() }) as const;
  let heard: Heard = { effects: [], replies: [], checked: 0 };
  for (const [step, action] of steps.entries()) {
    const played = await play(rehearsal, heard, action);
    if (typeof played === 'string') return failed(step, played);
    heard = played;
  }
  const left = leftOver(heard);
  return left === null ? { ok: true, ...took() } : failed(steps.length, left);
}

/** A rehearsal started by a test, with the connections and steps that it has taken. */
export function openScript(
  flow: FlowDefinition,
  script: Omit<FlowScript, 'steps'>,
  others: readonly FlowDefinition[] = [],
  recall: Pick<TurnDeps, 'recall'> = {},
): { readonly rehearsal: Rehearsal; took(): Pick<ScriptResult, 'ways' | 'steps'> } {
  const { title: _, http = [], llm = [], ...setting } = script;
  const walked = new Set<string>();
  const begun = new Set<string>();
  const tookWay = (flowId: string, path: string) => {
    if (flowId !== flow.id) return;
    walked.add(path);
    // A tool is a step that the model's own step runs.
    const [, stepId = '', tools, n] = path.split('.');
    const step = flow.steps[stepId];
    if (tools === 'tools' && step?.kind === 'llm') begun.add(step.tools?.[Number(n)]?.step ?? stepId);
  };
  const atStep = ({ flow: at }: FlowState) => {
    if (at.id === flow.id) begun.add(at.stepId);
  };
  const rehearsal = rehearse(flow, { ...scriptedOutside(http, llm), ...recall, tookWay, atStep }, others);
  rehearsal.set(setting);
  return { rehearsal, took: () => ({ ways: [...walked], steps: [...begun] }) };
}

/** The replies after a step, or the difference. */
async function play(rehearsal: Rehearsal, heard: Heard, action: Action): Promise<Heard | string> {
  if ('expect' in action) {
    if (typeof action.expect === 'string') return compareReply(heard, action.expect);
    const passed = passReplies(heard, action.expect);
    return typeof passed === 'string' ? passed : (compareState(rehearsal, passed, action.expect) ?? passed);
  }
  if ('set' in action) {
    rehearsal.set(action.set);
    return heard;
  }
  const left = leftOver(heard);
  if (left !== null) return left;
  try {
    return heardOf((await act(rehearsal, action)).effects);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Performs a step of a test: a message, an action of an agent, or time. @throws FlowEngineError when the flow fails */
export function act(rehearsal: Rehearsal, action: Exclude<Action, { expect: unknown } | { set: unknown }>) {
  if ('minutes' in action) return rehearsal.pass(action.minutes);
  return 'human' in action
    ? rehearsal.agentDoes(action.human)
    : rehearsal.say(action.user, action.attachments ?? []);
}

const heardOf = (effects: readonly Effect[]): Heard => ({
  effects,
  replies: effects.flatMap((effect) => (effect.kind === 'reply' ? [effect.reply] : [])),
  checked: 0,
});

function compareReply(heard: Heard, text: string): Heard | string {
  const reply = heard.replies[heard.checked];
  if (reply?.text === text) return { ...heard, checked: heard.checked + 1 };
  return `expected ${JSON.stringify(text)}, the flow said ${reply ? JSON.stringify(reply.text) : 'nothing more'}`;
}

/** Replies whose words may be any. */
function passReplies(heard: Heard, { replies: count = 0 }: Expected): Heard | string {
  const left = heard.replies.length - heard.checked;
  if (left < count) return `expected ${count} replies, the flow said ${left}`;
  return { ...heard, checked: heard.checked + count };
}

function compareState(
  rehearsal: Rehearsal,
  { effects, replies, checked }: Heard,
  expected: Expected,
): string | null {
  const state = rehearsal.state();
  const actual = {
    choices: replies[checked - 1]?.choices?.map(({ label }) => label) ?? [],
    status: state?.status,
    step: state?.flow.stepId,
  };
  const variables = Object.entries(expected.variables ?? {}).map(
    ([name, value]) => [`variable ${name}`, value, state?.variables[name]] as const,
  );
  const pairs = [
    ['choices', expected.choices, actual.choices] as const,
    ['status', expected.status, actual.status] as const,
    ['step', expected.step, actual.step] as const,
    ...variables,
  ];
  const wrong = pairs.find(
    ([, want, got]) => want !== undefined && JSON.stringify(want) !== JSON.stringify(got),
  );
  if (!wrong) return expected.events ? compareEvents(expected.events, eventsOf(effects)) : null;
  const [name, want, got] = wrong;
  return `expected ${name} ${JSON.stringify(want)}, found ${JSON.stringify(got)}`;
}

function leftOver({ replies, checked }: Heard): string | null {
  const reply = replies[checked];
  return reply ? `the flow also said ${JSON.stringify(reply.text)}` : null;
}
