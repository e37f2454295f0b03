import { whatsAppText } from '../../contract/rich/write-text.ts';
import type { Choice } from '../../contract/vocabulary.ts';
import type { Outbound } from '../channel.ts';
import type { FittedChoice } from '../replies/fit-choices.ts';
import { fitLabel } from '../replies/fit-label.ts';
import { numberedText } from '../replies/numbered-text.ts';
import { type PresentedChoices, presentChoices } from '../replies/present-choices.ts';
import { splitText } from '../replies/split-text.ts';
import { attachmentMessages } from './attachment-message.ts';
import { cardMessages } from './card-messages.ts';
import type { CloudApiMessage } from './cloud-api-message.ts';
import { interactiveMessages } from './interactive-message.ts';
import { cloudApiLimits } from './limits.ts';
import { templateMessage } from './template-message.ts';

/** A list is opened by a button of its own. */
const defaultListButton = 'Menu';

/** The messages that make up a reply, in order; buttons come last, where the user looks for them. */
export function replyMessages(
  {
    text: written,
    markdown = written,
    choices = [],
    attachments = [],
    cards = [],
    template,
  }: Outbound['reply'],
  listButton = defaultListButton,
): CloudApiMessage[] {
  if (template) return [templateMessage(template, attachments[0])];
  const text = whatsAppText(markdown);
  const media = [...attachments.flatMap(attachmentMessages), ...cards.flatMap(cardMessages)];
  if (choices.length === 0) return [...textMessages(text), ...media];
  const presented = presentChoices(choices, cloudApiLimits);
  return [...media, ...choiceMessages(text, choices, presented, listButton)];
}

function textMessages(text: string): CloudApiMessage[] {
  return splitText(text, cloudApiLimits.textChars).map((body) => ({ type: 'text', text: { body } }));
}

function choiceMessages(
  text: string,
  choices: readonly Choice[],
  presented: PresentedChoices,
  listButton: string,
): CloudApiMessage[] {
  if (presented.as === 'numbers') return textMessages(numberedText(text, choices));
  if (presented.as === 'list') {
    const sections = [{ rows: presented.choices.map(row) }];
    const { bodyChars } = cloudApiLimits.list;
    return interactiveMessages({ type: 'list', text, bodyChars, action: { button: listButton, sections } });
  }
  const buttons = presented.choices.map(({ value, title }) => ({
    type: 'reply',
    reply: { id: value, title },
  }));
  const { bodyChars } = cloudApiLimits.buttons;
  return interactiveMessages({ type: 'button', text, bodyChars, action: { buttons } });
}

/** A label that was cut is shown in full, or as far as it goes, below. */
function row({ value, title, label }: FittedChoice): object {
  const description = fitLabel(label, cloudApiLimits.descriptionChars);
  return { id: value, title, ...(description !== title && { description }) };
}
