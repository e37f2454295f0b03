import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { escapeValues } from '../contract/rich/escape-values.ts';
import { readLanguage } from '../contract/text-identity.ts';
import { stepBudget, type WorkBudget, workLimits } from './cost/size.ts';
import { ExpressionError, FlowEngineError } from './errors.ts';
import { boundedJson, metadataBounds, nowIn } from './expression-values.ts';
import { evaluateOver, evaluateStrictly, type Scope, type Values } from './expressions.ts';
import type { Effect, FlowState, Json, TurnDeps } from './interfaces.ts';
import { compileRegex, regexWork } from './linear-regex.ts';
import { assignedBy } from './steps/kinds.ts';
import { type Assigned, findStep, type ReplyParts, type StepContext } from './steps/step.ts';
import { chooseText, type FilledText, renderMarked, renderTemplate } from './templates.ts';

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
  const budget = stepBudget(turn);
  // What a flow has asked for, as its variable `language`, goes before what the visitor's client says.
  const { language: asked } = state.variables;
  const { language: own } = message.user;
  const language = (asked && readLanguage(asked)) || (own && readLanguage(own)) || undefined;
  const evaluateHere = (expression: string, extra?: Assigned) =>
    evaluateOver(expression, extra ? withExtra(values, extra) : values, budget);
  return {
    stepId: state.flow.stepId,
    message,
    state,
    ordinal,
    deps,
    language,
    now: () => nowIn(deps.timeZone ?? 'UTC', deps.clock.nowMs()),
    evaluate: evaluateHere,
    evaluateStrictly: (expression, extra) =>
      evaluateStrictly(expression, { ...values.all(), ...extra }, budget),
    matches(pattern, text) {
      const work = regexWork(pattern, text.length);
      if (work > workLimits.perStep) return false;
      turn.spend(work);
      return compileRegex(pattern).matches(text);
    },
    render: (text, extra) =>
      renderTemplate(chooseText(text, language), (expression) => evaluateHere(expression, extra)),
    renderMarked: (text, extra) =>
      renderMarked(chooseText(text, language), (expression) => evaluateHere(expression, extra)),
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

/** What the expressions of a step may name. Variables not set yet are null, so that an expression may ask for them. */
class StepValues implements Values {
  readonly #flow: FlowDefinition;
  readonly #variables: FlowState['variables'];
  readonly #message: CanonicalMessage;
  readonly #deps: TurnDeps;
  #all: Scope | undefined;

  constructor(flow: FlowDefinition, { variables }: FlowState, message: CanonicalMessage, deps: TurnDeps) {
    this.#flow = flow;
    this.#variables = variables;
    this.#message = message;
    this.#deps = deps;
  }

  find(name: string): Json | undefined {
    if (name === 'message') return messageInScope(this.#message);
    if (Object.hasOwn(this.#variables, name)) return this.#variables[name];
    const { unset, asksForNow } = variablesOf(this.#flow);
    if (name === 'now' && asksForNow) return this.#now();
    return Object.hasOwn(unset, name) ? null : undefined;
  }

  all(): Scope {
    const { unset, asksForNow } = variablesOf(this.#flow);
    this.#all ??= {
      ...unset,
      ...(asksForNow && { now: this.#now() }),
      ...this.#variables,
      message: messageInScope(this.#message),
    };
    return this.#all;
  }

  #now() {
    const { clock, timeZone = 'UTC' } = this.#deps;
    return nowIn(timeZone, clock.nowMs());
  }
}

/** The same, with more that goes before them. */
function withExtra(values: Values, extra: Assigned): Values {
  return {
    find: (name) => (Object.hasOwn(extra, name) ? extra[name] : values.find(name)),
    all: () => ({ ...values.all(), ...extra }),
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

/** Names that the engine itself gives values to. */
export const givenNames = ['message', 'now', 'error'] as const;

interface Known {
  /** Every variable that a flow can have; those not set yet are null in its expressions. */
  readonly unset: Readonly<Record<string, null>>;
  /** Whether the present time is asked for anywhere: it is not free. */
  readonly asksForNow: boolean;
}

const known = new WeakMap<FlowDefinition, Known>();

/** What a flow's expressions may name. */
function variablesOf(flow: FlowDefinition): Known {
  const found = known.get(flow);
  if (found) return found;
  const names: [name: string, unset: null][] = [];
  for (const name of [...givenNames, ...Object.keys(flow.variables ?? {})]) names.push([name, null]);
  for (const step of Object.values(flow.steps)) for (const name of assignedBy(step)) names.push([name, null]);
  const asksForNow = /\bnow\b/.test(JSON.stringify(flow.steps));
  const made = { unset: Object.fromEntries(names), asksForNow };
  known.set(flow, made);
  return made;
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

/** @throws FlowEngineError `unknown_step`, in a flow that was not validated */
function httpStepOf(flow: FlowDefinition, stepId: string): StepOf<'http'> {
  const step = findStep(flow, stepId);
  if (step.kind === 'http') return step;
  throw new FlowEngineError('unknown_step', `the tool ${stepId} is no http step`);
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
        timestamp: new Date(deps.clock.nowMs()).toISOString(),
      },
    },
  ];
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
