import type { MessageUser } from '../../contract/canonical-message.ts';
import type { ChannelName } from '../../contract/vocabulary.ts';
import type { PersonNames } from '../../ports/people.ts';
import type { InboundItem, NormalizeContext } from '../channel.ts';
import { groupMessage, ignored } from '../ignored.ts';
import { keepRaw } from '../keep-raw.ts';
import { inferType, messageContent } from './message-content.ts';
import { type Contact, contact, messageContext, systemContent } from './payload.ts';
import { providerTime } from './provider-time.ts';
import { type Envelope, readEnvelope } from './read-envelope.ts';

type MessageItem = Extract<InboundItem, { kind: 'message' }>;

/** The account that received the message, and the `contacts` beside it. */
export interface Sender {
  readonly tenantId: string;
  readonly accountId: string;
  readonly channel: ChannelName;
  readonly contacts: readonly Contact[];
}

/** The contacts of a change that can be read: they are looked at for each of its messages. */
export function knownContacts(contacts: readonly unknown[]): readonly Contact[] {
  return contacts.flatMap((raw) => contact.safeParse(raw).data ?? []);
}

/** One element of `messages`. */
export function messageItem(raw: unknown, sender: Sender, context: NormalizeContext): InboundItem {
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
