import type { StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import type { AnswerSchema } from '../contract/steps/llm.ts';
import type { LlmAnswer, LlmRequest, LlmTool, LlmToolCall, LlmToolRound } from '../ports/llm-client.ts';
import { type Called, callOutside, failed } from './call-outside.ts';
import type { Json } from './interfaces.ts';
import { findArgumentFault } from './read-structured.ts';
import { runHttp } from './steps/http.ts';
import type { Assigned, StepContext } from './steps/step.ts';

type Llm = StepOf<'llm'>;
type Question = Omit<LlmRequest, 'timeoutMs' | 'signal' | 'tools' | 'rounds'>;

/** The model's last word, what its tools have saved on the way, and the tokens of all of it. */
export interface Answered {
  readonly text: string;
  readonly saved: Assigned;
  readonly tokens?: number;
}

/** Of what a tool has found, what the model is told at most. */
const maxResultChars = 16_000;

/**
 * Asks a model, and runs the `http` steps that it asks for, until it answers.
 * @see design 4
 */
export async function askWithTools(
  step: Llm,
  context: StepContext,
  question: Question,
): Promise<Called<Answered>> {
  const tools = step.tools?.map(toolOf);
  const rounds: LlmToolRound[] = [];
  let saved: Assigned = {};
  let tokens: number | undefined;
  for (;;) {
    const called = await callOutside(context.deps, step, (within) =>
      context.deps.llm.complete({ ...question, ...(tools && { tools, rounds }), ...within }),
    );
    if (called.kind !== 'answered') return called;
    const answer: LlmAnswer = typeof called.answer === 'string' ? { text: called.answer } : called.answer;
    if (answer.tokens !== undefined) tokens = (tokens ?? 0) + answer.tokens;
    const { text, calls = [] } = answer;
    if (answer.isCut) return failed('bad_response', "the model's answer was cut off: raise maxTokens");
    if (calls.length === 0 || !tools)
      return { kind: 'answered', answer: { text, saved, ...(tokens !== undefined && { tokens }) } };
    if (rounds.length >= limits.toolRounds || calls.length > limits.toolCalls)
      return failed('bad_response', 'the model asks for its tools again and again');
    const done: LlmToolRound['calls'][number][] = [];
    for (const [n, call] of calls.entries()) {
      const result = await runTool(step, context, { call, saved, key: `${rounds.length}.${n}` });
      if (result === 'suspended') return { kind: 'suspended' };
      saved = { ...saved, ...result.saved };
      done.push({ ...call, result: textOf(result.told) });
    }
    rounds.push({ text, calls: done });
  }
}

function toolOf({ step, description, arguments: given = {} }: NonNullable<Llm['tools']>[number]): LlmTool {
  return { name: step, description, parameters: parametersOf(given) };
}

function parametersOf(given: Readonly<Record<string, AnswerSchema>>): AnswerSchema {
  return { type: 'object', properties: given, required: Object.keys(given) };
}

interface Run {
  readonly call: LlmToolCall;
  readonly saved: Assigned;
  readonly key: string;
}

/** Runs one tool; what the model has got wrong it is told, and may try again. */
async function runTool(
  { tools = [] }: Llm,
  context: StepContext,
  { call, saved, key }: Run,
): Promise<{ readonly told: Json; readonly saved: Assigned } | 'suspended'> {
  const n = tools.findIndex(({ step }) => step === call.name);
  const tool = tools[n];
  if (!tool) return { told: { error: 'there is no such tool' }, saved: {} };
  const fault = findArgumentFault(call.arguments, parametersOf(tool.arguments ?? {}));
  if (fault !== null) return { told: { error: fault }, saved: {} };
  const given = Object.entries(call.arguments as { readonly [name: string]: Json }).filter(([name]) =>
    Object.hasOwn(tool.arguments ?? {}, name),
  );
  const inner = context.asTool(tool.step, { ...saved, ...Object.fromEntries(given) }, key);
  const outcome = await runHttp(inner.step, inner.context);
  if (outcome.kind !== 'next') return 'suspended';
  context.deps.tookWay?.(context.state.flow.id, `steps.${context.stepId}.tools.${n}.step`);
  const { assign = {} } = outcome;
  return outcome.by === 'onError'
    ? { told: { ...assign }, saved: {} }
    : { told: { ...assign }, saved: assign };
}

function textOf(told: Json): string {
  const text = JSON.stringify(told);
  return text.length > maxResultChars ? '{"error":"what was found is too long"}' : text;
}
