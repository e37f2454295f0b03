import { createHmac, randomUUID } from 'node:crypto';
import type { TestStack } from './start-stack.ts';

const appSecret = 'development-only-whatsapp-app-secret';

/** The signature of acme's WhatsApp number over a body. */
export const signatureOf = (body: string) =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

/** A webhook body of acme's WhatsApp number. */
export function cloudApiBody(value: object): string {
  const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: 'waba',
        changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }],
      },
    ],
  });
}

/** A text message of a user in a webhook body. */
export function textMessage(from: string, body: string, id = `wamid.${randomUUID()}`, atS = 1_760_000_000) {
  return { from, id, timestamp: String(atS), type: 'text', text: { body } };
}

/** Calls the webhook with a right signature, unless other headers are given. */
export function postCloudApi(
  stack: TestStack,
  body: string,
  headers: Record<string, string> = { 'x-hub-signature-256': signatureOf(body) },
): Promise<Response> {
  return stack.post('/v1/webhooks/chatapp-a', body, headers);
}
