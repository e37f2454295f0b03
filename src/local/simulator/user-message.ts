import * as z from 'zod/mini';
import { fileTypes } from './file-types.ts';
import type { UserMessage } from './page/protocol.ts';

const words = z.string().check(z.minLength(1), z.maxLength(4096));
const optional = z.optional(words);

/** `{"type":"text","text":"hello"}` */
export const userMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: words }),
  z.object({ type: z.literal('button'), id: words, title: words, replyTo: optional }),
  z.object({ type: z.literal('list'), id: words, title: words, description: optional, replyTo: optional }),
  z.object({
    type: z.enum(fileTypes),
    mimeType: optional,
    caption: optional,
    filename: optional,
    url: optional,
  }),
  z.object({ type: z.literal('location'), latitude: z.number(), longitude: z.number(), name: optional }),
  z.object({ type: z.literal('contacts'), names: z.array(words) }),
  z.object({ type: z.literal('reaction'), messageId: words, emoji: z.string() }),
  z.object({ type: z.literal('edit'), messageId: words, text: words }),
  z.object({ type: z.literal('delete'), messageId: words }),
  z.object({ type: z.literal('unsupported') }),
  z.object({ type: z.literal('unknown') }),
]);

/** `{"account":"acme/whatsapp","userId":"4915110000001","message":{"type":"text","text":"hello"}}` */
export const sayRequest = z.object({ account: words, userId: words, message: userMessage });

/** Without the members that are not there, which the types tell apart from empty ones. */
export function presentMembers(message: z.infer<typeof userMessage>): UserMessage {
  return JSON.parse(JSON.stringify(message));
}
