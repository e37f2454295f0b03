import { whatsAppText } from '../../contract/rich/write-text.ts';
import type { Attachment, Card, Choice, SentTemplate } from '../../contract/vocabulary.ts';
import { partId } from '../../domain/delivery-status.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { Channel, MediaCall, Outbound, ProviderRequest, ReadMark } from '../channel.ts';
import {
  type FittedChoice,
  fitChoices,
  fitLabel,
  numberedText,
  type PresentedChoices,
  presentChoices,
  readButtons,
} from '../replies/choices.ts';
import { splitText } from '../replies/split-text.ts';
import { cloudApiLimits } from './limits.ts';

/** A business-scoped user id: `US.13491208655302741918`, or of a parent `US.ENT.118157…`. */
const businessScopedId = /^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$/;

/**
 * The sends of a provider that takes the Cloud API's bodies.
 * @param callOf where an account's messages go, and with what credential; its errors are thrown
 */
export function cloudApiSends(
  callOf: (known: KnownAccount) => MediaCall,
): Required<Pick<Channel, 'buildSends' | 'showRead'>> {
  const requestOf = (known: KnownAccount): Omit<ProviderRequest, 'body'> => {
    const { url, headers } = callOf(known);
    return { method: 'POST', url, headers: { 'content-type': 'application/json', ...headers } };
  };
  return {
    buildSends(known, outbound) {
      const request = requestOf(known);
      return buildSendBodies(outbound, known.account.list_button).map((body) => ({ ...request, body }));
    },
    showRead: (known, mark) => ({ ...requestOf(known), body: readMark(mark) }),
  };
}

/**
 * The bodies of the calls that send a reply, in order.
 * @param listButton what opens a list of choices
 * @see the Cloud API's reference "Messages"
 */
function buildSendBodies({ to, phone, reply }: Outbound, listButton?: string): string[] {
  const recipient = addressOf(to, phone);
  return replyMessages(reply, listButton).map((message, part) =>
    JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...recipient,
      ...message,
      // Comes back with every status: the part is known to be sent even when this call's answer is lost.
      biz_opaque_callback_data: partId(reply.id, part),
    }),
  );
}

/** The phone number takes precedence. Webhooks contain it only while it is in use. */
function addressOf(to: string, phone: string | undefined): { to?: string; recipient?: string } {
  if (!businessScopedId.test(to)) return { to };
  const digits = phone?.replace(/\D/g, '');
  return { ...(digits && { to: digits }), recipient: to };
}

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

/** Types that are sent as a file; which of them may have a caption. */
const media: Readonly<Partial<Record<Attachment['type'], { readonly caption: boolean }>>> = {
  image: { caption: true },
  video: { caption: true },
  document: { caption: true },
  audio: { caption: false },
  sticker: { caption: false },
};

const megabyte = 1024 * 1024;
/** The types that the provider accepts per kind. All others are sent as documents, which may have any type. */
const taken: Readonly<
  Partial<Record<Attachment['type'], { readonly types: readonly string[]; readonly maxBytes: number }>>
> = {
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * megabyte },
  sticker: { types: ['image/webp'], maxBytes: megabyte / 2 },
  audio: {
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    maxBytes: 16 * megabyte,
  },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16 * megabyte },
};

/**
 * If type or size is unknown, the sender's attachment kind is used.
 * @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#supported-media-types
 */
function sentAs({ type, mimeType, sizeBytes }: Attachment): Attachment['type'] {
  const kind = taken[type];
  if (!kind) return type;
  const isTaken = mimeType === undefined || kind.types.includes(mimeType.split(';')[0] ?? '');
  return isTaken && (sizeBytes ?? 0) <= kind.maxBytes ? type : 'document';
}

/**
 * One attachment as a message; what can't be sent as what it is becomes text, and what does not fit its caption follows
 * as text, so that nothing is lost.
 */
