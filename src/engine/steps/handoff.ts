import type { StepOf } from '../../contract/flow.ts';
import type { HandoffPlan, Json } from '../interfaces.ts';
import { isOpen } from '../is-open.ts';
import type { RunStep, StepContext } from './step.ts';

/** Hands the conversation to a human; the flow is silent from then on. Outside of `hours` it goes on at `onClosed`. */
export const runHandoff: RunStep<'handoff'> = (step, context) => {
  const { reason, queue, text, hours, onClosed } = step;
  if (hours && onClosed !== undefined && !isOpen(hours, context.now())) {
    return { kind: 'next', next: onClosed, by: 'onClosed', refused: true };
  }
  return {
    kind: 'handoff',
    handoff: {
      reason: context.render(reason),
      queue: queue ?? null,
      requestedAt: new Date(context.deps.clock.nowMs()).toISOString(),
    },
    plan: planOf(step, context),
    send: text === undefined ? [] : context.reply(context.renderMarked(text)),
  };
};

function planOf(step: StepOf<'handoff'>, { stepId, state }: StepContext): HandoffPlan {
  const { next, timeoutMinutes, onTimeout, afterClose, share = [] } = step;
  const shared = share.map((name): [string, Json] => [name, state.variables[name] ?? null]);
  return {
    stepId,
    ...(next !== undefined && { next }),
    ...(timeoutMinutes !== undefined && { timeoutMinutes }),
    ...(onTimeout !== undefined && { onTimeout }),
    ...(afterClose !== undefined && { afterClose }),
    share: Object.fromEntries(shared),
  };
}
