import type { StepOf } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import { callOutside, failed, type StepError } from '../call-outside.ts';
import { alternating } from '../history.ts';
import type { RunStep, StepContext, StepOutcome } from './step.ts';

const defaultMaxTokens = 512;

/** Asks a language model, with the conversation so far; `prompt` is added as the last thing said. @see design 4 */
export const runLlm: RunStep<'llm'> = async (step, context) => {
  const request = buildLlmRequest(step, context);
  const called = await callOutside(context.deps, step, (within) =>
    context.deps.llm.complete({ ...request, ...within }),
  );
  if (called.kind === 'suspended') return called;
  if (called.kind === 'failed') return onError(step, called.error);
  const text = called.answer.trim().slice(0, limits.textChars).toWellFormed();
  if (text === '') return onError(step, failed('bad_response', 'the model answered nothing').error);
  return {
    kind: 'next',
    next: step.next,
    ...(step.saveAs !== undefined && { assign: { [step.saveAs]: text } }),
    ...(step.send && { send: context.reply(text) }),
  };
};

function buildLlmRequest(step: StepOf<'llm'>, context: StepContext) {
  const prompt = step.prompt === undefined ? '' : context.render(step.prompt);
  const said = prompt === '' ? [] : [{ role: 'user' as const, text: prompt }];
  return {
    ...(step.model !== undefined && { model: step.model }),
    system: context.render(step.system),
    messages: alternating([...context.state.history, ...said]),
    maxTokens: step.maxTokens ?? defaultMaxTokens,
  };
}

function onError(step: StepOf<'llm'>, error: StepError): StepOutcome {
  return { kind: 'next', next: step.onError, assign: { error: { ...error } } };
}
