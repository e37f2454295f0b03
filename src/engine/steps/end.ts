import type { RunStep } from './step.ts';

/** Completes the run; the next message starts a new one. */
export const runEnd: RunStep<'end'> = ({ text }, context) => ({
  kind: 'completed',
  send: text === undefined ? [] : context.reply(context.renderMarked(text)),
});
