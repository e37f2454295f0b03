import { incrementBase32 } from 'ulid';
import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition, StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { escapeValues } from '../contract/rich/escape-values.ts';
import type { Text } from '../contract/steps/parts.ts';
import { readLanguage } from '../contract/text-identity.ts';
import { ExpressionError, FlowEngineError } from './errors.ts';
import { boundedJson, metadataBounds, nowIn } from './expression-values.ts';
import { evaluateOver, evaluateStrictly, type Values } from './expressions.ts';
import type { Effect, FlowState, Json, Reply, TurnDeps } from './interfaces.ts';
import { compileRegex, regexWork } from './linear-regex.ts';
import { WorkBudget, workLimits } from './size.ts';
import type { Assigned, ReplyParts, StepContext } from './steps/step.ts';
import { chooseText, type FilledText, renderMarked, renderTemplate } from './templates.ts';
import { findStep } from './transition.ts';
import { variableNames } from './variables.ts';

/** What a step of a turn can use. Its expressions are charged to the turn. */
export class TurnStepContext implements StepContext {
  readonly stepId: string;
  readonly message: CanonicalMessage;
  readonly state: FlowState;
  readonly ordinal: number;
  readonly call?: string;
  readonly deps: TurnDeps;
  readonly language: string | undefined;
  readonly #flow: FlowDefinition;
  readonly #turn: WorkBudget;
  readonly #budget: WorkBudget;

  constructor(
    flow: FlowDefinition,
    state: FlowState,
    ordinal: number,
    { message, deps, work, call }: TurnInput,
  ) {
    this.stepId = state.flow.stepId;
    this.message = message;
    this.state = state;
    this.ordinal = ordinal;
    if (call !== undefined) this.call = call;
    this.deps = deps;
    // The flow's own variable `language` takes precedence over the language of the visitor's client.
    const { language: asked } = state.variables;
    const { language: own } = message.user;
    this.language = (asked && readLanguage(asked)) || (own && readLanguage(own)) || undefined;
    this.#flow = flow;
    this.#turn = work;
    this.#budget = new WorkBudget(workLimits.perStep, work);
  }

  now() {
    return nowIn(this.deps.timeZone ?? 'UTC', this.deps.clock.nowMs());
  }

  /** Finds what an expression names. Variables not set yet are null, so that an expression may ask for them. */
  find(name: string): Json | undefined {
    if (name === 'message') return messageInScope(this.message);
    const { variables } = this.state;
    if (Object.hasOwn(variables, name)) return variables[name];
    if (name === 'now') return this.now();
    return variableNames(this.#flow).has(name) ? null : undefined;
  }

  evaluate(expression: string, extra?: Assigned): Json {
    return evaluateOver(expression, extra ? withExtra(this, extra) : this, this.#budget);
  }

  evaluateStrictly(expression: string, extra?: Assigned): Json {
    return evaluateStrictly(expression, extra ? withExtra(this, extra) : this, this.#budget);
  }

  matches(pattern: string, text: string): boolean {
    const work = regexWork(pattern, text.length);
    if (work > workLimits.perStep) return false;
    this.#turn.spend(work);
    return compileRegex(pattern).matches(text);
  }

  render(text: Text, extra?: Assigned): string {
    const template = chooseText(text, this.language);
    if (!template.includes('{{')) return template;
    return renderTemplate(template, (expression) => this.evaluate(expression, extra));
  }

  renderMarked(text: Text, extra?: Assigned): FilledText {
    const template = chooseText(text, this.language);
    if (!template.includes('{{')) return { text: template };
    return renderMarked(template, (expression) => this.evaluate(expression, extra));
  }

  asTool(stepId: string, given: Assigned, call: string) {
    const { state, message, deps } = this;
    const asked = {
      ...state,
      flow: { ...state.flow, stepId },
      variables: { ...state.variables, ...given },
    };
    return {
      step: httpStepOf(this.#flow, stepId),
      context: new TurnStepContext(this.#flow, asked, this.ordinal, {
        ...{ message, deps, call },
        work: this.#turn,
      }),
    };
  }

  reply(
    given: string | FilledText,
    { choices, attachments, cards, input }: ReplyParts = {},
  ): readonly Effect[] {
    const { text, markdown }: FilledText = typeof given === 'string' ? { text: given } : given;
    if (text.trim() === '' && !attachments?.length && !cards?.length) return [];
    const { ids, clock } = this.deps;
    // One by one: spreading what is mostly missing takes four times as long.
    const sent: Writable<Reply> = {
      text: shorten(text),
      timestamp: new Date(clock.nowMs()).toISOString(),
      id: ids.next(),
    };
    if (markdown !== undefined) sent.markdown = fittingMarkdown(text, markdown);
    if (choices?.length) sent.choices = choices;
    if (attachments?.length) sent.attachments = attachments;
    if (cards?.length) sent.cards = cards;
    if (input) sent.input = input;
    return [{ kind: 'reply', reply: sent }];
  }
}

/**
 * Ids of a turn's replies, counted on from its message's, whatever the clocks say: what a turn sends lies between its message
 * and the next one. @see design 2.5
 */
export function replyIdsAfter(messageId: string): TurnDeps['ids'] {
  let last = messageId;
  return {
    next() {
      last = incrementBase32(last);
      return last;
    },
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Shared by all steps of a turn. */
interface TurnInput {
  readonly message: CanonicalMessage;
  readonly deps: TurnDeps;
  /** What is left of the turn's budget for expressions. */
  readonly work: WorkBudget;
  readonly call?: string;
}

/** The same, with more that goes before them. */
function withExtra(values: Values, extra: Assigned): Values {
  return { find: (name) => (Object.hasOwn(extra, name) ? extra[name] : values.find(name)) };
}

const inScope = new WeakMap<CanonicalMessage, Json>();

/** The message as expressions see it: the same at every step of its turn. */
function messageInScope(message: CanonicalMessage): Json {
  const known = inScope.get(message);
  if (known !== undefined) return known;
  const { text = '', attachments, user } = message;
  let metadata: Json = {};
  try {
    metadata = boundedJson(message.metadata, metadataBounds);
  } catch (error) {
    // Too large or too deep, it is not shown to the flow: what a caller adds must not stop the turn.
    if (!(error instanceof ExpressionError)) throw error;
  }
  const seen = boundedJson({
    text,
    attachments,
    user: { firstName: null, email: null, phone: null, language: null, verified: false, ...user },
    metadata,
  });
  inScope.set(message, seen);
  return seen;
}

/** @throws FlowEngineError `unknown_step`, in a flow that was not validated */
function httpStepOf(flow: FlowDefinition, stepId: string): StepOf<'http'> {
  const step = findStep(flow, stepId);
  if (step.kind === 'http') return step;
  throw new FlowEngineError('unknown_step', `the tool ${stepId} is no http step`);
}

/** In a truncated text, any mark may be incomplete. */
function fittingMarkdown(text: string, markdown: string): string {
  return text.length <= limits.textChars ? markdown.toWellFormed() : escapeValues([{ value: shorten(text) }]);
}

/** A truncated text ends in an ellipsis, so that nobody takes it for the whole text. */
function shorten(text: string): string {
  if (text.length <= limits.textChars) return text.toWellFormed();
  return `${text.slice(0, limits.textChars - 2).toWellFormed()} …`;
}
