import type { Attachment, Choice } from '../../contract/vocabulary.ts';
import type { Outbound } from '../channel.ts';
import { type FittedChoice, fitChoices } from '../replies/fit-choices.ts';
import { fitLabel } from '../replies/fit-label.ts';
import { numberedText } from '../replies/numbered-text.ts';
import { splitText } from '../replies/split-text.ts';
import { attachmentMessage } from './attachment-message.ts';
import type { CloudApiMessage } from './cloud-api-message.ts';
import { cloudApiLimits } from './limits.ts';
import { templateMessage } from './template-message.ts';

/** A list is opened by a button of its own. */
const defaultListButton = 'Menu';
/** An interactive message must have a text. */
const noText = '…';

/** The messages that make up a reply, in order; buttons come last, where the user looks for them. */
export function replyMessages(
  { text, choices = [], attachments = [], template }: Outbound['reply'],
  listButton = defaultListButton,
): CloudApiMessage[] {
  if (template) return [templateMessage(template, attachments[0])];
  const media = attachments.map((attachment: Attachment) => attachmentMessage(attachment));
  if (choices.length === 0) return [...textMessages(text), ...media];
  const buttons = buttonMessages(text, choices);
  const list = listMessages(text, choices, listButton);
  // A list shows in full what a button would cut.
  const shown = buttons && choices.every(fitsButton) ? buttons : (list ?? buttons);
  return [...media, ...(shown ?? numbered(text, choices))];
}

function textMessages(text: string): CloudApiMessage[] {
  return splitText(text, cloudApiLimits.textChars).map((body) => ({ type: 'text', text: { body } }));
}

function numbered(text: string, choices: readonly Choice[]): CloudApiMessage[] {
  return textMessages(numberedText(text, choices));
}

function buttonMessages(text: string, choices: readonly Choice[]): CloudApiMessage[] | null {
  const fitted = fitChoices(choices, cloudApiLimits.buttons);
  if (!fitted) return null;
  const buttons = fitted.map(({ value, title }) => ({ type: 'reply', reply: { id: value, title } }));
  return interactive('button', text, cloudApiLimits.buttons.bodyChars, { buttons });
}

function fitsButton({ label }: Choice): boolean {
  const { titleChars } = cloudApiLimits.buttons;
  return fitLabel(label, titleChars) === fitLabel(label, Number.POSITIVE_INFINITY);
}

function listMessages(text: string, choices: readonly Choice[], button: string): CloudApiMessage[] | null {
  const fitted = fitChoices(choices, cloudApiLimits.list);
  if (!fitted) return null;
  const sections = [{ rows: fitted.map(row) }];
  return interactive('list', text, cloudApiLimits.list.bodyChars, { button, sections });
}

/** A label that was cut is shown in full, or as far as it goes, below. */
function row({ value, title, label }: FittedChoice): object {
  const description = fitLabel(label, cloudApiLimits.descriptionChars);
  return { id: value, title, ...(description !== title && { description }) };
}

/** A text too long for a message with buttons is sent ahead of its last part. */
function interactive(
  type: 'button' | 'list',
  text: string,
  bodyChars: number,
  action: object,
): CloudApiMessage[] {
  const parts = splitText(text, bodyChars);
  const body = { text: parts.pop() ?? noText };
  const ahead = parts.map((part): CloudApiMessage => ({ type: 'text', text: { body: part } }));
  return [...ahead, { type: 'interactive', interactive: { type, body, action } }];
}
