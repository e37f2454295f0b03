import type { ChannelName } from '../../contract/vocabulary.ts';
import { conversationIdentity } from '../../domain/contact.ts';
import type { Contacts, StoredIdentity } from '../../ports/contacts.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { DeadLetter } from '../../ports/deliveries.ts';
import type { FileObjects } from '../../ports/files.ts';
import type { PeopleOf, Person, PersonalData, VisitorName } from '../../ports/people.ts';
import type { SearchIndex } from '../../ports/search.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { runConcurrently, throwFirst } from '../run-concurrently.ts';
import { indexAgain } from '../search/index-conversations.ts';
import { namesOfUser } from '../webhook/find-people.ts';

/** The keys to everything of a visitor. */
export interface FoundVisitor {
  /** The identifiers that each account of the channel has of them. */
  readonly known: readonly { readonly accountId: string; readonly names: ReadonlyMap<string, Person> }[];
  /** Every name of theirs, the given one first. */
  readonly names: readonly string[];
  /** Those by which only their conversations and runs are found. */
  readonly unshared: readonly string[];
  /** Their conversations, and those that a message of theirs on a queue would begin. */
  readonly conversationIds: readonly string[];
}

/** Finds a visitor's names and conversations; they need not have any. */
export async function findVisitor(ports: PeoplePorts, visitor: VisitorName): Promise<FoundVisitor> {
  const { tenantId, channel } = visitor;
  const given = namesOfUser(channel, visitor.userId).name;
  const accountIds = channel === 'webchat' ? [] : await ports.accounts(tenantId, channel);
  const known = await Promise.all(
    accountIds.map(async (accountId) => {
      const names = await namesOf(ports, { tenantId, channel, accountId }, given);
      return { accountId, names };
    }),
  );
  const names = new Set([
    given,
    ...known.flatMap(({ names: ofAccount }) => [...ofAccount].flatMap(allNames)),
  ]);
  const keys = await ports.idKeys();
  const unshared = await unsharedOf(ports, visitor, known, [...names]);
  const givenAlone = unshared.filter((name) => name === given);
  const derived = known.flatMap(({ accountId, names: ofAccount }) =>
    [...givenAlone, ...[...ofAccount.values()].map(({ key }) => key)].flatMap((name) =>
      keys.map((key) => deriveId(key, 'channel', tenantId, channel, accountId, name)),
    ),
  );
  const begun = await Promise.all(
    unshared.map((userId) => ports.personal.conversationsOf({ tenantId, channel, userId })),
  );
  const conversationIds = [...new Set([...begun.flat(), ...derived])];
  return { known, names: [...names], unshared, conversationIds };
}

/** A number that changed hands has begun conversations and runs of two people. */
async function unsharedOf(
  { people }: Pick<PeoplePorts, 'people'>,
  { tenantId, channel }: Pick<VisitorName, 'tenantId' | 'channel'>,
  known: FoundVisitor['known'],
  names: readonly string[],
): Promise<readonly string[]> {
  const shared = new Set<string>();
  for (const { accountId, names: ofAccount } of known)
    for (const [name, { key }] of await people.find({ tenantId, channel, accountId }, names))
      if (!ofAccount.has(name) || key.startsWith(`${name}#`)) shared.add(name);
  return names.filter((name) => !shared.has(name));
}

/** Conversations of theirs in which runs are kept, which may be longer than the conversation itself. */
export async function conversationsOfRuns(
  { personal }: Pick<PeoplePorts, 'personal'>,
  { tenantId, channel }: Pick<VisitorName, 'tenantId' | 'channel'>,
  { unshared }: Pick<FoundVisitor, 'unshared'>,
): Promise<readonly string[]> {
  const begun = await Promise.all(
    unshared.map((userId) => personal.conversationsOfRuns({ tenantId, channel, userId })),
  );
  return [...new Set(begun.flat())];
}

/**
 * Finds everything of a contact by channel: its conversations, and the names of the people they are derived from. A
 * number that belongs to someone else by now leads to neither.
 * @param identities of the contact
 */
export async function findOfContact(
  ports: PeoplePorts,
  tenantId: string,
  identities: readonly StoredIdentity[],
): Promise<ReadonlyMap<ChannelName, FoundVisitor>> {
  const theirs = identities.filter(({ kind }) => kind === 'conversation');
  const stored = await ports.conversations.findAll(
    tenantId,
    theirs.map(({ id }) => id),
  );
  const known = identities.flatMap(({ kind, id }) => (kind === 'conversation' ? [] : [id]));
  const found = new Map<ChannelName, FoundVisitor>();
  for (const [channel, own] of Map.groupBy(theirs, (one) => one.channel)) {
    const userNames = stored.flatMap(({ channel: its, userId, user }) =>
      its === channel ? [userId, ...(user?.phone === undefined ? [] : [user.phone.replace(/^\+/, '')])] : [],
    );
    const conversationIds = own.map(({ id }) => id);
    // Anyone can claim the user ID of a web chat.
    const names = channel === 'webchat' ? [] : [...new Set([...known, ...userNames])];
    found.set(channel, await findOnChannel(ports, { tenantId, channel, conversationIds, names }));
  }
  return found;
}

