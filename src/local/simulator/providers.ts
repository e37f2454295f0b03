import { createHmac, randomBytes } from 'node:crypto';
import { headers } from '../../contract/headers.ts';
import { fileFacts } from './cloud-api/media.ts';
import { cloudApiRefusals, graphError, unknownObject } from './cloud-api/payload.ts';
import { readMessage } from './cloud-api/read-message.ts';
import { contactCenter } from './contact-center/contact-center.ts';
import type { UserMessage } from './page/protocol.ts';
import {
  type Provider,
  type ReadMark,
  type ReadSend,
  type Refusal,
  type RefusedSend,
  type SendCall,
  type SimulatedAccount,
  type WebhookCall,
  type WebhookItem,
  waIdOf,
} from './provider.ts';

/** 360dialog: the Cloud API's bodies under `POST /messages`, with a key. @see design 2.7 */
const dialog360: Provider = {
  prefix: '/360dialog/',
  readSend,
  answer: cloudApiAnswer,
  newId: newWamid,
  refusals: cloudApiRefusals,
  webhookCalls(items, { unknown }) {
    const byAccount = Map.groupBy(items, ({ account }) => account);
    return [...byAccount].map(([account, ofAccount]) => {
      const changes = [{ field: 'messages', value: webhookValue(ofAccount, unknown) }];
      const entry = [{ id: 'waba-360', changes }];
      const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
      const hmacSecret = account.secret('hmac_secret');
      return {
        path: '/v1/webhooks/chatapp-b',
        headers: {
          [headers.chatappBKey]: account.secret('api_key'),
          ...(hmacSecret !== '' && hubSignature(hmacSecret, body)),
        },
        body,
        items: ofAccount,
      };
    });
  },
};

function readSend(call: SendCall, accounts: readonly SimulatedAccount[]): ReadSend | ReadMark | RefusedSend {
  const key = call.headers[headers.chatappBKey];
  const account = accounts.find(
    ({ channel, secret }) => channel === 'chatapp-360' && secret('sending_token') === key,
  );
  if (key === undefined || !account) return { refusal: invalidKey };
  if (call.path !== '/360dialog/messages') return { refusal: { status: 404, body: {} } };
  return readMessage(account, call.body);
}

/** 360dialog's own error, since the call never reaches WhatsApp. */
const invalidKey: Refusal = {
  status: 401,
  body: { meta: { success: false, http_code: 401, developer_message: 'Invalid API key.' } },
};

const path = /^\/cloud-api(?:\/v\d+\.\d+)?\/([^/]+)\/messages$/;

/** WhatsApp's Cloud API: `POST /{version}/{phone number id}/messages` with a bearer token. @see design 2.7 */
const whatsapp: Provider = {
  prefix: '/cloud-api/',
  readSend: whatsappReadSend,
  answer: cloudApiAnswer,
  newId: newWamid,
  refusals: cloudApiRefusals,
  webhookCalls(items, { unknown }) {
    // One application, and so one secret, may have the numbers of several tenants.
    const byApp = Map.groupBy(items, ({ account }) => account.secret('app_secret'));
    return [...byApp].map(([secret, ofApp]) => webhookCall(secret, ofApp, unknown));
  },
};

