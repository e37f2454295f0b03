import type { RunStep } from './step.ts';

/** Hands the conversation to a human; the flow is silent from then on. */
export const runHandoff: RunStep<'handoff'> = ({ reason, queue, text }, context) => ({
  kind: 'handoff',
  handoff: {
    reason: context.render(reason),
    queue: queue ?? null,
    requestedAt: new Date(context.deps.clock.nowMs()).toISOString(),
  },
  send: text === undefined ? [] : context.reply(context.render(text)),
});