function attachmentMessages(given: Attachment): CloudApiMessage[] {
  const attachment = { ...given, type: sentAs(given) };
  const { type, url, mediaId, latitude, longitude, name, caption = '' } = attachment;
  const kind = media[type];
  if (kind && (url !== undefined || mediaId !== undefined)) {
    const [first, ...rest] = splitText(caption, cloudApiLimits.captionChars);
    const words = kind.caption ? rest : splitText(caption, cloudApiLimits.textChars);
    return [{ type, [type]: fileOf(attachment, kind.caption ? first : undefined) }, ...words.map(asText)];
  }
  const words = splitText(caption, cloudApiLimits.textChars).map(asText);
  if (type === 'location' && latitude !== undefined && longitude !== undefined) {
    return [{ type, location: { latitude, longitude, ...(name && { name }) } }, ...words];
  }
  if (type === 'contact' && name) {
    return [{ type: 'contacts', contacts: [{ name: { formatted_name: name, first_name: name } }] }, ...words];
  }
  return splitText(describe(attachment), cloudApiLimits.textChars).map(asText);
}

const asText = (body: string): CloudApiMessage => ({ type: 'text', text: { body } });

function fileOf({ type, url, mediaId, fileId, filename }: Attachment, caption: string | undefined): object {
  return {
    // An address of ours is good for any account; an id only for the one that it came through.
    ...(mediaId !== undefined && fileId === undefined ? { id: mediaId } : { link: url }),
    ...(caption && { caption }),
    ...(type === 'document' && filename && { filename }),
  };
}

function describe({ type, caption, name, filename, url }: Attachment): string {
  return [caption ?? name ?? filename, url].filter(Boolean).join(' ') || `[${type}]`;
}

/**
 * A card as its own message: with reply buttons, with one button that opens a page, or as a picture or a text. Links
 * that find no button stand in the text.
 * @see the Cloud API's references "Reply buttons messages", "Call-to-action URL button messages"
 */
function cardMessages(card: Card): CloudApiMessage[] {
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

/** An interactive message must have a text. */
const noText = '…';

interface InteractiveParts {
  readonly type: 'button' | 'list' | 'cta_url';
  readonly text: string;
  readonly bodyChars: number;
  readonly action: object;
  /** Address of a picture above the text. */
  readonly image?: string | undefined;
}

/** A text too long for a message with buttons is sent ahead of its last part. */
function interactiveMessages(parts: InteractiveParts): CloudApiMessage[] {
  const { type, text, bodyChars, action, image } = parts;
  const texts = splitText(text, bodyChars);
  const body = { text: texts.pop() ?? noText };
  const ahead = texts.map((part): CloudApiMessage => ({ type: 'text', text: { body: part } }));
  const header = image !== undefined && { header: { type: 'image', image: { link: image } } };
  return [...ahead, { type: 'interactive', interactive: { type, ...header, body, action } }];
}

const buttonValues = {
  url: (text: string) => ({ type: 'text', text }),
  quick_reply: (payload: string) => ({ type: 'payload', payload }),
  copy_code: (coupon_code: string) => ({ type: 'coupon_code', coupon_code }),
} as const;

/**
 * A filled template as the provider takes it; what does not vary is left out.
 * @param file of its header, when that is a picture, a video or a document
 * @see handoff.md 3.4, the Cloud API's "Template messages"
 */
export function templateMessage(
  { name, language, header, body = [], buttons = [] }: SentTemplate,
  file: Attachment | undefined,
): CloudApiMessage {
  const components = [
    ...(header ? [{ type: 'header', parameters: [textParameter(header)] }] : []),
    ...(file ? [{ type: 'header', parameters: [fileParameter(file)] }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(textParameter) }] : []),
    ...buttons.map(({ index, kind, value }) => ({
      type: 'button',
      sub_type: kind,
      index: String(index),
      parameters: [buttonValues[kind](value)],
    })),
  ];
  const content = { name, language: { code: language }, ...(components.length > 0 && { components }) };
  return { type: 'template', template: content };
}

function textParameter({ name, text }: NonNullable<SentTemplate['body']>[number]) {
  return { type: 'text', ...(name !== undefined && { parameter_name: name }), text };
}

function fileParameter({ type, url, filename }: Attachment) {
  return { type, [type]: { link: url, ...(type === 'document' && filename && { filename }) } };
}

/** The part of a message that its `type` names, and the type. */
interface CloudApiMessage {
  readonly type: string;
  readonly [member: string]: unknown;
}

/**
 * The body that marks a message, and all before it, as read, and optionally shows a typing indicator for up to 25
 * s. The indicator requires the mark.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/typing-indicators/
 */
function readMark({ providerMessageId, isTyping }: ReadMark): string {
  return JSON.stringify({
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: providerMessageId,
    ...(isTyping && { typing_indicator: { type: 'text' } }),
  });
}
