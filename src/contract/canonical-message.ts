import * as z from 'zod/mini';
import { attachment, channelName, messageId } from './vocabulary.ts';

/** The person on the other side of a channel. */
export const messageUser = z.object({
  id: z.string(),
  firstName: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  /** `de` or `pt-BR`: the language that a flow's texts are chosen by. */
  language: z.optional(z.string()),
  /** Set when the tenant's site vouches for all of this; never for what the caller claims. */
  verified: z.optional(z.literal(true)),
  /** The site's claims about a verified user. */
  attributes: z.optional(z.record(z.string(), z.unknown())),
});
export type MessageUser = z.infer<typeof messageUser>;

/** The one normalised form of an inbound message of any channel. @see spec "CanonicalMessage" */
export const canonicalMessage = z.object({
  tenantId: z.string(),
  widgetId: z.optional(z.string()),
  channel: channelName,
  conversationId: z.string(),
  messageId: z.string(),
  text: z.optional(z.string()),
  attachments: z.array(attachment),
  user: messageUser,
  metadata: z.record(z.string(), z.unknown()),
  /** For a pressed choice or card button: the ID of the message that offered it, if known. */
  replyTo: z.optional(messageId),
  receivedAt: z.string(),
  correlationId: z.string(),
});
export type CanonicalMessage = z.infer<typeof canonicalMessage>;
