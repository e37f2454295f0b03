import * as z from 'zod/mini';

const id = z.string().check(z.minLength(1), z.maxLength(512));

/**
 * Neutral open messaging. `{"id":"m1","channel":{"from":{"id":"u1","firstName":"Ada"},"time":"2026-01-01T00:00:00Z"},
 * "type":"Text","text":"hi"}`
 * @see design 2.7
 */
export const openMessage = z.object({
  id,
  type: z.string(),
  channel: z.object({
    from: z.optional(
      z.object({
        id,
        firstName: z.optional(z.string()),
        lastName: z.optional(z.string()),
        email: z.optional(z.string()),
        phone: z.optional(z.string()),
      }),
    ),
    time: z.optional(z.string()),
    /** The provider's id of the message; of a receipt, the message that it speaks of. */
    messageId: z.optional(id),
  }),
  text: z.optional(z.string()),
  content: z.optional(z.array(z.unknown())),
  events: z.optional(z.array(z.unknown())),
  status: z.optional(z.string()),
  reasons: z.optional(z.unknown()),
  metadata: z.optional(z.unknown()),
});
export type OpenMessage = z.infer<typeof openMessage>;

/** `{"contentType":"Attachment","attachment":{"mediaType":"Image","url":"https://…","mime":"image/png"}}` */
export const attachmentContent = z.object({
  mediaType: z.string(),
  id: z.optional(z.string()),
  url: z.optional(z.string()),
  mime: z.optional(z.string()),
  text: z.optional(z.string()),
  filename: z.optional(z.string()),
  sha256: z.optional(z.string()),
  contentSizeBytes: z.optional(z.number()),
});

export const locationContent = z.object({
  latitude: z.number(),
  longitude: z.number(),
  text: z.optional(z.string()),
  address: z.optional(z.string()),
  url: z.optional(z.string()),
});

/** Of a `ButtonResponse` and of a `QuickReply`. */
export const choiceContent = z.object({ text: z.optional(z.string()), payload: z.string() });
export const textContent = z.object({ body: z.string() });
export const reactionContent = z.object({ messageId: z.optional(z.string()), emoji: z.optional(z.string()) });
export const reasons = z.array(z.object({ code: z.string(), message: z.optional(z.string()) }));
export const eventType = z.object({ eventType: z.string() });

/** Quick replies of an outgoing message. */
export const quickReplyLimits = { count: 10, titleChars: 20, valueChars: 1000 } as const;
