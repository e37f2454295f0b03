import type { StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { escapeValues } from '../contract/rich/escape-values.ts';
import { type Card, webAddress } from '../contract/vocabulary.ts';
import { ExpressionError } from './errors.ts';
import type { Json } from './interfaces.ts';
import type { Assigned, StepContext } from './steps/step.ts';
import type { FilledText } from './templates.ts';

type Cards = NonNullable<StepOf<'message'>['cards']>;
type WrittenCard = Extract<Cards, readonly unknown[]>[number];

/**
 * The cards of a message as they are sent now, at most ten; those of a list without entries are none.
 * @throws ExpressionError for what is no list
 */
export function makeCards(cards: Cards, context: StepContext): readonly Card[] {
  if (Array.isArray(cards)) return cards.flatMap((card) => makeCard(card, context, {}));
  const { from, ...card } = cards as Exclude<Cards, readonly unknown[]>;
  const list = context.evaluate(from);
  if (list === null) return [];
  if (!Array.isArray(list))
    throw new ExpressionError(`${JSON.stringify(from)} is not a list to make cards of`);
  return list.slice(0, limits.cards).flatMap((item: Json) => makeCard(card, context, { item }));
}

/** A card without a title is none, and a picture or button without an address is left out: a list may lack some. */
function makeCard(written: WrittenCard, context: StepContext, extra: Assigned): Card[] {
  const { render } = context;
  const { text, image, imageText, buttons = [] } = written;
  const filled = (given: Parameters<typeof render>[0] | undefined, chars: number) =>
    given === undefined ? '' : cut(render(given, extra).trim(), chars);
  const title = filled(written.title, limits.cardTitleChars);
  if (title === '') return [];
  const marked = text === undefined ? { text: '' } : context.renderMarked(text, extra);
  const words = cut(marked.text.trim(), limits.cardTextChars);
  const picture = image === undefined ? null : addressOf(render(image, extra));
  const shown = filled(imageText, limits.cardTitleChars);
  const pressed = buttons.flatMap((button) => {
    const label = filled(button.label, limits.cardLabelChars);
    const value = filled(button.value, limits.cardValueChars);
    const url = button.url === undefined ? null : addressOf(render(button.url, extra));
    if (label === '' || (value === '' && url === null)) return [];
    return [url === null ? { label, value } : { label, url }];
  });
  return [
    {
      title,
      ...(words !== '' && { text: words, ...markdownOf(marked, words) }),
      ...(picture !== null && { image: picture }),
      ...(picture !== null && shown !== '' && { imageText: shown }),
      ...(pressed.length > 0 && { buttons: pressed }),
    },
  ];
}

/** Of a text that is cut, none of the marks is sure to be whole. */
function markdownOf({ text, markdown }: FilledText, words: string) {
  if (markdown === undefined) return {};
  const isWhole = words.length === text.trim().length;
  return { markdown: isWhole ? markdown.trim().toWellFormed() : escapeValues([{ value: words }]) };
}

function addressOf(text: string): string | null {
  return webAddress.safeParse(text.trim()).data ?? null;
}

function cut(text: string, chars: number): string {
  return text.length <= chars ? text.toWellFormed() : `${text.slice(0, chars - 2).toWellFormed()} …`;
}
