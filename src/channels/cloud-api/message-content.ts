import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';
import type { ProviderUpdate } from '../../contract/queue-records.ts';
import { parseExactJson } from '../../contract/text-identity.ts';
import type { Attachment } from '../../contract/vocabulary.ts';
import { type Content, chosen, fitAttachment, keepRaw, type Reading, reading } from '../reading.ts';
import {
  buttonContent,
  contactsContent,
  editContent,
  interactiveContent,
  locationContent,
  type MediaContent,
  mediaContent,
  orderContent,
  reactionContent,
  revokeContent,
  systemContent,
} from './payload.ts';
import { isRecord } from './read-changes.ts';

function media(type: Attachment['type'], more: (content: MediaContent) => object = () => ({})): Reading {
  return reading(mediaContent, (content) => ({
    text: content.caption,
    attachments: [
      fitAttachment({
        type,
        mediaId: content.id,
        url: content.url ?? content.link,
        mimeType: content.mime_type,
        sha256: content.sha256,
        caption: content.caption,
        filename: content.filename,
      }),
    ],
    metadata: { ...more(content) },
  }));
}

/** Some are put together of many characters. */
const emojiChars = 64;

const voice = media('audio', () => ({ voice: true }));
const deleted = reading(revokeContent, ({ original_message_id }) => ({
  metadata: { deletedMessageId: original_message_id },
  update: { kind: 'deleted', providerMessageId: original_message_id },
  silent: true,
}));
const unsupported = reading(z.unknown(), (member) => ({
  metadata: member === undefined ? {} : { unsupported: keepRaw(member) },
}));

/** `{"body":"Hello"}`: most of all messages, so it is read by hand. */
function readText(piece: unknown): Content | null {
  return isRecord(piece) && typeof piece.body === 'string' ? { text: piece.body } : null;
}

/** THE table of message types. @see design 2.7 */
const readings: Readonly<Record<string, Reading>> = {
  text: readText,
  image: media('image'),
  audio: media('audio', (content) => (content.voice ? { voice: true } : {})),
  voice,
  video: media('video'),
  document: media('document'),
  sticker: media('sticker', (content) => (content.animated ? { animated: true } : {})),
  location: reading(locationContent, ({ latitude, longitude, name, address, url }) => ({
    attachments: [fitAttachment({ type: 'location', latitude, longitude, name: name ?? address, url })],
    metadata: { ...(address !== undefined && { address }) },
  })),
  contacts: reading(z.array(z.unknown()), (cards) => ({
    attachments: (contactsContent.safeParse(cards).data ?? [{}]).map(({ name }) =>
      fitAttachment({ type: 'contact', name: name?.formatted_name }),
    ),
    metadata: { contacts: keepRaw(cards) },
  })),
  interactive: reading(interactiveContent, (reply) => {
    switch (reply.type) {
      case 'button_reply':
        return chosen(reply.button_reply.id, reply.button_reply.title);
      case 'list_reply':
        return chosen(reply.list_reply.id, reply.list_reply.title, reply.list_reply.description);
      case 'nfm_reply':
        return { text: reply.nfm_reply.body, metadata: { flowReply: flowReply(reply.nfm_reply) } };
    }
  }),
  button: reading(buttonContent, ({ text, payload }) => chosen(payload ?? text, text)),
  reaction: reading(reactionContent, ({ message_id, emoji = '' }) => ({
    metadata: { reaction: { messageId: message_id, emoji } },
    update: {
      kind: 'reaction',
      providerMessageId: message_id,
      ...(emoji !== '' && { emoji: emoji.slice(0, emojiChars) }),
    },
    silent: true,
  })),
  order: reading(orderContent, ({ text, catalog_id, product_items }) => ({
    text,
    metadata: { order: { catalogId: catalog_id ?? null, items: keepRaw(product_items) } },
  })),
  system: reading(systemContent, (notice) => ({
    metadata: { system: systemNotice(notice) },
    silent: true,
  })),
  revoke: deleted,
  deleted: reading(z.unknown(), (member) => deleted(member) ?? { silent: true }),
  edit: reading(editContent, ({ original_message_id, message }) => ({
    metadata: { editedMessageId: original_message_id, edited: keepRaw(message) },
    update: { kind: 'edited', providerMessageId: original_message_id, ...editedContent(message) },
    silent: true,
  })),
  request_welcome: reading(z.unknown(), () => ({})),
  unsupported,
  unknown: unsupported,
  errors: reading(z.unknown(), () => ({ silent: true })),
};

/** An edited message's new content: a text, or a file with another caption. */
function editedContent(message: unknown): Pick<ProviderUpdate, 'text' | 'attachments'> {
  if (!isRecord(message)) return {};
  const type = typeof message.type === 'string' ? message.type : inferType(message);
  if (type === null || type === 'edit') return {};
  const { text, attachments = [] } = messageContent(type, message);
  return {
    ...(text !== undefined && { text: text.slice(0, limits.textChars).toWellFormed() }),
    ...(attachments.length > 0 && { attachments: attachments.slice(0, limits.attachments) }),
  };
}

function systemNotice({ type = 'unknown', body = '', ...rest }: z.infer<typeof systemContent>): object {
  return {
    type,
    body,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  };
}

function flowReply({ name, response_json }: { name?: string | undefined; response_json: string }): object {
  return { name: name ?? null, response: parsedOrText(response_json) };
}

function parsedOrText(json: string): unknown {
  try {
    return keepRaw(parseExactJson(json));
  } catch {
    return keepRaw(json);
  }
}

/** The type of a message that names none: the first that is known and has a member; null when there is none. */
export function inferType(message: object): string | null {
  return Object.keys(readings).find((type) => (Reflect.get(message, type) ?? null) !== null) ?? null;
}

/** The content of a message; a type that is not known, or not of its known shape, is kept as it came. */
export function messageContent(type: string, message: object): Content {
  const known = Object.hasOwn(readings, type) ? readings[type] : undefined;
  return known?.(Reflect.get(message, type)) ?? { metadata: { raw: keepRaw(message) } };
}
