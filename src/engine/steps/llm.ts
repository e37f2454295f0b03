import type { StepOf } from '../../contract/flow.ts';
import { failed, type StepError } from '../call-outside.ts';
import { fitsVariables } from '../fits-state.ts';
import { alternating } from '../history.ts';
import type { Json } from '../interfaces.ts';
import { readStructured } from '../read-structured.ts';
import { askWithTools } from '../use-tools.ts';
import type { Assigned, RunStep, StepContext, StepOutcome } from './step.ts';

const defaultMaxTokens = 512;

/**
 * Asks a language model, with the conversation so far; `prompt` is added as the last thing said. With `output` the
 * answer must be JSON of that shape. @see design 4
 */
export const runLlm: RunStep<'llm'> = async (step, context) => {
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

type Next = Extract<StepOutcome, { kind: 'next' }>;

function readAnswer(step: StepOf<'llm'>, context: StepContext, saved: Assigned, text: string): Next {
  if (text === '') return onError(step, failed('bad_response', 'the model answered nothing').error);
  const read = step.output ? readStructured(text, step.output) : { ok: true as const, value: text as Json };
  if (!read.ok) return onError(step, failed('bad_response', read.message).error);
  const assign = { ...saved, ...(step.saveAs !== undefined && { [step.saveAs]: read.value }) };
  if (!fitsVariables({ ...context.state.variables, ...assign })) {
    return onError(step, failed('bad_response', 'the answer is too large to be kept').error);
  }
  return {
    kind: 'next',
    next: step.next,
    assign,
    ...(step.send && { send: context.reply(text) }),
  };
}

function buildLlmRequest(step: StepOf<'llm'>, context: StepContext) {
  const prompt = step.prompt === undefined ? '' : context.render(step.prompt);
  const said = prompt === '' ? [] : [{ role: 'user' as const, text: prompt }];
  const { model, temperature, output } = step;
  const system = context.render(step.system);
  return {
    ...(model !== undefined && { model }),
    ...(temperature !== undefined && { temperature }),
    system: output ? `${system}\n\n${shapeOf(output)}` : system,
    messages: alternating([...context.state.history, ...said]),
    maxTokens: step.maxTokens ?? defaultMaxTokens,
  };
}

/** Said to the model in words too, since not every model can be held to a schema. */
const shapeOf = (output: object) =>
  `Answer with one JSON value and nothing else. It must fit this JSON Schema: ${JSON.stringify(output)}`;

function onError(step: StepOf<'llm'>, error: StepError): Next {
  return { kind: 'next', next: step.onError, by: 'onError', assign: { error: { ...error } } };
}
