import type * as z from 'zod/mini';
import type {
  ContactConversation,
  ContactPatch,
  ContactRow,
  ContactView,
  contactsQuery,
  NewContact,
} from '../../../contract/admin/contacts.ts';
import type { Page } from '../../../contract/admin/lists.ts';
import { limits } from '../../../contract/limits.ts';
import { runLimits } from '../../../contract/runs.ts';
import { type ContactDetails, conversationIdentity } from '../../../domain/contact.ts';
import { isErased } from '../../../domain/conversation-after.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { newMessageId } from '../../../domain/message-ids.ts';
import { alreadyExists, preconditionFailed } from '../../../domain/problems.ts';
import type { FlowState } from '../../../engine/interfaces.ts';
import type { Contact, Contacts, ContactTasks, StoredIdentity } from '../../../ports/contacts.ts';
import type { ConversationStore } from '../../../ports/conversation-store.ts';
import type { SearchIndex } from '../../../ports/search.ts';
import { contactWords, etagOf, rowOf, viewOf } from '../../contacts/contact-view.ts';
import { nextNames, readPositions } from '../../merge-partitions.ts';
import { searchContacts } from '../../search/contacts.ts';
import { type Admin, type AdminCaller, type Answer, assertMatch, type Preconditions } from '../admin.ts';
import { audited } from '../audit.ts';
import { madeBy, type PageQuery } from '../records.ts';

/** What the routes for contacts use. */
export interface ContactsPorts extends Pick<Admin, 'audit' | 'nowMs' | 'random' | 'log'> {
  readonly contacts: Contacts;
  readonly search: Pick<SearchIndex, 'searchContacts'>;
  readonly runTasks: ContactTasks;
  readonly conversations: Pick<ConversationStore<FlowState>, 'find' | 'findAll'>;
}

type Reading = Pick<ContactsPorts, 'contacts' | 'conversations'>;
type Tenant = Pick<AdminCaller, 'tenantId'>;
type Named = Preconditions & { readonly contactId: string };

const dayMs = 24 * 60 * 60_000;

/** A page of contacts, last seen first; or the contact of a conversation; or those with the words of `q`. */
export async function listContacts(
  { contacts, search }: Pick<ContactsPorts, 'contacts' | 'search'>,
  { tenantId }: Tenant,
  { limit, after, conversation, q }: PageQuery & Pick<z.infer<typeof contactsQuery>, 'conversation' | 'q'>,
): Promise<Page<ContactRow>> {
  if (conversation !== undefined) {
    const [owner] = await contacts.owners(tenantId, [conversationIdentity(conversation)]);
    const contact = owner && (await contacts.find(tenantId, owner.contactId));
    return { items: contact ? [rowOf(contact)] : [], cursor: null };
  }
  if (q !== undefined) return searchContacts({ contacts, search }, tenantId, { q, limit, after });
  const positions = readPositions<string>(after, runLimits.runShards);
  const { names, positionsAfter } = await nextNames<string>(
    (partition, position, most) => contacts.page(tenantId, partition, position, most),
    positions,
    limit,
  );
  const ids = names.map(({ name }) => name);
  const found = new Map((await contacts.findAll(tenantId, ids)).map((one) => [one.contactId, one]));
  const next = positionsAfter(names.length);
  const isLast = next.every((position) => position === 'end');
  const items = ids.flatMap((id) => found.get(id) ?? []).map(rowOf);
  return { items, cursor: isLast ? null : JSON.stringify(next) };
}

/** One contact. @throws `contact_not_found` */
export async function readContact(
  ports: Pick<Reading, 'contacts'>,
  { tenantId }: Tenant,
  contactId: string,
): Promise<Answer<ContactView>> {
  const [contact, identities] = await Promise.all([
    findContact(ports, tenantId, contactId),
    ports.contacts.identitiesOf(tenantId, contactId),
  ]);
  const body = viewOf(contact, identities);
  return { body, etag: body.etag };
}

/** Its conversations that are still stored, the latest first. @throws `contact_not_found` */
export async function listContactConversations(
  { contacts, conversations }: Reading,
  { tenantId }: Tenant,
  contactId: string,
  { limit, after }: PageQuery,
): Promise<Page<ContactConversation>> {
  await findContact({ contacts }, tenantId, contactId);
  const [position = null] = readPositions<string>(after, 1);
  const { found, isLast } = await contacts.conversationsOf(tenantId, contactId, position, limit);
  const ids = found.map(({ name }) => name);
  const stored = (await conversations.findAll(tenantId, ids)).filter((one) => !isErased(one));
  const items = stored
    .toSorted((a, b) => b.lastActivityMs - a.lastActivityMs)
    .map(({ conversationId, channel, state, lastSeq, lastActivityMs }) => ({
      ...{ conversationId, channel, status: state?.status ?? ('active' as const), messages: lastSeq },
      lastActivityAt: new Date(lastActivityMs).toISOString(),
    }));
  return { items, cursor: isLast ? null : JSON.stringify([found.at(-1)]) };
}