async function findOnChannel(
  ports: PeoplePorts,
  {
    tenantId,
    channel,
    conversationIds,
    names,
  }: Pick<FoundVisitor, 'conversationIds' | 'names'> & Pick<VisitorName, 'tenantId' | 'channel'>,
): Promise<FoundVisitor> {
  if (names.length === 0) return { known: [], names, unshared: names, conversationIds };
  const keys = await ports.idKeys();
  const known = await Promise.all(
    (await ports.accounts(tenantId, channel)).map(async (accountId) => {
      const isOwn = ({ key: name }: Person) =>
        keys.some((key) =>
          conversationIds.includes(deriveId(key, 'channel', tenantId, channel, accountId, name)),
        );
      const found = await follow(ports, { tenantId, channel, accountId }, names, () => isOwn);
      return { accountId, names: found };
    }),
  );
  const own = known.flatMap(({ names: ofAccount }) => [...ofAccount].flatMap(allNames));
  const ownNames = [...new Set(own)];
  const unshared = await unsharedOf(ports, { tenantId, channel }, known, ownNames);
  return { known, names: ownNames, unshared, conversationIds };
}

/** Follows the names from one to the next, as far as they are one person's. */
async function namesOf(
  ports: Pick<PeoplePorts, 'people'>,
  of: PeopleOf,
  given: string,
): Promise<ReadonlyMap<string, Person>> {
  let key: string | undefined;
  return follow(ports, of, [given], (answers) => {
    key ??= answers.get(given)?.key;
    // A number that now belongs to someone else leads to their conversation.
    return (person) => person.key === key;
  });
}

async function follow(
  { people }: Pick<PeoplePorts, 'people'>,
  of: PeopleOf,
  names: readonly string[],
  ownerIn: (answers: ReadonlyMap<string, Person>) => (person: Person) => boolean,
): Promise<ReadonlyMap<string, Person>> {
  const found = new Map<string, Person>();
  let asked = [...names];
  while (asked.length > 0) {
    const answers = await people.find(of, asked);
    const isOwn = ownerIn(answers);
    const theirs = [...answers].filter(([name, person]) => isOwn(person) || isGivenUp(name, person));
    for (const [name, person] of theirs) found.set(name, person);
    asked = [...new Set(theirs.flatMap(allNames))].filter(
      (name) => !found.has(name) && !asked.includes(name),
    );
  }
  return found;
}

/** Forgets the contacts that conversations belong to. */
export async function forgetContactsOf(
  ports: ForgetPorts,
  tenantId: string,
  conversationIds: readonly string[],
): Promise<void> {
  const owners = await ports.contacts.owners(tenantId, conversationIds.map(conversationIdentity));
  for (const contactId of new Set(owners.map((owner) => owner.contactId)))
    await forgetContact(ports, tenantId, contactId, conversationIds);
}

type ForgetPorts = Pick<
  PeoplePorts,
  'contacts' | 'conversations' | 'directory' | 'nowMs' | 'search' | 'turnLog'
>;

/**
 * Forgets a contact: its identities first, by which its visitor would be noted there again, its conversations last, so
 * that a repeated call finds them. Conversations that stay are indexed again, without its details.
 * @param erased conversations that are erased anyway
 */
export async function forgetContact(
  ports: ForgetPorts,
  tenantId: string,
  contactId: string,
  erased: readonly string[],
): Promise<void> {
  const { contacts, search } = ports;
  const all = await contacts.identitiesOf(tenantId, contactId);
  const { conversations = [], others = [] } = Object.groupBy(all, ({ kind }) =>
    kind === 'conversation' ? 'conversations' : 'others',
  );
  for (const identity of others) await contacts.release(tenantId, identity);
  await contacts.remove(tenantId, contactId);
  // After the contact: what is indexed by its details from now on is removed there.
  await search.eraseContact(tenantId, contactId);
  const kept = conversations.filter(({ id }) => !erased.includes(id));
  throwFirst(await runConcurrently(kept, ({ id }) => indexAgain(ports, { tenantId, conversationId: id })));
  for (const identity of conversations) await contacts.release(tenantId, identity);
  // A message that arrived before the release has noted it again.
  await contacts.remove(tenantId, contactId);
  await search.eraseContact(tenantId, contactId);
}

/** What finding, exporting and erasing a visitor uses. */
export type PeoplePorts = Pick<
  Gateway,
  | 'addresses'
  | 'conversations'
  | 'cursors'
  | 'deadLetters'
  | 'deliveries'
  | 'directory'
  | 'files'
  | 'idKeys'
  | 'largeMessages'
  | 'nowMs'
  | 'pause'
  | 'people'
  | 'turnLog'
> & {
  readonly personal: PersonalData;
  readonly contacts: Contacts;
  readonly search: SearchIndex;
  readonly objects: Pick<FileObjects, 'remove'>;
  /** Ids of a tenant's accounts of a channel. */
  accounts(tenantId: string, channel: string): Promise<readonly string[]>;
};

/** A number that was given up and is unused since. */
const isGivenUp = (name: string, { key, phone, id }: Person) =>
  key.startsWith(`${name}#`) && phone === undefined && id === undefined;

const allNames = ([name, { key, phone, id, alias }]: readonly [string, Person]): string[] =>
  [name, key, phone, id, alias].filter((each) => each !== undefined);

const deadLettersPerRead = 100;

/** A conversation's dead letters. */
export async function deadLettersOf(
  { deadLetters }: Pick<PeoplePorts, 'deadLetters'>,
  conversation: ConversationName,
): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await deadLetters.list(conversation, cursor, deadLettersPerRead);
    found.push(...page.deadLetters);
    if (page.cursor === null) return found;
    cursor = page.cursor;
  }
}
