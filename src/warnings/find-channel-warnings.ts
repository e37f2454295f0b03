import { cloudApiLimits } from '../channels/cloud-api/limits.ts';
import { quickReplyLimits } from '../channels/contactcenter/limits.ts';
import {
  type ChoiceLimits,
  fitChoices,
  fitLabel,
  presentChoices,
  readButtons,
} from '../channels/replies/choices.ts';
import { accountChannels, isWhatsApp } from '../contract/channels.ts';
import type { FlowDefinition, Step, StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { whatsAppText } from '../contract/rich/write-text.ts';
import { type ChannelName, type Choice, channelNames } from '../contract/vocabulary.ts';
import { type FlowProblem, formatProblem, type ProblemText, problem } from '../engine/problems.ts';
import { chooseText, textsOf } from '../engine/templates.ts';

/**
 * Returns warnings for content that channels show differently, and for messages that a flow would send outside
 * WhatsApp's window.
 * @param channels those that run the flow; every channel by default
 * @see design 5.3
 */
export function findChannelWarnings(
  flow: FlowDefinition,
  channels: readonly ChannelName[] = channelNames,
): FlowProblem[] {
  const met = providers.filter((provider) => provider.channels.some((one) => channels.includes(one)));
  const isOnWhatsApp = met.some(({ name }) => name === whatsApp.name);
  return Object.entries(flow.steps).flatMap(([id, step]) => {
    const path = `steps.${id}`;
    return [
      ...(isOnWhatsApp ? findLateWarnings(path, step) : []),
      ...(isOnWhatsApp && step.kind === 'message' ? findCardWarnings(step, path) : []),
      ...(step.kind === 'question'
        ? met.flatMap((provider) => findChoiceWarnings(step, path, provider))
        : []),
    ];
  });
}

type Cards = Extract<NonNullable<StepOf<'message'>['cards']>, readonly unknown[]>;
type Buttons = NonNullable<Cards[number]['buttons']>;

/** Buttons of cards that WhatsApp shows otherwise: as text, as addresses, or cut. */
function findCardWarnings({ cards }: StepOf<'message'>, path: string): FlowProblem[] {
  if (!Array.isArray(cards)) return [];
  return (cards as Cards).flatMap(({ buttons = [] }, n) =>
    aboutButtons(buttons, `${path}.cards.${n}.buttons`),
  );
}

function aboutButtons(buttons: Buttons, path: string): FlowProblem[] {
  const { name, buttons: limits } = whatsApp;
  const { replyButtons, links } = readButtons({
    title: '',
    buttons: buttons.map(({ label, value, url }, n) => ({
      label: standIn(chooseText(label, undefined), n),
      ...(value !== undefined && { value: standIn(value, n) }),
      ...(url !== undefined && { url }),
    })),
  });
  if (replyButtons.length > 0 && !fitChoices(replyButtons, limits))
    return [
      { path, message: `${name} shows them as text that can't be pressed: two are the same, or empty` },
    ];
  const isWritten = links.length > (replyButtons.length > 0 ? 0 : 1);
  return [
    ...(isWritten ? [{ path, message: `${name} shows their links as addresses in the text` }] : []),
    ...buttons.flatMap(({ label, url }, n) =>
      isWritten && url !== undefined
        ? []
        : textsOf(label).flatMap(({ key, template }) =>
            isLonger(template, limits.titleChars)
              ? [problem(`${path}.${n}.label${key}`, 'labelCut', { most: limits.titleChars, id: name })]
              : [],
          ),
    ),
  ];
}

type Question = StepOf<'question'>;
type Written = Extract<NonNullable<Question['choices']>, readonly unknown[]>;
type Shown = 'buttons' | 'list' | 'numbers';

/** Choices that a provider shows as numbers, in a list, or with labels cut, and a text that is too long beside buttons. */
function findChoiceWarnings(question: Question, path: string, provider: Provider): FlowProblem[] {
  const { choices, text } = question;
  // Choices from a list are unknown here.
  if (!Array.isArray(choices) || choices.length === 0) return [];
  const inLanguages = languagesOf(choices).map((language) => inOne(choices, language));
  const shown = inLanguages.map((one) => howShown(one, provider));
  const isNumbered = shown.indexOf('numbers');
  const numbered = inLanguages[isNumbered];
  if (numbered) {
    const message = `${provider.name} shows them as numbered text: ${whyNumbered(numbered, provider)}`;
    return [{ path: `${path}.choices`, message }];
  }
  const as = shown.includes('list') ? 'list' : 'buttons';
  return [
    ...choices.flatMap(({ label }, n) =>
      textsOf(label).flatMap(({ key, template }) => {
        const replyButtons = aboutLabel(template, as, choices.length, provider);
        return replyButtons === null ? [] : [{ path: `${path}.choices.${n}.label${key}`, ...replyButtons }];
      }),
    ),
    ...(as === 'buttons' ? findBodyWarnings(text, `${path}.text`, provider) : []),
  ];
}

/** The languages in which labels are written; one that is none where each is written once. */
function languagesOf(choices: Written): (string | undefined)[] {
  const found = new Set(
    choices.flatMap(({ label }) => (typeof label === 'string' ? [] : Object.keys(label))),
  );
  return found.size === 0 ? [undefined] : [...found];
}

const inOne = (choices: Written, language: string | undefined): Choice[] =>
  choices.map(({ label, value }, n) => ({
    label: standIn(chooseText(label, language), n),
    value: standIn(value, n),
  }));

/** Stands in for a template's unknown result: short, and different from the others. */
const standIn = (text: string, n: number): string => (text.includes('{{') ? `{${n}}` : text);

function howShown(choices: readonly Choice[], { buttons, list }: Provider): Shown {
  if (list) return presentChoices(choices, { buttons, list }).as;
  return fitChoices(choices, buttons) ? 'buttons' : 'numbers';
}

function whyNumbered(choices: readonly Choice[], { buttons, list }: Provider): string {
  const { count, valueChars, titleChars }: ChoiceLimits = list ?? buttons;
  if (choices.length > count)
    return `there are ${choices.length}, and it takes ${count} ${list ? 'in a list' : 'as buttons'}`;
  if (choices.some(({ value }) => value.length > valueChars))
    return `a value is longer than ${valueChars} characters`;
  return `two are the same, or a label is empty, within ${titleChars} characters`;
}

/** Whether a label exceeds this length; unknown for a template. */
const isLonger = (label: string, chars: number): boolean =>
  !label.includes('{{') && fitLabel(label, Number.POSITIVE_INFINITY).length > chars;

function aboutLabel(
  label: string,
  as: 'buttons' | 'list',
  count: number,
  { name, buttons, list }: Provider,
): ProblemText | null {
  const cut = { most: buttons.titleChars, id: name };
  if (as === 'buttons') return isLonger(label, buttons.titleChars) ? formatProblem('labelCut', cut) : null;
  if (list && isLonger(label, list.titleChars)) {
    const message = `is longer than the ${list.titleChars} characters of a row: ${name} cuts it there, and says it below`;
    return { message };
  }
  return count <= buttons.count && isLonger(label, buttons.titleChars)
    ? formatProblem('labelListed', cut)
    : null;
}

function findBodyWarnings(
  text: Question['text'],
  path: string,
  { name, bodyChars }: Provider,
): FlowProblem[] {
  if (bodyChars === undefined) return [];
  const message = `is longer than the ${bodyChars} characters beside buttons: ${name} sends its beginning as a message ahead`;
  return textsOf(text).flatMap(({ key, template }) =>
    !template.includes('{{') && whatsAppText(template).length > bodyChars
      ? [{ path: path + key, message }]
      : [],
  );
}

/** A channel with limits for choices, by the name that authors know; web chat has none. @see design 5.3 */
interface Provider {
  readonly name: string;
  readonly channels: readonly ChannelName[];
  readonly buttons: ChoiceLimits;
  /** The limits of the list that replaces buttons. */
  readonly list?: ChoiceLimits;
  /** The maximum length of the text beside buttons, if it is lower than usual. */
  readonly bodyChars?: number;
}

const whatsApp = {
  name: 'WhatsApp',
  channels: accountChannels.filter(isWhatsApp),
  buttons: cloudApiLimits.buttons,
  list: cloudApiLimits.list,
  bodyChars: cloudApiLimits.buttons.bodyChars,
} as const satisfies Provider;

const providers: readonly Provider[] = [
  whatsApp,
  { name: 'a contact center', channels: ['contactcenter'], buttons: quickReplyLimits },
];

const windowMinutes = limits.replyLifeMs / 60_000;

/** A chat app takes replies for 24 hours after the user's last message. */
function findLateWarnings(path: string, step: Step): FlowProblem[] {
  const waits: Record<string, number | undefined> =
    step.kind === 'wait'
      ? { minutes: step.minutes }
      : step.kind === 'question'
        ? { remindAfterMinutes: step.remindAfterMinutes, silenceAfterMinutes: step.silenceAfterMinutes }
        : {};
  return Object.entries(waits).flatMap(([field, minutes = 0]) =>
    minutes < windowMinutes ? [] : [problem(`${path}.${field}`, 'windowClosed')],
  );
}
