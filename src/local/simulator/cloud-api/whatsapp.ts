import { createHmac, randomBytes } from 'node:crypto';
import { headers } from '../../../contract/headers.ts';
import type { SimulatedAccount } from '../accounts.ts';
import type {
  Provider,
  ReadMark,
  ReadSend,
  RefusedSend,
  SendCall,
  WebhookCall,
  WebhookItem,
} from '../provider.ts';
import { waIdOf } from '../users.ts';
import { cloudApiRefusals, graphError, unknownObject } from './errors.ts';
import { readMessage } from './read-message.ts';
import { webhookValue } from './webhook-value.ts';

const path = /^\/cloud-api(?:\/v\d+\.\d+)?\/([^/]+)\/messages$/;

/** WhatsApp's Cloud API: `POST /{version}/{phone number id}/messages` with a bearer token. @see design 2.7 */
export const whatsapp: Provider = {
  prefix: '/cloud-api/',
  readSend,
  answer: cloudApiAnswer,
  newId: newWamid,
  refusals: cloudApiRefusals,
  webhookCalls(items, { unknown }) {
    // One application, and so one secret, may have the numbers of several tenants.
    const byApp = Map.groupBy(items, ({ account }) => account.secret('app_secret'));
    return [...byApp].map(([secret, ofApp]) => webhookCall(secret, ofApp, unknown));
  },
};

/** An id as WhatsApp's: `wamid.` and base64. */
export function newWamid(): string {
  return `wamid.HBg${randomBytes(27).toString('base64').replaceAll('/', 'A').replaceAll('+', 'B')}`;
}

/** The answer to a send that was taken. */
export function cloudApiAnswer(id: string, to: string): object {
  const contact = /^\d+$/.test(to) ? { input: to, wa_id: waIdOf(to) } : { input: to, user_id: to };
  return { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id }] };
}

/** `x-hub-signature-256` over a body. */
export function hubSignature(secret: string, body: string): Record<string, string> {
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return { [headers.hubSignature]: `sha256=${digest}` };
}

function readSend(call: SendCall, accounts: readonly SimulatedAccount[]): ReadSend | ReadMark | RefusedSend {
  const token = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1];
  if (token === undefined) {
    return { refusal: graphError(401, 104, 'An access token is required to request this resource.') };
  }
  const numbers = accounts.filter(({ channel }) => channel === 'chatapp');
  const own = numbers.filter((account) => account.secret('sending_token') === token);
  if (own.length === 0) {
    return { refusal: graphError(401, 190, 'Invalid OAuth access token - Cannot parse access token') };
  }
  const id = decodeURIComponent(path.exec(call.path)?.[1] ?? '');
  const account = own.find(({ settings }) => settings.phone_number_id === id);
  return account ? readMessage(account, call.body) : { refusal: unknownObject(id) };
}

function webhookCall(secret: string, items: readonly WebhookItem[], unknown: boolean): WebhookCall {
  const byNumber = Map.groupBy(items, ({ account }) => account.settings.phone_number_id ?? '');
  const entry = [...byNumber].map(([number, ofNumber]) => ({
    id: `waba-${number}`,
    changes: [
      ...(unknown ? [{ field: 'hologram_quality_update', value: { quality: 'HIGH' } }] : []),
      { field: 'messages', value: webhookValue(ofNumber, unknown) },
    ],
  }));
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  return { path: '/v1/webhooks/chatapp-a', headers: hubSignature(secret, body), body, items };
}
