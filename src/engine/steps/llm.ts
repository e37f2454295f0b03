import type { AnswerSchema, StepOf } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import { isLargeWhole, parseExactJson } from '../../contract/text-identity.ts';
import { findDoubled } from '../../domain/tenant-folder.ts';
import type { LlmAnswer, LlmRequest, LlmTool, LlmToolCall, LlmToolRound } from '../../ports/http-client.ts';
import { type Called, callOutside, failed, type StepError } from '../call-outside.ts';
import { type Facts, findTemplateProblems } from '../check-text.ts';
import { ExpressionError } from '../errors.ts';
import { boundedJson } from '../expression-values.ts';
import type { Json } from '../interfaces.ts';
import { type FlowProblem, problem } from '../problems.ts';
import { alternating, fitsItem } from '../transition.ts';
import { run as runHttp } from './http.ts';
import {
  type Assigned,
  type AssignedBy,
  type CheckStep,
  type HandlesOf,
  nowhere,
  type RunStep,
  type StandIns,
  type StepContext,
  type StepDocument,
  type StepOutcome,
} from './step.ts';

const defaultMaxTokens = 512;

/**
 * Calls a language model with the conversation so far and `prompt` as the last message. With `output`, the reply
 * must be JSON of that schema.
 * @see design 4
 */
export const run: RunStep<'llm'> = async (step, context) => {
  const request = buildLlmRequest(step, context);
  const called = await askWithTools(step, context, request);
  if (called.kind === 'suspended') return called;
  if (called.kind === 'failed') return onError(step, called.error);
  const { text, saved, tokens } = called.answer;
  return {
    ...readAnswer(step, context, saved, text.trim().toWellFormed()),
    ...(tokens !== undefined && { tokens }),
  };
};

type Llm = StepOf<'llm'>;
type Question = Omit<LlmRequest, 'timeoutMs' | 'signal' | 'tools' | 'rounds'>;

/** The model's last text, the variables that its tools have saved, and the total tokens. */
interface Answered {
  readonly text: string;
  readonly saved: Assigned;
  readonly tokens?: number;
}

/** The maximum length of a tool's result for the model. */
const maxResultChars = 16_000;

/** Calls a model, and runs the `http` steps that it calls, until it replies. @see design 4 */
async function askWithTools(step: Llm, context: StepContext, question: Question): Promise<Called<Answered>> {
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
      done.push({ ...call, result: textOf(result.result) });
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

/** Runs one tool; the model receives its own mistakes and may try again. */
async function runTool(
  { tools = [] }: Llm,
  context: StepContext,
  { call, saved, key }: Run,
): Promise<{ readonly result: Json; readonly saved: Assigned } | 'suspended'> {
  const n = tools.findIndex(({ step }) => step === call.name);
  const tool = tools[n];
  if (!tool) return { result: { error: 'there is no such tool' }, saved: {} };
  const issue = findArgumentProblem(call.arguments, parametersOf(tool.arguments ?? {}));
  if (issue !== null) return { result: { error: issue }, saved: {} };
  const given = Object.entries(call.arguments as { readonly [name: string]: Json }).filter(([name]) =>
    Object.hasOwn(tool.arguments ?? {}, name),
  );
  const inner = context.asTool(tool.step, { ...saved, ...Object.fromEntries(given) }, key);
  const outcome = await runHttp(inner.step, inner.context);
  if (outcome.kind !== 'next') return 'suspended';
  context.deps.tookWay?.(context.state.flow.id, `steps.${context.stepId}.tools.${n}.step`);
  const { assign = {} } = outcome;
  return outcome.by === 'onError'
    ? { result: { ...assign }, saved: {} }
    : { result: { ...assign }, saved: assign };
}

function textOf(result: Json): string {
  const text = JSON.stringify(result);
  return text.length > maxResultChars ? '{"error":"what was found is too long"}' : text;
}

type Next = Extract<StepOutcome, { kind: 'next' }>;

function readAnswer(step: StepOf<'llm'>, context: StepContext, saved: Assigned, text: string): Next {
  if (text === '') return onError(step, failed('bad_response', 'the model answered nothing').error);
  const read = step.output ? readStructured(text, step.output) : { ok: true as const, value: text as Json };
  if (!read.ok) return onError(step, failed('bad_response', read.message).error);
  const assign = { ...saved, ...(step.saveAs !== undefined && { [step.saveAs]: read.value }) };
  if (!fitsItem({ ...context.state.variables, ...assign })) {
    return onError(step, failed('bad_response', 'the answer is too large to be kept').error);
  }
  return {
    kind: 'next',
    next: step.next,
    assign,
    ...(step.send && { send: context.reply(text) }),
  };
}

type Read = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };

/** Reads a model's answer as JSON of a shape; models like to put it between fences. */
function readStructured(answer: string, schema: AnswerSchema): Read {
  const [, fenced] = /```(?:json)?\s*([\s\S]*?)```/i.exec(answer) ?? [];
  try {
    const value = boundedJson(parseExactJson(fenced ?? answer));
    const wrong = findMisfit(value, schema, '');
    return wrong === null ? { ok: true, value } : { ok: false, message: `the model's answer ${wrong}` };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, message: "the model's answer is not JSON" };
    if (error instanceof ExpressionError) return { ok: false, message: error.message };
    throw error;
  }
}

/** Returns the problem of a tool call's arguments; null if they are valid. */
function findArgumentProblem(given: unknown, schema: AnswerSchema): string | null {
  try {
    const wrong = findMisfit(boundedJson(given), schema, '');
    return wrong === null ? null : `the arguments: ${wrong}`;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/**
 * Returns where a value violates its schema, or null. The model's text isn't quoted, since it may contain a
 * visitor's data.
 */
function findMisfit(value: Json, schema: AnswerSchema, path: string): string | null {
  const at = path === '' ? '' : `${path}: `;
  if (!isOfType(value, schema.type)) return `${at}is no ${schema.type}`;
  if (schema.enum && !schema.enum.some((allowed) => allowed === value))
    return `${at}is none of the values allowed`;
  if (schema.type === 'number' || schema.type === 'integer') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
    return Number(value) < minimum || Number(value) > maximum ? `${at}is out of range` : null;
  }
  if (typeof value === 'string')
    return value.length > (schema.maxLength ?? value.length) ? `${at}is too long` : null;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? firstOf(value.map((item: Json, n) => findMisfit(item, items, `${path}[${n}]`))) : null;
  }
  return typeof value === 'object' && value !== null
    ? findMisfitIn(value as { readonly [key: string]: Json }, schema, path)
    : null;
}

function findMisfitIn(
  value: { readonly [key: string]: Json },
  schema: AnswerSchema,
  path: string,
): string | null {
  const { properties = {}, required = [] } = schema;
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return `${below(missing)} is missing`;
  return firstOf(
    Object.entries(properties).map(([key, property]) =>
      Object.hasOwn(value, key) ? findMisfit(value[key] ?? null, property, below(key)) : null,
    ),
  );
}

const firstOf = (found: readonly (string | null)[]) => found.find((each) => each !== null) ?? null;

function isOfType(value: Json, type: AnswerSchema['type']): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value) || isLargeWhole(value);
    case 'number':
      return typeof value === 'number' || isLargeWhole(value);
    default:
      return typeof value === type;
  }
}

function buildLlmRequest(step: StepOf<'llm'>, context: StepContext) {
  const prompt = step.prompt === undefined ? '' : context.render(step.prompt);
  const asked = prompt === '' ? [] : [{ role: 'user' as const, text: prompt }];
  const { model, temperature, output } = step;
  const system = context.render(step.system);
  return {
    ...(model !== undefined && { model }),
    ...(temperature !== undefined && { temperature }),
    system: output ? `${system}\n\n${shapeOf(output)}` : system,
    messages: alternating([...context.state.history, ...asked]),
    maxTokens: step.maxTokens ?? defaultMaxTokens,
  };
}

/** Also part of the instructions, since not every model supports a response schema. */
const shapeOf = (output: object) =>
  `Answer with one JSON value and nothing else. It must fit this JSON Schema: ${JSON.stringify(output)}`;

function onError(step: StepOf<'llm'>, error: StepError): Next {
  return { kind: 'next', next: step.onError, by: 'onError', assign: { error: { ...error } } };
}

