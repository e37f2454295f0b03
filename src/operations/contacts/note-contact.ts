import { isWhatsApp } from '../../contract/channels.ts';
import { limits } from '../../contract/limits.ts';
import {
  type ContactDetails,
  contactAttributes,
  conversationIdentity,
  type Identity,
  identityName,
  mayBeOne,
} from '../../domain/contact.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Contact, Contacts, Seen, SeenConversation, StoredIdentity } from '../../ports/contacts.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';
import type { People, Person } from '../../ports/people.ts';
import type { SearchIndex } from '../../ports/search.ts';
import { mergeContacts } from './merge-contacts.ts';

/** What noting a contact uses. */
export interface ContactPorts {
  readonly contacts: Contacts;
  readonly search: Pick<SearchIndex, 'eraseContact'>;
  readonly conversations: Pick<ConversationStore<FlowState>, 'find'>;
  readonly people: Pick<People, 'find'>;
  readonly nowMs: () => number;
  readonly random: () => number;
}

/** The visitor of a conversation, as the channel proves and reports them. */
interface Sighting {
  readonly tenantId: string;
  readonly conversation: Identity;
  /** Identities that belong to one person forever. */
  readonly proofs: readonly Identity[];
  /** Phone numbers, which may go from one person to another. */
  readonly phones: readonly Identity[];
  readonly seen: Seen;
  /** The address that the visitor has confirmed. */
  readonly confirmed: Contact['confirmed'];
}

const attempts = 8;
const dayS = 24 * 60 * 60;
const newContactS = 15 * 60;

/**
 * Notes the visitor of a conversation as a contact: the one that an identity of theirs belongs to, or a new one. Two
 * contacts that one person's identities lead to are merged. A visitor without any identity and details is no contact.
 * @returns the contact; `isToIndex` if its conversations are now found by more than before
 * @throws TemporarilyUnavailableError when others keep writing the same identities
 * @see design 15, docs/decisions/contacts.md
 */
export async function noteContact(
  ports: ContactPorts,
  name: SeenConversation,
): Promise<{ readonly contactId: string; readonly isToIndex: boolean } | null> {
  if (await isAnonymous(ports, name)) return null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const conversation = await ports.conversations.find(name.tenantId, name.conversationId);
    if (!conversation || isErased(conversation)) return null;
    const noted = await noteSighting(ports, await sightingOf(ports, conversation));
    if (noted) return noted;
  }
  throw new TemporarilyUnavailableError();
}

/** Whether nothing identifies the visitor: true of most web chats, so it is read at half the price. */
async function isAnonymous(
  { conversations, contacts }: ContactPorts,
  { tenantId, conversationId, channel }: SeenConversation,
): Promise<boolean> {
  if (channel !== 'webchat') return false;
  const stored = await conversations.find(tenantId, conversationId, 'lately');
  if (!stored) return false;
  const { firstName, email, phone, verified } = stored.user ?? {};
  if (verified || (firstName ?? email ?? phone ?? stored.mail?.confirmedAtMs) !== undefined) return false;
  return (await contacts.owners(tenantId, [conversationIdentity(conversationId)], 'lately')).length === 0;
}

/** @returns null after a concurrent write */
async function noteSighting(
  ports: ContactPorts,
  sighting: Sighting,
): Promise<{ readonly contactId: string; readonly isToIndex: boolean } | null> {
  const { contacts } = ports;
  const { tenantId, conversation, seen } = sighting;
  const owners = await ownersOf(ports, sighting);
  const own = await ownContacts(ports, sighting, owners);
  const { proofs, phones } = sighting;
  // The oldest, so that concurrent merges agree.
  const contactId = own[0] ?? newMessageId(ports.nowMs, ports.random);
  const known = own[0] === undefined ? null : await contacts.find(tenantId, contactId);
  const claim = { contactId, isKept: known?.edited != null, own };
  // The conversation last: where a contact is found by it, the other claims are found, too.
  for (const identity of [...proofs, ...phones, conversation])
    if (!(await claimed(ports, sighting, owners.get(identityName(identity)), identity, claim))) return null;
  for (const other of own.slice(1)) await mergeContacts(ports, tenantId, other, contactId);
  const contact = own.length > 1 ? await contacts.find(tenantId, contactId) : known;
  const stored = contact ?? (await create(ports, sighting, contactId));
  if (!stored || !(await contacts.note(tenantId, contactId, seen, stored))) return null;
  const { confirmed } = sighting;
  const isNews = confirmed !== null && stored.confirmed?.email !== confirmed.email;
  if (isNews) await contacts.confirmEmail(tenantId, contactId, confirmed.email, confirmed.atMs);
  return { contactId, isToIndex: own.length > 1 || isNews };
}

/**
 * Creates a contact for a few minutes only: a concurrent merge or erasure may overtake the creation, and a process that
 * dies before it finds out leaves nothing.
 * @returns null if that has happened
 */
async function create(
  { contacts, nowMs }: ContactPorts,
  { tenantId, conversation, seen }: Sighting,
  contactId: string,
): Promise<Contact | null> {
  const expiresAtS = Math.ceil(nowMs() / 1000) + newContactS;
  if (!(await contacts.note(tenantId, contactId, { ...seen, expiresAtS }, null))) return null;
  const created = await contacts.find(tenantId, contactId);
  const [owner] = await contacts.owners(tenantId, [conversation]);
  if (owner?.contactId === contactId) return created;
  if (created) await contacts.remove(tenantId, contactId, created);
  return null;
}

type Owners = ReadonlyMap<string, StoredIdentity>;

async function ownersOf(
  { contacts }: ContactPorts,
  { tenantId, conversation, proofs, phones }: Sighting,
): Promise<Owners> {
  const found = await contacts.owners(tenantId, [conversation, ...proofs, ...phones]);
  return new Map(found.map((one) => [identityName(one), one]));
}

