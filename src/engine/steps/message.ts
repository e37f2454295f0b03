import type { StepOf } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import { escapeValues } from '../../contract/rich/escape-values.ts';
import type { Text } from '../../contract/steps/parts.ts';
import { type Card, webAddress } from '../../contract/vocabulary.ts';
import { findExpressionProblems, findTemplateProblems, findTextProblems } from '../check-text.ts';
import { ExpressionError } from '../errors.ts';
import type { VariableTypes } from '../expressions.ts';
import type { Json } from '../interfaces.ts';
import { type FlowProblem, problem } from '../problems.ts';
import type { FilledText } from '../templates.ts';
import {
  type Assigned,
  type AssignedBy,
  type CheckStep,
  type HandlesOf,
  nowhere,
  type RunStep,
  type StandIns,
  type StepContext,
  type StepDocument,
} from './step.ts';

type Cards = NonNullable<StepOf<'message'>['cards']>;
type WrittenCard = Extract<Cards, readonly unknown[]>[number];

/** Sends a text, attachments and cards. */
export const run: RunStep<'message'> = ({ text, attachments, cards, next }, context) => ({
  kind: 'next',
  next,
  send: context.reply(context.renderMarked(text), {
    ...(attachments && { attachments }),
    ...(cards && { cards: makeCards(cards, context) }),
  }),
});

/**
 * The cards of a message as they are sent now, at most ten; those of a list without entries are none.
 * @throws ExpressionError for what is no list
 */
function makeCards(cards: Cards, context: StepContext): readonly Card[] {
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
  const { text, image, imageText, buttons = [] } = written;
  const filled = (given: Text | undefined, chars: number) =>
    given === undefined ? '' : cut(context.render(given, extra).trim(), chars);
  const title = filled(written.title, limits.cardTitleChars);
  if (title === '') return [];
  const marked = text === undefined ? { text: '' } : context.renderMarked(text, extra);
  const words = cut(marked.text.trim(), limits.cardTextChars);
  const picture = image === undefined ? null : addressOf(context.render(image, extra));
  const shown = filled(imageText, limits.cardTitleChars);
  const pressed = buttons.flatMap((button) => {
    const label = filled(button.label, limits.cardLabelChars);
    const value = filled(button.value, limits.cardValueChars);
    const url = button.url === undefined ? null : addressOf(context.render(button.url, extra));
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

/** In a truncated text, any mark may be incomplete. */
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

/** Returns the problems of a message and its cards. */
export const check: CheckStep<'message'> = ({ text, attachments = [], cards }, path, { types }) => [
  ...findTextProblems(`${path}.text`, text, types),
  ...attachments.flatMap((attachment, n) =>
    Object.entries(attachment).flatMap(([name, value]) =>
      String(value).includes('{{') ? [problem(`${path}.attachments.${n}.${name}`, 'sentAsWritten')] : [],
    ),
  ),
  ...(cards ? findCardsProblems(cards, `${path}.cards`, types) : []),
];

function findCardsProblems(cards: Cards, path: string, types: VariableTypes): FlowProblem[] {
  if (Array.isArray(cards)) return cards.flatMap((card, n) => findCardProblems(card, `${path}.${n}`, types));
  const { from, ...card } = cards as Exclude<Cards, readonly unknown[]>;
  return [
    ...findExpressionProblems(`${path}.from`, from, types),
    ...findCardProblems(card, path, new Map([...types, ['item', 'dyn']])),
  ];
}

function findCardProblems(card: WrittenCard, path: string, types: VariableTypes): FlowProblem[] {
  const { title, text, image, imageText, buttons = [] } = card;
  return [
    ...findTextProblems(`${path}.title`, title, types),
    ...findTextProblems(`${path}.text`, text, types),
    ...findTextProblems(`${path}.imageText`, imageText, types),
    ...findAddressProblems(`${path}.image`, image, types),
    ...buttons.flatMap(({ label, value, url }, n) => [
      ...findTextProblems(`${path}.buttons.${n}.label`, label, types),
      ...findTemplateProblems(`${path}.buttons.${n}.value`, value, types),
      ...findAddressProblems(`${path}.buttons.${n}.url`, url, types),
    ]),
  ];
}

/** The result of a URL with variables is unknown here. */
function findAddressProblems(path: string, address: string | undefined, types: VariableTypes): FlowProblem[] {
  const problems = findTemplateProblems(path, address, types);
  if (address === undefined || problems.length > 0 || address.includes('{{')) return problems;
  return webAddress.safeParse(address).success
    ? []
    : [{ path, message: 'must be an address that begins with https:// or http://' }];
}

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'message'> = ({ next }) => [{ key: 'next', to: next }];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'message'> = () => [];

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'message'> = { text: '', next: nowhere };

/** Describes the kind in the reference. */
export const document: StepDocument<'message'> = {
  about: 'Sends a text, attachments and cards, and continues at once.',
  fields: {
    text: 'The message: a template, or one per language, in [basic Markdown](widget.md#rich-text). At most 4,096 characters; longer text is cut and ends in " …".',
    attachments: 'Images, documents and other files to send with it, each with a `type` and a `url`.',
    cards:
      'Up to ten cards, side by side: a list of `{ "title", "text"?, "image"?, "imageText"?, "buttons"? }`, or one such object with `from`, an expression that gives a list whose entries the templates see as `item`. A button is `{ "label", "value" }`, which answers with the value, or `{ "label", "url" }`, which opens a page; at most three on a card. A card without a title and a button without its address are left out.',
    next: 'The next step.',
  },
};
