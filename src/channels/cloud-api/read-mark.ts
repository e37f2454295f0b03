import type { ReadMark } from '../channel.ts';

/**
 * The body that marks a message, and all before it, as read, and optionally shows a typing indicator for up to 25
 * s. The indicator requires the mark.
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
