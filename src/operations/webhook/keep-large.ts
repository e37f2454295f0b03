import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import { limits } from '../../contract/limits.ts';
import type { Gateway } from '../gateway.ts';

const dayS = 24 * 60 * 60;

/**
 * A message as it fits the queue, the bus and the conversation's item: itself, or, over-large, its beginning with a
 * reference to the whole, which is stored first.
 * @see design 2.7
 */
export async function keepLarge(
  gateway: Pick<Gateway, 'largeMessages' | 'nowMs'>,
  message: CanonicalMessage,
  key: string,
  retentionDays: number,
): Promise<CanonicalMessage> {
  const bytes = Buffer.byteLength(JSON.stringify(message));
  if (bytes <= limits.queuedMessageBytes) return message;
  const expiresAtS = Math.ceil(gateway.nowMs() / 1000) + retentionDays * dayS;
  await gateway.largeMessages.store(message.tenantId, key, message, expiresAtS);
  const { text, attachments, user } = message;
  const abridged = {
    ...message,
    ...(text !== undefined && { text: text.slice(0, limits.textChars).toWellFormed() }),
    attachments: attachments.slice(0, limits.attachments),
    user: { id: user.id },
    metadata: { stored: { key, bytes } },
  };
  const fits = Buffer.byteLength(JSON.stringify(abridged)) <= limits.queuedMessageBytes;
  return fits ? abridged : { ...abridged, attachments: [] };
}
