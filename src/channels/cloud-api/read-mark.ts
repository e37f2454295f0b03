import type { ReadMark } from '../channel.ts';

/**
 * The body that marks a message, and all before it, as read; with it the user may be shown, for 25 s or until an answer
 * comes, that somebody writes: the one is not to be had without the other.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/typing-indicators/
 */
export function readMark({ providerMessageId, isTyping }: ReadMark): string {
  return JSON.stringify({
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: providerMessageId,
    ...(isTyping && { typing_indicator: { type: 'text' } }),
  });
}
