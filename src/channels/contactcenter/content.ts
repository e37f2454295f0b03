import * as z from 'zod/mini';
import type { Attachment } from '../../contract/vocabulary.ts';
import { type Content, chosen, fitAttachment, maybe, type Reading, reading, spare } from '../reading.ts';
import { readPayload } from './limits.ts';

const id = z.string().check(z.minLength(1), z.maxLength(512));

/**
 * Neutral open messaging. `{"id":"m1","channel":{"from":{"id":"u1","firstName":"Ada"},"time":"2026-01-01T00:00:00Z"},
 * "type":"Text","text":"hi"}`
 * @see design 2.7
 */
export const openMessage = z.object({
  id,
  type: z.string(),
  /** `Outbound` is what the center itself sent. */
  direction: spare(z.string()),
  channel: z.object({
    from: maybe(
      z.object({
        id,
        firstName: spare(z.string()),
        lastName: spare(z.string()),
        email: spare(z.string()),
        phone: spare(z.string()),
      }),
    ),
    time: spare(z.string()),
    /** The provider's message ID; for a receipt, the ID of the message it is about. */
    messageId: spare(id),
  }),
  text: spare(z.string()),
  content: spare(z.array(z.unknown())),
  events: spare(z.array(z.unknown())),
  status: spare(z.string()),
  reasons: maybe(z.unknown()),
  metadata: maybe(z.unknown()),
});
export type OpenMessage = z.infer<typeof openMessage>;

/** `{"contentType":"Attachment","attachment":{"mediaType":"Image","url":"https://…","mime":"image/png"}}` */
const attachmentContent = z.object({
  mediaType: z.string(),
  id: maybe(z.string()),
  url: maybe(z.string()),
  mime: maybe(z.string()),
  text: maybe(z.string()),
  filename: maybe(z.string()),
  sha256: maybe(z.string()),
  contentSizeBytes: maybe(z.number()),
});

const locationContent = z.object({
  latitude: z.number(),
  longitude: z.number(),
  text: maybe(z.string()),
  address: maybe(z.string()),
  url: maybe(z.string()),
});

/** For a `ButtonResponse` or a `QuickReply`. */
const choiceContent = z.object({ text: maybe(z.string()), payload: z.string() });
const textContent = z.object({ body: z.string() });
const reactionContent = z.object({ messageId: maybe(z.string()), emoji: maybe(z.string()) });
export const reasons = z.array(z.object({ code: z.string(), message: maybe(z.string()) }));
export const eventType = z.object({ eventType: z.string() });

const attachmentTypes: ReadonlyMap<string, Attachment['type']> = new Map([
  ['image', 'image'],
  ['video', 'video'],
  ['audio', 'audio'],
  ['sticker', 'sticker'],
]);

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
          type: attachmentTypes.get(mediaType.toLowerCase()) ?? 'document',
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
