import * as z from 'zod/mini';
import { type AccountChannel, accountChannels, isWhatsApp } from '../channels.ts';
import { limits, searchLimits } from '../limits.ts';
import { language } from '../steps/parts.ts';
import { channelName, conversationStatus, identifier } from '../vocabulary.ts';
import { personExport } from './conversations.ts';
import { lastChange, listQuery, pageOf } from './lists.ts';

/**
 * What proves who a contact is: a visitor of a widget whom the site verified, a WhatsApp user ID or phone number, or a
 * user of another channel, by its name. @see design 15
 */
export const identityKind = z.enum([
  ...['visitor', 'whatsapp', 'phone'],
  ...accountChannels.filter((channel) => !isWhatsApp(channel)),
] as readonly ('visitor' | 'whatsapp' | 'phone' | AccountChannel)[]);
export const contactIdentity = z.object({
  kind: identityKind,
  id: z.string(),
  /** The widget or account that knows this ID; null for what every account knows. */
  place: z.nullable(z.string()),
});

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.contactNameChars));
const phone = z.string().check(z.regex(/^\+?[0-9][0-9 ().-]{2,30}$/, 'must be a phone number'));
const label = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.contactLabelChars));
const attributeName = z.string().check(z.minLength(1), z.maxLength(limits.contactAttributeNameChars));
const attributes = z
  .record(attributeName, z.string().check(z.maxLength(limits.contactAttributeChars)))
  .check(
    z.refine(
      (map) => Object.keys(map).length <= limits.contactAttributes,
      `may have ${limits.contactAttributes} entries`,
    ),
  );
const labels = z.array(label).check(
  z.maxLength(limits.contactLabels),
  z.refine((all) => new Set(all).size === all.length, 'may hold each label once'),
);

/** What agents may enter about a contact. */
const details = {
  name,
  email: z.email().check(z.maxLength(limits.emailChars)),
  phone,
  language,
  attributes,
  labels,
};

/** `POST /contacts`: a new contact; with a conversation, that of its visitor. */
export const newContact = z.strictObject({
  ...z.partial(z.object(details)).shape,
  /** A conversation whose visitor is not a contact yet. */
  conversationId: z.optional(identifier),
});
export type NewContact = z.infer<typeof newContact>;

/** `PATCH /contacts/{contactId}`: omitted fields stay; null goes back to what the channel reported. */
export const contactPatch = z.strictObject({
  name: z.optional(z.nullable(details.name)),
  email: z.optional(z.nullable(details.email)),
  phone: z.optional(z.nullable(details.phone)),
  language: z.optional(z.nullable(details.language)),
  attributes: z.optional(details.attributes),
  labels: z.optional(details.labels),
});
export type ContactPatch = z.infer<typeof contactPatch>;

/** `GET /contacts`: last seen first. */
export const contactsQuery = z.strictObject({
  ...listQuery,
  /** Only the contact of this conversation. */
  conversation: z.optional(identifier),
  /** Only contacts with every word, each as the beginning of a word; the newest first. */
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(searchLimits.queryChars))),
});

/** A contact in a list. */
export const contactRow = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** When the person proved that the address is theirs; null if they have not. */
  emailConfirmedAt: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  language: z.nullable(z.string()),
  attributes: z.record(z.string(), z.string()),
  labels: z.array(z.string()),
  /** Whether a site or provider vouches for the person. */
  verified: z.boolean(),
  /** Where they have written. */
  channels: z.array(channelName),
  /** Null for a contact who never wrote. */
  firstSeenAt: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.string()),
});
export type ContactRow = z.infer<typeof contactRow>;
export const contactsPage = pageOf(contactRow);

/** A contact. */
export const contactView = z.object({
  ...contactRow.shape,
  identities: z.array(contactIdentity),
  /** Who created or changed it last; null if no agent did. */
  ...lastChange,
  /** For `If-Match`. */
  etag: z.string(),
});
export type ContactView = z.infer<typeof contactView>;

export const contactConversation = z.object({
  conversationId: z.string(),
  channel: channelName,
  status: conversationStatus,
  messages: z.int(),
  lastActivityAt: z.string(),
});
export const contactConversationsPage = pageOf(contactConversation);
export type ContactConversation = z.infer<typeof contactConversation>;

/** A page of everything stored of a contact. @see docs/data.md */
export const contactExport = z.object({
  tenantId: z.string(),
  exportedAt: z.string(),
  contact: contactView,
  /** The identifiers that channels have of them. */
  names: z.array(z.string()),
  conversations: personExport.shape.conversations,
  cursor: z.nullable(z.string()),
});
