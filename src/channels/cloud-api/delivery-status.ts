import type * as z from 'zod/mini';
import type { DeliveryState, ProviderError } from '../../domain/delivery-status.ts';
import type { InboundItem } from '../channel.ts';
import { ignored } from '../ignored.ts';
import { failureReason } from './failure-reason.ts';
import { numberIn } from './interpret-answer.ts';
import { errors, statusEnvelope } from './payload.ts';
import { providerTime } from './provider-time.ts';

const wordsChars = 500;
const codeChars = 40;

/** A voice message that was played has been read. */
const states: Readonly<Record<string, DeliveryState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

/** One element of `statuses`. */
export function deliveryStatusItem(raw: unknown, receivedAt: string): InboundItem {
  const parsed = statusEnvelope.safeParse(raw);
  if (!parsed.success) return ignored('malformed_status');
  const { id, status, timestamp, biz_opaque_callback_data: replyId } = parsed.data;
  const recipient = numberIn(parsed.data.recipient_id);
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  if (state === undefined) return ignored(`status_${status}`);
  const [error] = errors.safeParse(parsed.data.errors).data ?? [];
  return {
    kind: 'status',
    status: {
      providerMessageId: id,
      state,
      ...(state === 'failed' && { reason: error ? failureReason(error.code) : 'unknown' }),
      ...(state === 'failed' && error && { error: errorOf(error) }),
      at: providerTime(timestamp) ?? receivedAt,
      ...(replyId && { replyId }),
      ...(recipient !== undefined && { recipient }),
    },
  };
}

/** The provider's own words, as far as they are worth keeping. */
function errorOf({ code, title, message, error_data }: z.infer<typeof errors>[number]): ProviderError {
  const words = { title, message, details: error_data?.details };
  const given = Object.entries(words).flatMap(([name, text]) =>
    text ? [[name, text.slice(0, wordsChars)]] : [],
  );
  return { code: String(code).slice(0, codeChars), ...Object.fromEntries(given) };
}
