import * as z from 'zod/mini';
import type { ShownContent } from '../page/protocol.ts';

const part = z.union([
  z.object({
    contentType: z.literal('QuickReply'),
    quickReply: z.object({ text: z.string(), payload: z.string() }),
  }),
  z.object({
    contentType: z.literal('Attachment'),
    attachment: z.object({
      mediaType: z.string(),
      url: z.optional(z.string()),
      text: z.optional(z.string()),
      filename: z.optional(z.string()),
    }),
  }),
  z.object({
    contentType: z.literal('Location'),
    location: z.object({ latitude: z.number(), longitude: z.number(), text: z.optional(z.string()) }),
  }),
  z.object({ contentType: z.literal('Text'), text: z.object({ body: z.string() }) }),
]);

/** What a phone shows of an open message. */
export function showOpenMessage(text: string, content: readonly unknown[]): ShownContent {
  const parts = content.flatMap((raw) => part.safeParse(raw).data ?? []);
  const texts = parts.flatMap((one) => (one.contentType === 'Text' ? [one.text.body] : []));
  const buttons = parts.flatMap((one) =>
    one.contentType === 'QuickReply' ? [{ id: one.quickReply.payload, title: one.quickReply.text }] : [],
  );
  const files = parts.flatMap((one) => {
    if (one.contentType !== 'Attachment') return [];
    const { mediaType, url, text: caption = one.attachment.filename } = one.attachment;
    return [{ type: mediaType.toLowerCase(), ...(url && { url }), ...(caption && { caption }) }];
  });
  const places = parts.flatMap((one) => {
    if (one.contentType !== 'Location') return [];
    const { latitude, longitude, text: name } = one.location;
    return [{ latitude, longitude, ...(name !== undefined && { name }) }];
  });
  const words = [text, ...texts].filter((word) => word !== '').join('\n');
  return {
    ...(words !== '' && { text: words }),
    ...(buttons.length > 0 && { buttons }),
    ...(files.length > 0 && { files }),
    ...(places.length > 0 && { places }),
    ...(parts.length < content.length && { note: 'part of this message can’t be shown' }),
  };
}