/** Adds a contact. @throws `conversation_not_found`, `already_exists` if its visitor is one */
export async function createContact(
  ports: ContactsPorts,
  caller: AdminCaller,
  { conversationId, ...details }: NewContact,
): Promise<Answer<ContactView>> {
  const { contacts, nowMs, random } = ports;
  const { tenantId } = caller;
  const contactId = newMessageId(nowMs, random);
  const identity = conversationId === undefined ? null : await identityFor(ports, caller, conversationId);
  const change = { action: 'contact.create', resource: { kind: 'contact', id: contactId } };
  return audited(ports, caller, change, async () => {
    // Its visitor's next message must not find an owner without a contact.
    if (!(await contacts.save(tenantId, contactId, { details, ...madeBy(ports, caller) }, null)))
      throw preconditionFailed(null, undefined);
    if (identity && !(await contacts.claim(tenantId, { ...identity, contactId }, undefined))) {
      await contacts.remove(tenantId, contactId);
      throw alreadyExists('contact', 'of this conversation');
    }
    await ports.runTasks.enqueue([{ kind: 'contact', tenantId, contactId, lostWords: false }]);
    return readContact(ports, caller, contactId);
  });
}

/** A conversation, to be claimed for a contact. @throws `conversation_not_found` */
async function identityFor(
  { conversations, nowMs }: ContactsPorts,
  { tenantId }: Tenant,
  conversationId: string,
): Promise<Omit<StoredIdentity, 'contactId'>> {
  const stored = await conversations.find(tenantId, conversationId);
  if (!stored || isErased(stored)) throw new GatewayError('conversation_not_found');
  const keptMs = 2 * (stored.retentionDays + limits.conversationGraceDays) * dayMs;
  return {
    ...conversationIdentity(conversationId),
    channel: stored.channel,
    seenAtMs: stored.lastActivityMs,
    expiresAtS: Math.ceil((nowMs() + keptMs) / 1000),
  };
}

/**
 * Changes what agents know of a contact, and keeps it until it is erased. The audit entry names the changed fields; their
 * values would outlive an erasure there.
 * @throws `contact_not_found`, `precondition_required`, `precondition_failed`
 */
export async function changeContact(
  ports: ContactsPorts,
  caller: AdminCaller,
  { contactId, patch, ...preconditions }: Named & { readonly patch: ContactPatch },
): Promise<Answer<ContactView>> {
  const { contacts } = ports;
  const { tenantId } = caller;
  const before = await findContact(ports, tenantId, contactId);
  const identities = await contacts.identitiesOf(tenantId, contactId);
  assertMatch(preconditions, etagOf(before), () => viewOf(before, identities));
  const change = {
    ...{ action: 'contact.change', resource: { kind: 'contact', id: contactId } },
    note: Object.keys(patch).join(', '),
  };
  return audited(ports, caller, change, async () => {
    if (!before.edited) await keepIdentities(contacts, tenantId, identities);
    const details = patched(before, patch);
    if (!(await contacts.save(tenantId, contactId, { details, ...madeBy(ports, caller) }, before)))
      throw preconditionFailed(null, undefined);
    const after = { ...before, edited: { details, revision: '', ...madeBy(ports, caller) } };
    const words = new Set(contactWords(after));
    const lostWords = contactWords(before).some((word) => !words.has(word));
    await ports.runTasks.enqueue([{ kind: 'contact', tenantId, contactId, lostWords }]);
    return readContact(ports, caller, contactId);
  });
}

/** Attributes that are as the site reports them stay the site's. */
function patched({ known, edited }: Contact, { attributes, ...patch }: ContactPatch): ContactDetails {
  const own = Object.entries(attributes ?? {}).filter(([name, value]) => known.attributes?.[name] !== value);
  const entries = Object.entries({
    ...edited?.details,
    ...patch,
    ...(attributes && { attributes: Object.fromEntries(own) }),
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

/** Identities of a contact who stays do not expire; conversations do. */
async function keepIdentities(
  contacts: Contacts,
  tenantId: string,
  identities: readonly StoredIdentity[],
): Promise<void> {
  for (const { expiresAtS, ...identity } of identities)
    if (expiresAtS !== undefined && identity.kind !== 'conversation')
      await contacts.claim(tenantId, identity, identity);
}

/** @throws `contact_not_found` */
export async function findContact(
  { contacts }: Pick<Reading, 'contacts'>,
  tenantId: string,
  contactId: string,
): Promise<Contact> {
  const contact = await contacts.find(tenantId, contactId);
  if (!contact) throw new GatewayError('contact_not_found');
  return contact;
}
