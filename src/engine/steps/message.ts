import { makeCards } from '../make-cards.ts';
import type { RunStep } from './step.ts';

/** Sends a text, attachments and cards. */
export const runMessage: RunStep<'message'> = ({ text, attachments, cards, next }, context) => ({
  kind: 'next',
  next,
  send: context.reply(context.renderMarked(text), {
    ...(attachments && { attachments }),
    ...(cards && { cards: makeCards(cards, context) }),
  }),
});
