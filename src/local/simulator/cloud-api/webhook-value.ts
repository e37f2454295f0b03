import type { WebhookItem } from '../provider.ts';
import { messagePayload } from './message-payload.ts';

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

/** What a number's change tells: its metadata, who is spoken of, messages and statuses. */
export function webhookValue(items: readonly WebhookItem[], unknown: boolean): object {
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
