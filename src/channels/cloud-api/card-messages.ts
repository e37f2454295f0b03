import { whatsAppText } from '../../contract/rich/write-text.ts';
import type { Card } from '../../contract/vocabulary.ts';
import { readButtons } from '../replies/card-buttons.ts';
import { fitChoices } from '../replies/fit-choices.ts';
import { fitLabel } from '../replies/fit-label.ts';
import { splitText } from '../replies/split-text.ts';
import type { CloudApiMessage } from './cloud-api-message.ts';
import { interactiveMessages } from './interactive-message.ts';
import { cloudApiLimits } from './limits.ts';

/**
 * A card as its own message: with reply buttons, with one button that opens a page, or as a picture or a text. Links
 * that find no button stand in the text.
 * @see the Cloud API's references "Reply buttons messages", "Call-to-action URL button messages"
 */
export function cardMessages(card: Card): CloudApiMessage[] {
  const { title, text = '', markdown = text, image } = card;
  const { replyButtons, links } = readButtons(card);
  // A title that holds stars itself can't be put between stars.
  const heading = title.includes('*') ? title.trim() : `*${title.trim()}*`;
  const words = [heading, whatsAppText(markdown)].filter(Boolean).join('\n');
  const { bodyChars, titleChars } = cloudApiLimits.buttons;
  const buttons = fitChoices(replyButtons, cloudApiLimits.buttons);
  if (buttons) {
    const replies = buttons.map(({ value, title: shown }) => ({
      type: 'reply',
      reply: { id: value, title: shown },
    }));
    const body = withLinks(words, links);
    return interactiveMessages({
      type: 'button',
      text: body,
      bodyChars,
      image,
      action: { buttons: replies },
    });
  }
  const [only] = links;
  if (only && links.length === 1 && replyButtons.length === 0) {
    const parameters = { display_text: fitLabel(only.label, titleChars), url: only.url };
    const action = { name: 'cta_url', parameters };
    return interactiveMessages({ type: 'cta_url', text: words, bodyChars, image, action });
  }
  const labels = replyButtons.map(({ label }) => `• ${label}`);
  return plainCard([withLinks(words, links), ...labels].join('\n'), image);
}

function plainCard(words: string, image: string | undefined): CloudApiMessage[] {
  const { captionChars, textChars } = cloudApiLimits;
  const texts = splitText(words, image === undefined ? textChars : captionChars);
  const messages = texts.map((body): CloudApiMessage => ({ type: 'text', text: { body } }));
  if (image === undefined) return messages;
  return [{ type: 'image', image: { link: image, caption: texts[0] } }, ...messages.slice(1)];
}

function withLinks(
  words: string,
  links: readonly { readonly label: string; readonly url: string }[],
): string {
  return [words, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n');
}
