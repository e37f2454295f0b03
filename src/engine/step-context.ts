import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { boundedJson, metadataBounds } from './bounded-json.ts';
import { chooseText } from './choose-text.ts';
import { stepBudget, turnBudget, workLimits } from './cost/work.ts';
import { ExpressionError, FlowEngineError } from './errors.ts';
import { evaluate, evaluateStrictly, type Scope } from './expressions.ts';
import { findStep } from './find-step.ts';
import type { Effect, FlowState, Json, TurnDeps } from './interfaces.ts';
import { compileRegex, regexWork } from './linear-regex.ts';
import { nowIn } from './now.ts';
import type { Assigned, ReplyParts, StepContext } from './steps/step.ts';
import { renderTemplate } from './templates.ts';
import { variablesOf } from './variable-names.ts';

/** What one step of a turn is given. */
export function stepContext(
  flow: FlowDefinition,
  state: FlowState,
  ordinal: number,
  message: CanonicalMessage,
  deps: TurnDeps,
): StepContext {
  const scope = scopeOf(flow, state, message, deps);
  const budget = stepBudget(deps);
  const evaluateHere = (expression: string, extra?: Assigned) =>
    evaluate(expression, extra ? { ...scope, ...extra } : scope, budget);
  return {
    stepId: state.flow.stepId,
    message,
    state,
    ordinal,
    deps,
    now: () => nowIn(deps.timeZone ?? 'UTC', deps.clock.nowMs()),
    evaluate: evaluateHere,
    evaluateStrictly: (expression, extra) => evaluateStrictly(expression, { ...scope, ...extra }, budget),
    matches(pattern, text) {
      const work = regexWork(pattern, text.length);
      if (work > workLimits.perStep) return false;
      turnBudget(deps).spend(work);
      return compileRegex(pattern).matches(text);
    },
    render: (text, extra) =>
      renderTemplate(chooseText(text, languageOf(state, message)), (expression) =>
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
  return typeof variables.language === 'string' && variables.language !== ''
    ? variables.language
    : user.language;
}

/** Variables not set yet are null, so that an expression may ask for them. */
function scopeOf(
  flow: FlowDefinition,
  { variables }: FlowState,
  message: CanonicalMessage,
  { clock, timeZone = 'UTC' }: TurnDeps,
): Scope {
  const { unset, asksForNow } = variablesOf(flow);
  return {
    ...unset,
    ...(asksForNow && { now: nowIn(timeZone, clock.nowMs()) }),
    ...variables,
    message: messageInScope(message),
  };
}

const inScope = new WeakMap<CanonicalMessage, Json>();

/** The message as expressions see it: the same at every step of its turn. */
function messageInScope(message: CanonicalMessage): Json {
  const known = inScope.get(message);
  if (known !== undefined) return known;
  const { text = '', attachments, user, metadata } = message;
  const seen = boundedJson({
    text,
    attachments,
    user: { firstName: null, email: null, phone: null, language: null, verified: false, ...user },
    metadata: withinBounds(metadata),
  });
  inScope.set(message, seen);
  return seen;
}

/** Too large or too deep for an expression, it is not shown to the flow: what a caller adds must not stop the turn. */
function withinBounds(metadata: CanonicalMessage['metadata']): Json {
  try {
    return boundedJson(metadata, metadataBounds);
  } catch (error) {
    if (error instanceof ExpressionError) return {};
    throw error;
  }
}

function reply(
  deps: TurnDeps,
  text: string,
  { choices, attachments, cards }: ReplyParts = {},
): readonly Effect[] {
  if (text.trim() === '' && !attachments?.length && !cards?.length) return [];
  return [
    {
      kind: 'reply',
      reply: {
        id: deps.ids.next(),
        text: shorten(text),
        ...(choices?.length && { choices }),
        ...(attachments?.length && { attachments }),
        ...(cards?.length && { cards }),
        timestamp: new Date(deps.clock.nowMs()).toISOString(),
      },
    },
  ];
}

/** What is cut is said: a text that ends in the middle would be taken for the whole. */
function shorten(text: string): string {
  if (text.length <= limits.textChars) return text.toWellFormed();
  return `${text.slice(0, limits.textChars - 2).toWellFormed()} …`;
}
