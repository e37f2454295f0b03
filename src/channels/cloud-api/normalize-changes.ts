import type * as z from 'zod/mini';
import type { MessageUser } from '../../contract/canonical-message.ts';
import type { ChannelName } from '../../contract/vocabulary.ts';
import type { DeliveryState, ProviderError } from '../../domain/delivery-status.ts';
import type { PersonNames } from '../../ports/people.ts';
import type { InboundItem, NormalizeContext, VerifiedPart } from '../channel.ts';
import { groupMessage, ignored } from '../channel.ts';
import { isoTime, keepRaw } from '../reading.ts';
import { failureReason, numberIn } from './interpret-answer.ts';
import { inferType, messageContent } from './message-content.ts';
import { type Contact, contact, errors, messageContext, statusEnvelope, systemContent } from './payload.ts';
import { type Change, isId, isRecord, readChange } from './read-changes.ts';

/** Everything that an account's changes tell, in their order. @see design 2.7 */
export function normalizeChanges(part: VerifiedPart, context: NormalizeContext): readonly InboundItem[] {
  const payload: readonly unknown[] = Array.isArray(part.payload) ? part.payload : [];
  const all = payload.flatMap((raw) => readChange(raw) ?? []);
  if (all.length === 0) return [ignored('empty_body')];
  return all.flatMap((each) => itemsOf(each, part, context));
}

function itemsOf({ field, value }: Change, part: VerifiedPart, context: NormalizeContext): InboundItem[] {
  if (field !== 'messages') return [ignored(`field_${field}`)];
  const { tenant, account } = part.known;
  const channel: ChannelName = account.channel;
  const contacts = knownContacts(value.contacts ?? []);
  const sender = { tenantId: tenant.id, accountId: account.id, channel, contacts };
  const items = [
    ...(value.messages ?? []).map((message) => messageItem(message, sender, context)),
    ...(value.statuses ?? []).map((status) => deliveryStatusItem(status, context.receivedAt)),
    ...(value.errors ?? []).map(() => ignored('account_error')),
  ];
  return items.length > 0 ? items : [ignored('empty_change')];
}

type MessageItem = Extract<InboundItem, { kind: 'message' }>;

/** The account that received the message, and the `contacts` beside it. */
interface Sender {
  readonly tenantId: string;
  readonly accountId: string;
  readonly channel: ChannelName;
  readonly contacts: readonly Contact[];
}

/** The contacts of a change that can be read: they are looked at for each of its messages. */
function knownContacts(contacts: readonly unknown[]): readonly Contact[] {
  return contacts.flatMap((raw) => contact.safeParse(raw).data ?? []);
}

/** One element of `messages`. */
function messageItem(raw: unknown, sender: Sender, context: NormalizeContext): InboundItem {
  const envelope = readEnvelope(raw);
  if (!envelope || typeof raw !== 'object' || raw === null) return ignored('malformed_message');
  // A group is no user, and its members would get replies privately: not supported yet.
  if (envelope.group_id !== undefined) return ignored(groupMessage);
  const names = namesOf(envelope, sender.contacts);
  const user = userOf(names);
  if (!user) return ignored('message_without_user');
  const type = envelope.type ?? inferType(raw) ?? 'untyped';
  const { text, attachments = [], metadata, update, silent = false } = messageContent(type, raw);
  return {
    kind: 'message',
    startsTurn: !silent,
    ...(update && { update }),
    person: personIn(names, type === 'system' ? Reflect.get(raw, 'system') : undefined),
    message: {
      tenantId: sender.tenantId,
      channel: sender.channel,
      conversationId: context.conversationIdOf(user.id),
      messageId: envelope.id,
      ...(text !== undefined && { text }),
      attachments: [...attachments],
      user,
      metadata: { accountId: sender.accountId, type, ...envelopeMetadata(envelope), ...metadata },
      receivedAt: context.receivedAt,
      correlationId: context.correlationId,
    },
  };
}

type Names = PersonNames & { readonly firstName?: string | undefined };

function namesOf(message: Envelope, known: readonly Contact[]): Names {
  const named = known.find((entry) => belongsTo(entry, message)) ?? onlyOne(known, message);
  return {
    phone: message.from ?? named?.wa_id,
    id: message.from_user_id ?? named?.user_id,
    firstName: named?.profile?.name,
  };
}

/** A notice that the user's number, and with it the id, or the id alone has changed comes from the old number. */
function personIn({ phone, id }: Names, notice: unknown): MessageItem['person'] {
  // A schema that is not met takes as long as ten that are.
  if (notice === undefined) return { names: { phone, id } };
  const { type, wa_id, new_wa_id, user_id, previous_user_id } = systemContent.safeParse(notice).data ?? {};
  if (type !== 'user_changed_number' && type !== 'user_changed_user_id') return { names: { phone, id } };
  const renamed = { phone: wa_id ?? new_wa_id, id: user_id };
  const idBefore = previous_user_id ?? (id === user_id ? undefined : id);
  return { names: { phone, id: idBefore }, renamed };
}

