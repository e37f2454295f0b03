import type { RunStep } from './step.ts';

/** Sends a text and attachments. */
export const runMessage: RunStep<'message'> = ({ text, attachments, next }, context) => ({
  kind: 'next',
  next,
  send: context.reply(context.render(text), attachments && { attachments }),
});
