import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../../../src/channels/channel.ts';

/** A webhook call from a documentation address. */
export function webhook(
  body: unknown,
  headers: WebhookRequest['headers'] = {},
  sourceIp = '192.0.2.10',
): WebhookRequest {
  const rawBody = typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  return { rawBody, headers, sourceIp };
}

/** The header that signs a body. */
export function signed(body: unknown, secret: string): Record<string, string> {
  const { rawBody } = webhook(body);
  return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}` };
}
