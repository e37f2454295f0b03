import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { boundedJson, metadataBounds } from './bounded-json.ts';
import { ExpressionError } from './errors.ts';
import type { Scope, Values } from './expressions.ts';
import type { FlowState, Json, TurnDeps } from './interfaces.ts';
import { nowIn } from './now.ts';
import type { Assigned } from './steps/step.ts';
import { variablesOf } from './variable-names.ts';

/** What the expressions of a step may name. Variables not set yet are null, so that an expression may ask for them. */
export class StepValues implements Values {
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
export function withExtra(values: Values, extra: Assigned): Values {
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

/** Too large or too deep for an expression, it is not shown to the flow: what a caller adds must not stop the turn. */
function withinBounds(metadata: CanonicalMessage['metadata']): Json {
  try {
    return boundedJson(metadata, metadataBounds);
  } catch (error) {
    if (error instanceof ExpressionError) return {};
    throw error;
  }
}
