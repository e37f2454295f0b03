import * as z from 'zod/mini';
import type { ShownContent } from '../page/protocol.ts';

const card = z.object({
  title: z.string(),
  description: z.optional(z.string()),
  image: z.optional(z.string()),
  actions: z.array(
    z.union([
      z.object({ type: z.literal('Postback'), text: z.string(), payload: z.string() }),
      z.object({ type: z.literal('Link'), text: z.string(), url: z.string() }),
    ]),
  ),
});

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
  z.object({ contentType: z.literal('Card'), card }),
  z.object({ contentType: z.literal('Carousel'), carousel: z.object({ cards: z.array(card) }) }),
]);

/** What a phone shows of an open message. */
export function showOpenMessage(text: string, content: readonly unknown[]): ShownContent {
  const parts = content.flatMap((raw) => part.safeParse(raw).data ?? []);
  const cards = parts.flatMap((one) => {
    if (one.contentType === 'Card') return [one.card];
    return one.contentType === 'Carousel' ? one.carousel.cards : [];
  });
  const actions = cards.flatMap((one) => one.actions);
  const texts = [
    ...parts.flatMap((one) => (one.contentType === 'Text' ? [one.text.body] : [])),
    ...cards.map(({ title, description }) => [title, description].filter(Boolean).join('\n')),
  ];
  const buttons = [
    ...parts.flatMap((one) =>
      one.contentType === 'QuickReply' ? [{ id: one.quickReply.payload, title: one.quickReply.text }] : [],
    ),
    ...actions.flatMap((one) => (one.type === 'Postback' ? [{ id: one.payload, title: one.text }] : [])),
  ];
  const links = actions.flatMap((one) => (one.type === 'Link' ? [{ title: one.text, url: one.url }] : []));
  const files: { type: string; url?: string; caption?: string }[] = parts.flatMap((one) => {
    if (one.contentType !== 'Attachment') return [];
    const { mediaType, url, text: caption = one.attachment.filename } = one.attachment;
    return [{ type: mediaType.toLowerCase(), ...(url && { url }), ...(caption && { caption }) }];
  });
  const places = parts.flatMap((one) => {
    if (one.contentType !== 'Location') return [];
    const { latitude, longitude, text: name } = one.location;
    return [{ latitude, longitude, ...(name !== undefined && { name }) }];
  });
  for (const { image, title } of cards) if (image) files.push({ type: 'image', url: image, caption: title });
  const words = [text, ...texts].filter((word) => word !== '').join('\n');
  return {
    ...(words !== '' && { text: words }),
    ...(buttons.length > 0 && { buttons }),
    ...(links.length > 0 && { links }),
    ...(files.length > 0 && { files }),
    ...(places.length > 0 && { places }),
    ...(parts.length < content.length && { note: 'part of this message can’t be shown' }),
  };
}
