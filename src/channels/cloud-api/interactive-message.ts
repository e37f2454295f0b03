import { splitText } from '../replies/split-text.ts';
import type { CloudApiMessage } from './cloud-api-message.ts';

/** An interactive message must have a text. */
const noText = '…';

export interface InteractiveParts {
  readonly type: 'button' | 'list' | 'cta_url';
  readonly text: string;
  readonly bodyChars: number;
  readonly action: object;
  /** Address of a picture above the text. */
  readonly image?: string | undefined;
}

/** A text too long for a message with buttons is sent ahead of its last part. */
export function interactiveMessages(parts: InteractiveParts): CloudApiMessage[] {
  const { type, text, bodyChars, action, image } = parts;
  const texts = splitText(text, bodyChars);
  const body = { text: texts.pop() ?? noText };
  const ahead = texts.map((part): CloudApiMessage => ({ type: 'text', text: { body: part } }));
  const header = image !== undefined && { header: { type: 'image', image: { link: image } } };
  return [...ahead, { type: 'interactive', interactive: { type, ...header, body, action } }];
}
