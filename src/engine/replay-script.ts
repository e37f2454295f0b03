import type { FlowDefinition } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import type { RecordedStep } from '../domain/conversation.ts';
import { FlowEngineError } from './errors.ts';
import type { Action, FlowScript } from './flow-script.ts';
import type { Effect, TurnDeps } from './interfaces.ts';
import { NothingRecordedError } from './rehearse.ts';
import { act, openScript } from './run-script.ts';

/** Actual or expected replies; choices are compared only if expected. */
export interface VisitorMessage {
  readonly text: string;
  readonly choices?: readonly string[];
}

/** An action of the visitor, the agent or the clock, with the replies to it. */
export interface ReplayedTurn {
  readonly action: Exclude<Action, { expect: unknown } | { set: unknown }>;
  readonly before: readonly VisitorMessage[];
  readonly now: readonly VisitorMessage[];
  readonly same: boolean;
  /** Steps that found what was recorded. */
  readonly recorded: readonly string[];
}

/** The budget of a replay of several scripts. */
export interface ReplayBudget {
  isSpent(): boolean;
  spend(turn: ReplayedTurn): void;
}

export interface Replayed {
  readonly turns: readonly ReplayedTurn[];
  /** False when it was broken off: for its length, or the budget. */
  readonly complete: boolean;
  /** Why it stopped; without a code if the flow did not cause it. */
  readonly raised: {
    readonly code: string | null;
    readonly stepId: string | null;
    readonly message: string;
  } | null;
  /** The step at which it stopped for lack of a recording. */
  readonly stopped: { readonly flowId: string; readonly stepId: string } | null;
}

/**
 * Replays a script against a flow to its end, whatever the flow replies, and returns the differences.
 * @param others flows that it may call
 * @param recorded the responses of the conversation's steps, in order; null lets every step call
 */
export async function replayScript(
  flow: FlowDefinition,
  { steps, ...rest }: FlowScript,
  others: readonly FlowDefinition[],
  budget: ReplayBudget,
  recorded: readonly RecordedStep[] | null = null,
): Promise<Replayed> {
  const turns: ReplayedTurn[] = [];
  const memory = recorded && memoryOf(recorded, rest);
  try {
    const { rehearsal } = openScript(flow, rest, others, memory ?? {});
    for (const [n, action] of steps.entries()) {
      if ('expect' in action) continue;
      if ('set' in action) {
        rehearsal.set(action.set);
        continue;
      }
      if (turns.length === limits.replayedTurns || budget.isSpent())
        return { turns, complete: false, raised: null, stopped: null };
      const before = expectedAfter(steps, n);
      const now = messagesOf((await act(rehearsal, action)).effects);
      const used = memory?.used() ?? [];
      // Time that passes without a reply is no turn.
      if ('minutes' in action && before.length + now.length === 0) continue;
      const turn = { action, before, now, same: areSame(before, now), recorded: used };
      budget.spend(turn);
      turns.push(turn);
    }
    return { turns, complete: true, raised: null, stopped: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof NothingRecordedError) {
      const { id: flowId, stepId } = error.flow;
      return { turns, complete: false, raised: null, stopped: { flowId, stepId } };
    }
    const { code = null, stepId = null } = error instanceof FlowEngineError ? error : {};
    return { turns, complete: true, raised: { code, stepId, message: error.message }, stopped: null };
  }
}

/** Gives each step what it found, in the order in which it found it; answers of the script stand in for what is not known. */
function memoryOf(recorded: readonly RecordedStep[], { http, llm }: Pick<FlowScript, 'http' | 'llm'>) {
  const left = Map.groupBy(recorded, ({ flowId, stepId }) => `${flowId}/${stepId}`);
  let used: string[] = [];
  const recall: NonNullable<TurnDeps['recall']> = (flowId, stepId, kind) => {
    const found = left.get(`${flowId}/${stepId}`)?.shift()?.found ?? null;
    if (found) used.push(stepId);
    const isPlayed = (kind === 'http' ? http : llm) !== undefined;
    return found ?? (isPlayed ? undefined : null);
  };
  return {
    recall,
    used(): readonly string[] {
      const steps = used;
      used = [];
      return steps;
    },
  };
}

/** The replies that a script expects between an action and the next. */
function expectedAfter(steps: readonly Action[], n: number): VisitorMessage[] {
  const expected: VisitorMessage[] = [];
  for (let at = n + 1; at < steps.length; at += 1) {
    const step = steps[at];
    if (!step || 'set' in step) continue;
    if (!('expect' in step)) break;
    const last = expected.at(-1);
    if (typeof step.expect === 'string') expected.push({ text: step.expect });
    else if (step.expect.choices && last)
      expected[expected.length - 1] = { ...last, choices: step.expect.choices };
  }
  return expected;
}

const messagesOf = (effects: readonly Effect[]): VisitorMessage[] =>
  effects.flatMap((effect) =>
    effect.kind === 'reply'
      ? [{ text: effect.reply.text, choices: (effect.reply.choices ?? []).map(({ label }) => label) }]
      : [],
  );

function areSame(before: readonly VisitorMessage[], now: readonly VisitorMessage[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ text, choices }, n) => {
      const other = now[n];
      return text === other?.text && (!choices || JSON.stringify(choices) === JSON.stringify(other.choices));
    })
  );
}
