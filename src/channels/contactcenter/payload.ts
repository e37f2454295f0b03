import * as z from 'zod/mini';
import { maybe, spare } from '../absent.ts';

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
export const attachmentContent = z.object({
  mediaType: z.string(),
  id: maybe(z.string()),
  url: maybe(z.string()),
  mime: maybe(z.string()),
  text: maybe(z.string()),
  filename: maybe(z.string()),
  sha256: maybe(z.string()),
  contentSizeBytes: maybe(z.number()),
});

export const locationContent = z.object({
  latitude: z.number(),
  longitude: z.number(),
  text: maybe(z.string()),
  address: maybe(z.string()),
  url: maybe(z.string()),
});

/** For a `ButtonResponse` or a `QuickReply`. */
export const choiceContent = z.object({ text: maybe(z.string()), payload: z.string() });
export const textContent = z.object({ body: z.string() });
export const reactionContent = z.object({ messageId: maybe(z.string()), emoji: maybe(z.string()) });
export const reasons = z.array(z.object({ code: z.string(), message: maybe(z.string()) }));
export const eventType = z.object({ eventType: z.string() });
