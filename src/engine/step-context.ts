import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { boundedJson, metadataBounds } from './bounded-json.ts';
import { stepBudget } from './cost/work.ts';
import { ExpressionError } from './errors.ts';
import { evaluate, type Scope } from './expressions.ts';
import type { Effect, FlowState, Json, TurnDeps } from './interfaces.ts';
import type { ReplyParts, StepContext } from './steps/step.ts';
import { renderTemplate } from './templates.ts';
import { variableNames } from './variable-names.ts';

/** What one step of a turn is given. */
export function stepContext(
  flow: FlowDefinition,
  state: FlowState,
  ordinal: number,
  message: CanonicalMessage,
  deps: TurnDeps,
): StepContext {
  const scope = scopeOf(flow, state, message);
  const budget = stepBudget(deps);
  return {
    stepId: state.flow.stepId,
    message,
    state,
    ordinal,
    deps,
    evaluate: (expression, extra) => evaluate(expression, extra ? { ...scope, ...extra } : scope, budget),
    render: (template) => renderTemplate(template, (expression) => evaluate(expression, scope, budget)),
    reply: (text, parts) => reply(deps, text, parts),
  };
}

/** Variables not set yet are null, so that an expression may ask for them. */
function scopeOf(flow: FlowDefinition, { variables }: FlowState, message: CanonicalMessage): Scope {
  const unset = Object.fromEntries([...variableNames(flow)].map((name) => [name, null]));
  const { text = '', attachments, user, metadata } = message;
  return {
    ...unset,
    ...variables,
    message: boundedJson({
      text,
      attachments,
      user: { firstName: null, email: null, phone: null, ...user },
      metadata: withinBounds(metadata),
    }),
  };
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

function reply(deps: TurnDeps, text: string, { choices, attachments }: ReplyParts = {}): readonly Effect[] {
  if (text.trim() === '' && !attachments?.length) return [];
  return [
    {
      kind: 'reply',
      reply: {
        id: deps.ids.next(),
        text: text.slice(0, limits.textChars).toWellFormed(),
        ...(choices?.length && { choices }),
        ...(attachments?.length && { attachments }),
        timestamp: new Date(deps.clock.nowMs()).toISOString(),
      },
    },
  ];
}