/**
 * Users are known by their business-scoped id when there is one: a phone number may be missing since 2026.
 * @see design 2.7
 */
function userOf({ phone, id = phone, firstName }: Names): MessageUser | null {
  if (id === undefined) return null;
  return {
    id,
    ...(firstName && { firstName }),
    ...(phone && /^\d+$/.test(phone) && { phone: `+${phone}` }),
  };
}

function belongsTo({ wa_id, user_id }: Contact, { from, from_user_id }: Envelope): boolean {
  return (user_id !== undefined && user_id === from_user_id) || (wa_id !== undefined && wa_id === from);
}

/** A message without a sender is from the only contact. */
function onlyOne(contacts: readonly Contact[], { from, from_user_id }: Envelope): Contact | undefined {
  return contacts.length === 1 && from === undefined && from_user_id === undefined ? contacts[0] : undefined;
}

function envelopeMetadata(message: Envelope): Record<string, unknown> {
  const { timestamp, context, referral, errors, identity, from_parent_user_id: parentUserId } = message;
  const sentAt = providerTime(timestamp);
  return {
    ...(sentAt && { sentAt }),
    ...(context !== undefined && contextMetadata(context)),
    ...(parentUserId && { parentUserId }),
    ...(identity !== undefined && { identity: keepRaw(identity) }),
    ...(referral !== undefined && { referral: keepRaw(referral) }),
    ...(errors !== undefined && { errors: keepRaw(errors) }),
  };
}

/** The message that it replies to or forwards. */
function contextMetadata(context: unknown): Record<string, unknown> {
  const { data } = messageContext.safeParse(context);
  if (!data) return {};
  const { id: replyTo, from: replyToFrom, forwarded, frequently_forwarded, referred_product } = data;
  return {
    ...(replyTo && { replyTo }),
    ...(replyToFrom && { replyToFrom }),
    ...((forwarded || frequently_forwarded) && { forwarded: true }),
    ...(referred_product !== undefined && { product: keepRaw(referred_product) }),
  };
}

/** The common fields of messages. The content is in the field that `type` names. */
interface Envelope {
  readonly id: string;
  /** Missing in some messages; the content field then determines it. */
  readonly type: string | undefined;
  readonly from: string | undefined;
  readonly from_user_id: string | undefined;
  readonly from_parent_user_id: string | undefined;
  /** For a message to a group. */
  readonly group_id: unknown;
  /** Epoch seconds, as text: `"1504902988"`. */
  readonly timestamp: string | number | undefined;
  readonly identity: unknown;
  readonly context: unknown;
  readonly referral: unknown;
  readonly errors: unknown;
}

/**
 * Reads what every message carries; null for what is no message. By hand, since a body may hold a thousand of them:
 * schemas take five times as long. `null` counts as absent, and so does a malformed user ID or time, so that the
 * message is not lost. @see design 2.7
 */
export function readEnvelope(raw: unknown): Envelope | null {
  if (!isRecord(raw)) return null;
  const { id } = raw;
  const type = raw.type ?? undefined;
  if (!isId(id) || !isMaybeText(type)) return null;
  return {
    ...{ id, type },
    from: idOf(raw.from),
    from_user_id: idOf(raw.from_user_id),
    from_parent_user_id: idOf(raw.from_parent_user_id),
    timestamp: isTime(raw.timestamp) ? raw.timestamp : undefined,
    group_id: raw.group_id ?? undefined,
    identity: raw.identity ?? undefined,
    context: raw.context ?? undefined,
    referral: raw.referral ?? undefined,
    errors: raw.errors ?? undefined,
  };
}

const isMaybeText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

const idOf = (value: unknown): string | undefined => (isId(value) ? value : undefined);

const isTime = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isFinite(value);

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
function deliveryStatusItem(raw: unknown, receivedAt: string): InboundItem {
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

/** Caches the last value: messages of one body mostly have the same second. */
let last: { readonly of: string | number; readonly at: string | null } = { of: '', at: timeOf('') };

/** A provider's epoch seconds as ISO 8601 UTC; null for what is no time. */
function providerTime(epochSeconds: string | number | undefined): string | null {
  if (epochSeconds === undefined) return null;
  if (last.of !== epochSeconds) last = { of: epochSeconds, at: timeOf(epochSeconds) };
  return last.at;
}

function timeOf(epochSeconds: string | number): string | null {
  return isoTime(new Date(Number(epochSeconds) * 1000));
}
