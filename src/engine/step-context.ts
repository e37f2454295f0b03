import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, StepOf } from '../contract/flow.ts';
import { readLanguage } from '../contract/language-tag.ts';
import { limits } from '../contract/limits.ts';
import { escapeValues } from '../contract/rich/escape-values.ts';
import { chooseText } from './choose-text.ts';
import { stepBudget, type WorkBudget, workLimits } from './cost/work.ts';
import { FlowEngineError } from './errors.ts';
import { evaluateOver, evaluateStrictly } from './expressions.ts';
import { findStep } from './find-step.ts';
import type { Effect, FlowState, TurnDeps } from './interfaces.ts';
import { compileRegex, regexWork } from './linear-regex.ts';
import { nowIn } from './now.ts';
import { StepValues, withExtra } from './step-values.ts';
import type { Assigned, ReplyParts, StepContext } from './steps/step.ts';
import { type FilledText, renderMarked, renderTemplate } from './templates.ts';

/** What one step of a turn is given. */
export function stepContext(
  flow: FlowDefinition,
  state: FlowState,
  ordinal: number,
  message: CanonicalMessage,
  deps: TurnDeps,
  turn: WorkBudget,
): StepContext {
  const values = new StepValues(flow, state, message, deps);
  let own: WorkBudget | undefined;
  const budget = () => {
    own ??= stepBudget(turn);
    return own;
  };
  const evaluateHere = (expression: string, extra?: Assigned) =>
    evaluateOver(expression, extra ? withExtra(values, extra) : values, budget());
  return {
    stepId: state.flow.stepId,
    message,
    state,
    ordinal,
    deps,
    language: languageOf(state, message),
    now: () => nowIn(deps.timeZone ?? 'UTC', deps.clock.nowMs()),
    evaluate: evaluateHere,
    evaluateStrictly: (expression, extra) =>
      evaluateStrictly(expression, { ...values.all(), ...extra }, budget()),
    matches(pattern, text) {
      const work = regexWork(pattern, text.length);
      if (work > workLimits.perStep) return false;
      turn.spend(work);
      return compileRegex(pattern).matches(text);
    },
    render: (text, extra) =>
      renderTemplate(chooseText(text, languageOf(state, message)), (expression) =>
        evaluateHere(expression, extra),
      ),
    renderMarked: (text, extra) =>
      renderMarked(chooseText(text, languageOf(state, message)), (expression) =>
        evaluateHere(expression, extra),
      ),
    asTool: (stepId, given, call) => ({
      step: httpStepOf(flow, stepId),
      context: {
        ...stepContext(
          flow,
          { ...state, flow: { ...state.flow, stepId }, variables: { ...state.variables, ...given } },
          ordinal,
          message,
          deps,
          turn,
        ),
        call,
      },
    }),
    reply: (text, parts) => reply(deps, text, parts),
  };
}

/** @throws FlowEngineError `unknown_step`, in a flow that was not validated */
function httpStepOf(flow: FlowDefinition, stepId: string): StepOf<'http'> {
  const step = findStep(flow, stepId);
  if (step.kind === 'http') return step;
  throw new FlowEngineError('unknown_step', `the tool ${stepId} is no http step`);
}

/** What a flow has asked for, as its variable `language`, goes before what the visitor's client says. */
function languageOf({ variables }: FlowState, { user }: CanonicalMessage): string | undefined {
  return readLanguage(variables.language) ?? readLanguage(user.language);
}

function reply(
  deps: TurnDeps,
  given: string | FilledText,
  { choices, attachments, cards, input }: ReplyParts = {},
): readonly Effect[] {
  const { text, markdown }: FilledText = typeof given === 'string' ? { text: given } : given;
  if (text.trim() === '' && !attachments?.length && !cards?.length) return [];
  return [
    {
      kind: 'reply',
      reply: {
        id: deps.ids.next(),
        text: shorten(text),
        ...(markdown !== undefined && { markdown: fittingMarkdown(text, markdown) }),
        ...(choices?.length && { choices }),
        ...(attachments?.length && { attachments }),
        ...(cards?.length && { cards }),
        ...(input && { input }),
        timestamp: timestampOf(deps.clock.nowMs()),
      },
    },
  ];
}

let last = { ms: Number.NaN, written: '' };

/** ISO 8601 UTC: the replies of a turn mostly share one, which is dear to write. */
function timestampOf(ms: number): string {
  if (ms !== last.ms) last = { ms, written: new Date(ms).toISOString() };
  return last.written;
}

/** Of a text that is cut, none of the marks is sure to be whole. */
function fittingMarkdown(text: string, markdown: string): string {
  return text.length <= limits.textChars ? markdown.toWellFormed() : escapeValues([{ value: shorten(text) }]);
}

/** What is cut is said: a text that ends in the middle would be taken for the whole. */
function shorten(text: string): string {
  if (text.length <= limits.textChars) return text.toWellFormed();
  return `${text.slice(0, limits.textChars - 2).toWellFormed()} …`;
}
