import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, Step } from '../contract/flow.ts';
import type { LlmMessage } from '../ports/http-client.ts';
import { FlowEngineError } from './errors.ts';
import type { Effect, FlowState } from './interfaces.ts';
import type { StepOutcome } from './steps/step.ts';

/** A turn that runs, between two steps. */
export interface Turn {
  /** Without `progress`; `flow.stepId` is the step to run, or where the turn came to rest. */
  readonly state: FlowState;
  readonly effects: readonly Effect[];
  readonly stepsRun: number;
  /** Whether the flow waits, has completed or is handed off: no step runs. */
  readonly resting: boolean;
  /** It has failed once and continues at the flow's `onError`. */
  readonly recovering?: true;
}

const maxMeasured = 5;
/**
 * The turn after a step.
 * @throws FlowEngineError `state_too_large`
 */
export function transition(
  turn: Turn,
  outcome: Exclude<StepOutcome, { kind: 'suspended' | 'called' }>,
): Turn {
  const replies = ('send' in outcome && outcome.send) || [];
  let { history } = turn.state;
  for (const effect of replies)
    if (effect.kind === 'reply')
      history = withHistory(history, { role: 'assistant', text: effect.reply.text });
  // What a question or a wait stores is deleted when it ends.
  const { offered: _, asked: __, wake: ___, ...state } = turn.state;
  const effects = replies.length === 0 ? turn.effects : [...turn.effects, ...replies];
  if (!fitsItem(effects))
    throw new FlowEngineError('state_too_large', 'the replies of one turn are too long');
  const ran = { ...turn, effects, stepsRun: turn.stepsRun + 1, resting: outcome.kind !== 'next' };
  switch (outcome.kind) {
    case 'next': {
      const variables = outcome.assign ? { ...state.variables, ...outcome.assign } : state.variables;
      if (outcome.assign && !fitsItem(variables))
        throw new FlowEngineError('state_too_large', 'the variables are too large');
      const hasFigures = outcome.measured || outcome.tokens !== undefined || outcome.refused;
      return {
        ...ran,
        state: {
          ...state,
          history,
          ...(hasFigures && withFigures(state, outcome)),
          flow: { ...state.flow, stepId: outcome.next },
          variables,
          attempts: 0,
        },
      };
    }
    case 'wait':
      return {
        ...ran,
        state: {
          ...state,
          history,
          attempts: outcome.attempts,
          ...(outcome.offered && { offered: outcome.offered }),
          ...(outcome.asked && { asked: outcome.asked }),
          ...(outcome.wake && { wake: outcome.wake }),
        },
      };
    case 'handoff':
      return {
        ...ran,
        state: { ...state, history, status: 'handoff', handoff: outcome.handoff, attempts: 0 },
        effects: [...effects, { kind: 'handoff', handoff: outcome.handoff, plan: outcome.plan }],
      };
    case 'completed':
      return {
        ...ran,
        state: { ...state, history, status: 'completed', attempts: 0 },
        effects: [...effects, { kind: 'flow-completed', flow: state.flow, outcome: 'completed' }],
      };
  }
}

const maxMessages = 20;
const maxChars = 8_000;

/** Appends a message and drops the oldest ones. */
export function withHistory(
  history: readonly LlmMessage[],
  ...messages: readonly LlmMessage[]
): readonly LlmMessage[] {
  const kept = history.slice(-maxMessages);
  for (const { role, text } of messages)
    if (text !== '') kept.push({ role, text: text.slice(0, maxChars).toWellFormed() });
  while (kept.length > maxMessages) kept.shift();
  let chars = 0;
  for (const { text } of kept) chars += text.length;
  while (kept.length > 1 && chars > maxChars) chars -= kept.shift()?.text.length ?? 0;
  return kept;
}

const known = new WeakMap<FlowDefinition, boolean>();

/**
 * Whether a model of this flow, or of a flow that it calls, may read the history. For other flows it is only in
 * the log, so that the conversation's item stays small.
 */
export function readsHistory(flow: FlowDefinition): boolean {
  const found = known.get(flow);
  if (found !== undefined) return found;
  const reads = Object.values(flow.steps).some(({ kind }) => kind === 'llm' || kind === 'call');
  known.set(flow, reads);
  return reads;
}

/** The visitor's message as text. */
export function llmMessageOf(message: CanonicalMessage): LlmMessage {
  const text = message.text?.trim() || message.attachments.map(({ type }) => `[${type}]`).join(' ');
  return { role: 'user', text };
}

/** The history as models require it: it starts with the user, alternates, and ends with the user. */
export function alternating(history: readonly LlmMessage[]): readonly LlmMessage[] {
  const merged: LlmMessage[] = [];
  for (const message of history) {
    const last = merged.at(-1);
    if (last?.role === message.role) {
      merged[merged.length - 1] = { role: message.role, text: `${last.text}\n${message.text}` };
    } else if (last || message.role === 'user') {
      merged.push(message);
    }
  }
  if (merged.at(-1)?.role === 'assistant') merged.pop();
  return merged;
}

type Figures = Pick<Extract<StepOutcome, { kind: 'next' }>, 'measured' | 'tokens' | 'refused'>;

/** The run's figures for reports. @see design 12 */
function withFigures(state: FlowState, { measured, tokens, refused }: Figures): Partial<FlowState> {
  const others = (state.measured ?? []).filter(({ stepId }) => stepId !== measured?.stepId);
  return {
    ...(measured && { measured: [...others, measured].slice(-maxMeasured) }),
    ...(tokens !== undefined && { llmTokens: (state.llmTokens ?? 0) + tokens }),
    ...(refused && { handoffsRefused: (state.handoffsRefused ?? 0) + 1 }),
  };
}

/**
 * The maximum size of a conversation's variables, and of a turn's effects. Both are in one item (400 KB at most),
 * twice while a turn is suspended, together with the turn's message.
 */
const maxBytes = 64 * 1024;
const utf8 = new TextEncoder();

/** Whether these variables and effects fit into a conversation. */
export function fitsItem(value: object): boolean {
  // Most take so much less that nothing needs to be written and encoded.
  return bytesAtMost(value, maxBytes) <= maxBytes || utf8.encode(JSON.stringify(value)).length <= maxBytes;
}

/** No character of UTF-16 is more than `\u0000` in JSON, or three bytes of UTF-8. */
const maxBytesOfChar = 6;
const maxBytesOfNumber = 26;

/** Bytes that a value takes as JSON: so many, or fewer; above `enough` counting ends. */
function bytesAtMost(value: unknown, enough: number): number {
  if (typeof value === 'string') return 3 + maxBytesOfChar * value.length;
  if (typeof value !== 'object' || value === null) return maxBytesOfNumber;
  let bytes = 3;
  if (Array.isArray(value)) {
    for (const item of value) {
      bytes += bytesAtMost(item, enough);
      if (bytes > enough) return bytes;
    }
    return bytes;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    bytes += 4 + maxBytesOfChar * key.length + bytesAtMost(members[key], enough);
    if (bytes > enough) return bytes;
  }
  return bytes;
}

/** @throws FlowEngineError `unknown_step`, also for the names that every object has */
export function findStep(flow: FlowDefinition, stepId: string): Step {
  const step = Object.hasOwn(flow.steps, stepId) ? flow.steps[stepId] : undefined;
  if (!step) throw new FlowEngineError('unknown_step', 'the flow has no such step', { stepId });
  return step;
}
