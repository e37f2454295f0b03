import * as z from 'zod/mini';
import type { Attachment } from '../../contract/vocabulary.ts';
import { fitAttachment } from '../fit-attachment.ts';
import { type Content, chosen, type Reading, reading } from '../reading.ts';
import { readPayload } from './choice-payload.ts';
import {
  attachmentContent,
  choiceContent,
  locationContent,
  reactionContent,
  textContent,
} from './payload.ts';

const attachmentTypes: Readonly<Record<string, Attachment['type']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  sticker: 'sticker',
};

const choice = reading(choiceContent, ({ payload, text }) => {
  const { value, replyTo } = readPayload(payload);
  return { ...chosen(value, text ?? value), ...(replyTo !== undefined && { replyTo }) };
});

/** Content types by the member that holds them. */
const readings: Readonly<Record<string, readonly [member: string, reading: Reading]>> = {
  Text: ['text', reading(textContent, ({ body }) => ({ text: body }))],
  Attachment: [
    'attachment',
    reading(attachmentContent, ({ mediaType, id, url, mime, text, filename, sha256, contentSizeBytes }) => ({
      attachments: [
        fitAttachment({
          type: attachmentTypes[mediaType.toLowerCase()] ?? 'document',
          mediaId: id,
          url,
          mimeType: mime,
          caption: text,
          filename,
          sha256,
          sizeBytes: contentSizeBytes,
        }),
      ],
    })),
  ],
  Location: [
    'location',
    reading(locationContent, ({ latitude, longitude, text, address, url }) => ({
      attachments: [fitAttachment({ type: 'location', latitude, longitude, name: text ?? address, url })],
      metadata: { ...(address !== undefined && { address }) },
    })),
  ],
  ButtonResponse: ['buttonResponse', choice],
  QuickReply: ['quickReply', choice],
  Reaction: [
    'reaction',
    reading(reactionContent, ({ messageId = null, emoji = '' }) => ({
      metadata: { reaction: { messageId, emoji } },
      ...(messageId !== null && {
        update: { kind: 'reaction', providerMessageId: messageId, ...(emoji !== '' && { emoji }) },
      }),
      silent: true,
    })),
  ],
};

/** One element of `content`; null for a type that is not known, or not of its known shape. */
export function readContent(element: unknown): Content | null {
  const type = z.object({ contentType: z.string() }).safeParse(element).data?.contentType ?? '';
  const [member, read] = (Object.hasOwn(readings, type) ? readings[type] : undefined) ?? [];
  if (member === undefined || read === undefined) return null;
  return read(z.record(z.string(), z.unknown()).parse(element)[member]);
}