/** Returns the problems of an LLM step. */
export const check: CheckStep<'llm'> = (step, path, { types, steps }) => [
  ...findToolProblems(step, path, { types, steps }),
  ...findTemplateProblems(`${path}.system`, step.system, types),
  ...findTemplateProblems(`${path}.prompt`, step.prompt, types),
  ...findUseProblems(step, path),
];

function findToolProblems(
  { tools = [] }: StepOf<'llm'>,
  path: string,
  { types, steps }: Pick<Facts, 'types' | 'steps'>,
): FlowProblem[] {
  const doubled = new Set(findDoubled(tools.map(({ step }) => step)));
  return tools.flatMap(({ step, arguments: given = {} }, n) => {
    const at = `${path}.tools.${n}`;
    const kind = steps[step]?.kind;
    return [
      ...(kind !== undefined && kind !== 'http' ? [problem(`${at}.step`, 'notHttp', { id: kind })] : []),
      ...(doubled.has(n) ? [problem(`${at}.step`, 'sameTool')] : []),
      ...Object.keys(given)
        .filter((name) => !types.has(name))
        .map((name) => problem(`${at}.arguments.${name}`, 'noVariable', { id: name })),
    ];
  });
}

function findUseProblems(
  { send, saveAs, output }: Parameters<CheckStep<'llm'>>[0],
  path: string,
): FlowProblem[] {
  if (output && send) {
    return [problem(`${path}.send`, 'sentJson')];
  }
  if (output && saveAs === undefined) {
    return [problem(`${path}.output`, 'notSaved')];
  }
  return send || saveAs !== undefined ? [] : [problem(path, 'notUsed')];
}

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'llm'> = ({ next, onError, tools = [] }) => [
  // The flow doesn't move to the tool's step: the step itself continues after the tool's response.
  ...tools.map(({ step, arguments: given }, n) => ({
    key: `tools.${n}.step`,
    to: step,
    waits: true as const,
    gives: Object.keys(given ?? {}),
  })),
  { key: 'next', to: next },
  { key: 'onError', to: onError, gives: ['error'] },
];

const answerTypes = {
  object: 'map',
  array: 'list',
  string: 'string',
  number: 'double',
  integer: 'double',
  boolean: 'bool',
} as const;

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'llm'> = ({ saveAs, output }) =>
  saveAs === undefined ? [] : [[saveAs, output ? answerTypes[output.type] : 'string']];

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'llm'> = { system: '', saveAs: '_', next: nowhere, onError: nowhere };

/** Describes the kind in the reference. */
export const document: StepDocument<'llm'> = {
  about:
    'Sends the conversation so far (its last 20 messages) to a language model. Its tokens count against `llm_tokens_per_day` of the tenant; above the limit, `onError` is taken.',
  fields: {
    system: 'The system prompt; a template.',
    prompt: 'Added as the last message; a template.',
    model: "The model's name. Default: the deployment's first.",
    temperature: '0 for the most predictable answers, 1 for varied ones.',
    maxTokens:
      'The maximum length of an answer. Default: 512; at most 4,096. An answer that is cut off takes `onError` (`bad_response`): half an answer is never sent.',
    timeoutMs: 'The timeout of the model. Default and maximum: 5,000.',
    output:
      'A JSON Schema (`type`, `properties`, `required`, `items`, `enum`, `minimum`, `maximum`, `maxLength`, `description`) that the answer must match. The answer is then a value, which is saved and not sent; an answer that does not match takes `onError`.',
    tools:
      'Tools that the model may call before it answers, up to 5 times: `http` steps of the flow, each as `{ "step", "description", "arguments"? }`. `arguments` are variables with a JSON Schema each; the model sets them for that call only. The model receives what the step saves (or why it failed), and the saved variables are kept. The connections of the step itself are not taken.',
    saveAs: 'The variable to save the answer in.',
    send: 'Whether the answer is sent to the visitor.',
    background:
      'Whether a worker runs the step while the visitor waits for the reply. Default: true. With `false`, the request runs it itself, unless it has tools or its `timeoutMs` exceeds what is left of the 3 seconds after which a visitor gets a 202.',
    next: 'The next step after an answer.',
    onError: 'The next step without an answer, with the variable `error` as for `http`.',
  },
};