/** The contacts that the visitor's identities lead to, the oldest first. */
async function ownContacts(
  { contacts }: ContactPorts,
  { tenantId, conversation, proofs, phones }: Sighting,
  owners: Owners,
): Promise<readonly string[]> {
  const contactOf = (identity: Identity) => owners.get(identityName(identity))?.contactId ?? [];
  const own = new Set([...proofs, conversation].flatMap(contactOf));
  const others = [...new Set(phones.flatMap(contactOf))].filter((contactId) => !own.has(contactId));
  if (others.length > 0) {
    const identitiesOf = (contactId: string) => contacts.identitiesOf(tenantId, contactId);
    const theirs = [...proofs, ...(await Promise.all([...own].map(identitiesOf))).flat()];
    for (const contactId of others) {
      const identities = await identitiesOf(contactId);
      // A number that has gone from one person to another does not lead to the former.
      if (!mayBeOne(theirs, identities)) continue;
      own.add(contactId);
      theirs.push(...identities);
    }
  }
  return [...own].sort();
}

/** The contact that identities are claimed for. */
interface Claim {
  readonly contactId: string;
  readonly isKept: boolean;
  readonly own: readonly string[];
}

/** @returns false after a concurrent write */
async function claimed(
  { contacts, nowMs }: ContactPorts,
  { tenantId, seen, phones }: Sighting,
  before: StoredIdentity | undefined,
  identity: Identity,
  { contactId, isKept, own }: Claim,
): Promise<boolean> {
  const isOthers = before !== undefined && !own.includes(before.contactId);
  // Its new owner was seen with it later.
  if (isOthers && before.seenAtMs > seen.atMs) return true;
  const staysForever = isKept && identity.kind !== 'conversation';
  // Twice as long as the conversation, renewed after a quarter of that.
  const keptS = seen.expiresAtS - Math.ceil(seen.atMs / 1000);
  const expiresAtS = Math.ceil(nowMs() / 1000) + 2 * keptS;
  const isFresh = before?.expiresAtS === undefined || before.expiresAtS >= expiresAtS - keptS / 2;
  const lasts = staysForever ? before?.expiresAtS === undefined : isFresh;
  if (before?.contactId === contactId && lasts) return true;
  const { channel, atMs: seenAtMs } = seen;
  const wanted: StoredIdentity = {
    ...{ ...identity, contactId, channel, seenAtMs },
    ...(!staysForever && { expiresAtS }),
  };
  if (!(await contacts.claim(tenantId, wanted, before))) return false;
  if (identity.kind === 'phone' && before?.contactId !== contactId) {
    // A person with a new number has given up the previous one.
    const current = new Set(phones.map(({ id }) => id));
    for (const one of await contacts.identitiesOf(tenantId, contactId))
      if (one.kind === 'phone' && !current.has(one.id) && one.seenAtMs < seen.atMs)
        await contacts.release(tenantId, one);
  }
  return true;
}

async function sightingOf(
  { people }: Pick<ContactPorts, 'people'>,
  conversation: Conversation<FlowState>,
): Promise<Sighting> {
  const { tenantId, conversationId, channel, user = {}, mail, retentionDays } = conversation;
  const person = await personOf(people, conversation);
  const digits = [person?.phone, person?.alias].filter((number) => number !== undefined);
  const phone = user.phone ?? (person?.phone === undefined ? undefined : `+${person.phone}`);
  const details: ContactDetails = {
    ...(user.firstName !== undefined && { name: user.firstName }),
    ...(user.email !== undefined && { email: user.email }),
    ...(phone !== undefined && { phone }),
    ...(user.language !== undefined && { language: user.language }),
    ...(user.attributes && { attributes: contactAttributes(user.attributes) }),
  };
  // By our clock, not the provider's.
  const atMs = conversation.lastActivityMs;
  const expiresAtS = Math.ceil(atMs / 1000) + (retentionDays + limits.conversationGraceDays) * dayS;
  return {
    tenantId,
    conversation: conversationIdentity(conversationId),
    proofs: proofsOf(conversation, person),
    phones: digits.map((id) => ({ kind: 'phone', place: null, id })),
    seen: {
      ...{ channel, details, atMs, expiresAtS },
      verified: channel !== 'webchat' || user.verified === true,
    },
    confirmed: mail?.confirmedAtMs ? { email: mail.email, atMs: mail.confirmedAtMs } : null,
  };
}

/** Identities that the channel proves; what visitors enter about themselves proves nothing. */
function proofsOf(
  { channel, userId, widgetId, accountId, user }: Conversation<FlowState>,
  person: Person | null,
): readonly Identity[] {
  if (channel === 'webchat')
    return user?.verified && widgetId !== null ? [{ kind: 'visitor', place: widgetId, id: userId }] : [];
  if (!isWhatsApp(channel))
    return accountId === undefined ? [] : [{ kind: channel, place: accountId, id: userId }];
  return person?.id === undefined ? [] : [{ kind: 'whatsapp', place: null, id: person.id }];
}

/** A chat app's user as the provider reports them; null if their names belong to someone else by now. */
async function personOf(
  people: Pick<People, 'find'>,
  { tenantId, channel, accountId, userId, user }: Conversation<FlowState>,
): Promise<Person | null> {
  if (!isWhatsApp(channel) || accountId === undefined) return null;
  const names = [userId, ...(user?.phone === undefined ? [] : [user.phone.replace(/^\+/, '')])];
  const found = await people.find({ tenantId, channel, accountId }, [...new Set(names)]);
  // A conversation stays with the person who began it: a number they gave up leads to another key.
  return [...found.values()].find(({ key }) => key === userId) ?? null;
}