function whatsappReadSend(
  call: SendCall,
  accounts: readonly SimulatedAccount[],
): ReadSend | ReadMark | RefusedSend {
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

const windowClosed = {
  code: 131047,
  title: 'Re-engagement message',
  message: 'Re-engagement message',
  error_data: {
    details: 'Message failed to send because more than 24 hours have passed since the customer last replied.',
  },
};
const undeliverable = {
  code: 131026,
  title: 'Message undeliverable',
  message: 'Message undeliverable',
  error_data: { details: 'Message Undeliverable.' },
};

/** The change of a number in a webhook: metadata, contacts, messages and statuses. */
function webhookValue(items: readonly WebhookItem[], unknown: boolean): object {
  const [first] = items;
  const messages = items.flatMap((item) => (item.kind === 'message' ? [messageOf(item)] : []));
  const statuses = items.flatMap((item) => (item.kind === 'status' ? [statusOf(item)] : []));
  const people = items.flatMap((item) => (item.kind === 'message' ? [contactOf(item)] : []));
  const contacts = [...new Map(people.map((contact) => [JSON.stringify(contact), contact])).values()];
  const unheardOf = unknown
    ? [{ id: 'wamid.UNHEARD', status: 'warmed', timestamp: seconds(first?.atMs ?? 0) }]
    : [];
  return {
    messaging_product: 'whatsapp',
    ...metadataOf(first),
    ...(contacts.length > 0 && { contacts }),
    ...(messages.length > 0 && { messages }),
    ...(statuses.length + unheardOf.length > 0 && { statuses: [...statuses, ...unheardOf] }),
    ...(unknown && { weather: { sky: 'clear' } }),
  };
}

function metadataOf(item: WebhookItem | undefined): object {
  const id = item?.account.settings.phone_number_id;
  return id === undefined ? {} : { metadata: { display_phone_number: '15550783881', phone_number_id: id } };
}

function contactOf({ user, scoped }: WebhookItem): object {
  const profile = { name: user.name };
  return scoped ? { profile, user_id: user.scopedId } : { profile, wa_id: user.id };
}

function messageOf(item: Extract<WebhookItem, { kind: 'message' }>): object {
  const { user, id, atMs, scoped, message } = item;
  const from = scoped ? { from_user_id: user.scopedId } : { from: user.id };
  return { ...from, id, timestamp: seconds(atMs), ...messagePayload(id, message) };
}

/** The part of a user's message that its type names. @see the Cloud API's reference "Webhooks", "messages" */
function messagePayload(id: string, message: UserMessage): object {
  switch (message.type) {
    case 'text':
      return { type: 'text', text: { body: message.text } };
    case 'button': {
      const reply = { id: message.id, title: message.title };
      const interactive = { type: 'button_reply', button_reply: reply };
      return { ...contextOf(message), type: 'interactive', interactive };
    }
    case 'list': {
      const { type: _, replyTo: __, ...reply } = message;
      const interactive = { type: 'list_reply', list_reply: reply };
      return { ...contextOf(message), type: 'interactive', interactive };
    }
    case 'location': {
      const { type, ...place } = message;
      return { type, location: place };
    }
    case 'contacts':
      return { type: 'contacts', contacts: message.names.map(card) };
    case 'reaction': {
      const { messageId: message_id, emoji } = message;
      return { type: 'reaction', reaction: { message_id, ...(emoji !== '' && { emoji }) } };
    }
    case 'edit': {
      const edited = { type: 'text', text: { body: message.text } };
      return { type: 'edit', edit: { original_message_id: message.messageId, message: edited } };
    }
    case 'delete':
      return { type: 'revoke', revoke: { original_message_id: message.messageId } };
    case 'unsupported':
      return {
        type: 'unsupported',
        errors: [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }],
        unsupported: { type: 'poll' },
      };
    case 'unknown':
      return { type: 'hologram', hologram: { depth: 3, mesh: 'AAAA' } };
    default:
      return { type: message.type, [message.type]: file(id, message) };
  }
}

/** The message that offers what was pressed. */
const contextOf = ({ replyTo }: { readonly replyTo?: string }) =>
  replyTo === undefined ? {} : { context: { from: '15550783881', id: replyTo } };

function file(id: string, message: Extract<UserMessage, { mimeType?: string }>): object {
  const { type, mimeType, caption, filename, url } = message;
  return {
    ...fileFacts(type, id),
    ...(mimeType !== undefined && { mime_type: mimeType }),
    ...(caption !== undefined && { caption }),
    ...(filename !== undefined && { filename }),
    ...(url !== undefined && { url }),
    ...(type === 'audio' && { voice: true }),
    ...(type === 'sticker' && { animated: false }),
  };
}

function card(name: string): object {
  const [first_name = name, ...rest] = name.split(' ');
  return {
    name: { formatted_name: name, first_name, ...(rest.length > 0 && { last_name: rest.join(' ') }) },
  };
}

function statusOf(item: Extract<WebhookItem, { kind: 'status' }>): object {
  const { user, id, atMs, scoped, state, reason, replyId } = item;
  return {
    id,
    status: state,
    timestamp: seconds(atMs),
    ...(scoped ? { recipient_user_id: user.scopedId } : { recipient_id: user.id }),
    ...(replyId && { biz_opaque_callback_data: replyId }),
    ...(state === 'failed' && { errors: [reason === 'window-closed' ? windowClosed : undeliverable] }),
  };
}

const seconds = (atMs: number) => String(Math.floor(atMs / 1000));

/** The provider of each channel that is simulated. */
const providers: Readonly<Record<string, Provider>> = {
  chatapp: whatsapp,
  'chatapp-360': dialog360,
  contactcenter: contactCenter,
};

/** Whether a channel's provider is simulated. */
export const isSimulated = (channel: string): boolean => channel in providers;

/** The provider of a simulated account. */
export function providerOf({ channel }: SimulatedAccount): Provider {
  const provider = providers[channel];
  if (!provider) throw new Error(`nothing simulates the provider of ${channel}`);
  return provider;
}

/** The provider whose API a path is of. */
export function providerAt(path: string): Provider | undefined {
  return Object.values(providers).find(({ prefix }) => path.startsWith(prefix));
}

/** An id as WhatsApp's: `wamid.` and base64. */
function newWamid(): string {
  return `wamid.HBg${randomBytes(27).toString('base64').replaceAll('/', 'A').replaceAll('+', 'B')}`;
}

/** The answer to a send that was taken. */
function cloudApiAnswer(id: string, to: string): object {
  const contact = /^\d+$/.test(to) ? { input: to, wa_id: waIdOf(to) } : { input: to, user_id: to };
  return { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id }] };
}

/** `x-hub-signature-256` over a body. */
function hubSignature(secret: string, body: string): Record<string, string> {
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return { [headers.hubSignature]: `sha256=${digest}` };
}
