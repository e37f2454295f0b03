import { decodeTime } from 'ulid';
import type { Tenant } from '../../contract/directory.ts';
import { searchLimits } from '../../contract/limits.ts';
import type { ContactTask } from '../../contract/runs.ts';
import { messageId } from '../../contract/vocabulary.ts';
import { conversationIdentity } from '../../domain/contact.ts';
import { type CommittedTurn, type Conversation, logKeyOf } from '../../domain/conversation.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { idBefore, leastIdAt } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Contact, Contacts } from '../../ports/contacts.ts';
import type { ConversationName, ConversationStore } from '../../ports/conversation-store.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Log } from '../../ports/observability.ts';
import type { SearchIndex, SearchPart } from '../../ports/search.ts';
import type { TurnLog } from '../../ports/turns.ts';
import { contactTexts, contactWords } from '../contacts/contact-view.ts';
import { inPieces, runConcurrently, throwFirst } from '../run-concurrently.ts';
import { indexDetails } from './contacts.ts';
import { wordsOf } from './words.ts';

/** What indexing uses. */
export interface IndexPorts {
  readonly search: SearchIndex;
  readonly contacts: Pick<Contacts, 'find' | 'owners' | 'identitiesOf'>;
  readonly conversations: Pick<ConversationStore<FlowState>, 'find' | 'findAll'>;
  readonly turnLog: Pick<TurnLog, 'read'>;
  readonly directory: Pick<Directory, 'findTenant'>;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly random: () => number;
}

/** A conversation that has new messages, according to an event. */
export interface ChangedConversation extends ConversationName {
  /** The event's message. */
  readonly messageId: string;
  readonly occurredAtMs: number;
  /** Whether an agent has had it; null where the event doesn't say. */
  readonly hadAgent: boolean | null;
  /** The message has arrived, and may not be in the log yet. */
  readonly arrives: boolean;
}

type Stored = Conversation<FlowState>;
const attempts = 5;
const weekS = 7 * 24 * 60 * 60;

/**
 * Indexes what is new in these conversations, each once. Repeated, late and shuffled events do no harm: what is indexed is
 * what the log has.
 * @returns those that must come again
 * @see docs/decisions/search.md
 */
export async function indexConversations<Changed extends ChangedConversation>(
  ports: IndexPorts,
  changed: readonly Changed[],
): Promise<readonly Changed[]> {
  const same = Map.groupBy(changed, ({ tenantId, conversationId }) => `${tenantId}#${conversationId}`);
  const groups = [...same.values()];
  const outcomes = await runConcurrently(groups, (of) => indexOne(ports, of));
  return outcomes.flatMap((outcome, n) => {
    if (!('error' in outcome)) return outcome.value === 'early' ? (groups[n] ?? []) : [];
    ports.log.error('a conversation was not indexed', outcome.error, { tenantId: groups[n]?.[0]?.tenantId });
    return groups[n] ?? [];
  });
}

async function indexOne(ports: IndexPorts, of: readonly ChangedConversation[]): Promise<'done' | 'early'> {
  const [first] = of;
  const tenant = first && (await ports.directory.findTenant(first.tenantId));
  if (!tenant || !mayBeWanted(tenant, of)) return 'done';
  const indexed = await indexStored(ports, tenant, first, {
    isWanted: (read) => isWanted(tenant, of, read),
    beginning: (read, last) => beginningOf(read, last, of),
  });
  if (indexed?.hasNewPart) await packSometimes(ports, first);
  return indexed && isEarly(ports, indexed.stored, of) ? 'early' : 'done';
}

/**
 * Indexes the conversations of a contact by what is known of the contact now. Without `lostWords` only the last message
 * is read, so that there is a part to add words to.
 * @throws Error for the first conversation that failed
 */
export async function indexContact(
  ports: IndexPorts,
  { tenantId, contactId, lostWords }: Omit<Extract<ContactTask, { kind: 'contact' }>, 'kind'>,
): Promise<void> {
  const tenant = await ports.directory.findTenant(tenantId);
  if (!tenant) return;
  await indexDetails(ports, { tenantId, contactId });
  const all = await ports.contacts.identitiesOf(tenantId, contactId);
  const outcomes = await runConcurrently(
    all.filter(({ kind }) => kind === 'conversation'),
    async ({ id: conversationId }) => {
      const name = { tenantId, conversationId };
      if (lostWords) return indexAgain(ports, name);
      const isIndexed = (await ports.search.lastPart(name)) !== null;
      const indexed = await indexStored(ports, tenant, name, {
        isWanted: (stored) => isIndexed || isWanted(tenant, [], stored),
        beginning: ({ lastMessageId }) => idBefore(lastMessageId ?? leastIdAt(0)),
      });
      if (indexed?.hasNewPart) await packSometimes(ports, name);
    },
  );
  throwFirst(outcomes);
}

/**
 * Rebuilds a conversation's index from its present content. Doesn't pack: only new messages do.
 */
export async function indexAgain(
  ports: Omit<IndexPorts, 'log' | 'random'>,
  name: ConversationName,
): Promise<void> {
  const tenant = await ports.directory.findTenant(name.tenantId);
  const isIndexed = (await ports.search.lastPart(name)) !== null;
  await ports.search.erase(name);
  if (!tenant) return;
  await indexStored(ports, tenant, name, {
    isWanted: (stored) => isIndexed || isWanted(tenant, [], stored),
    beginning: keptSince(ports),
  });
}

type Beginning = (stored: Stored, last: SearchPart | null) => string | null;
/** Everything that the index keeps. */
const keptSince =
  ({ nowMs }: Pick<IndexPorts, 'nowMs'>): Beginning =>
  () =>
    idBefore(leastIdAt(nowMs() - searchLimits.keptDays * dayS * 1000));

/** @returns the conversation, and whether it has a part to pack; null if it is erased or not wanted */
async function indexStored(
  ports: Omit<IndexPorts, 'log' | 'random'>,
  tenant: Tenant,
  name: ConversationName,
  { isWanted: wants, beginning }: { isWanted(stored: Stored): boolean; readonly beginning: Beginning },
): Promise<{ readonly stored: Stored; readonly hasNewPart: boolean } | null> {
  let from = beginning;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await ports.conversations.find(name.tenantId, name.conversationId);
    if (!stored) return null;
    // An earlier attempt may have crashed before it looked.
    if (isErased(stored)) await ports.search.erase(name);
    if (isErased(stored) || !wants(stored)) return null;
    const contact = await contactOf(ports, stored);
    const written = await write(ports, { tenant, stored, contact }, from);
    if (written === 'outdated') continue;
    if (written === 'nothing' || !(await isErasedSince(ports, stored, contact)))
      return { stored, hasNewPart: written === 'new part' };
    await ports.search.erase(name);
    from = keptSince(ports);
  }
  throw new TemporarilyUnavailableError();
}

/** Packs a conversation's parts if there are enough. Checks only after about one in `partsPerCheck` new parts. */
async function packSometimes(ports: Omit<IndexPorts, 'log'>, name: ConversationName): Promise<void> {
  if (ports.random() * searchLimits.partsPerCheck < 1) await packParts(ports, name);
}

/** The log or the contact may have been read before the erasure, and the index written after. */
async function isErasedSince(
  ports: Pick<IndexPorts, 'conversations' | 'contacts'>,
  stored: Stored,
  contact: Contact | null,
): Promise<boolean> {
  const now = await ports.conversations.find(stored.tenantId, stored.conversationId);
  if (now !== null && now.erasedAtMs !== stored.erasedAtMs) return true;
  if (!contact) return false;
  const contactNow = await contactOf(ports, stored);
  const words = new Set(contactNow ? contactWords(contactNow) : []);
  return contactWords(contact).some((word) => !words.has(word));
}

/** The contact whose conversation it is. */
async function contactOf(
  { contacts }: { readonly contacts: Pick<Contacts, 'find' | 'owners'> },
  { tenantId, conversationId }: ConversationName,
): Promise<Contact | null> {
  const [owner] = await contacts.owners(tenantId, [conversationIdentity(conversationId)]);
  return owner ? contacts.find(tenantId, owner.contactId) : null;
}

/** Whether a chat app's message still waits for its turn: during a handoff, no other event announces it. */
function isEarly({ nowMs }: IndexPorts, stored: Stored, of: readonly ChangedConversation[]): boolean {
  if (!stored.handoff) return false;
  return of.some(
    ({ messageId: id, occurredAtMs, arrives }) =>
      arrives && id > (stored.lastMessageId ?? '') && nowMs() - occurredAtMs < searchLimits.arrivalMs,
  );
}

/** Whether it may have to be indexed, according to its events alone. */
const mayBeWanted = ({ search }: Tenant, of: readonly ChangedConversation[]): boolean =>
  search === 'all' || of.some(({ hadAgent }) => hadAgent !== false);

function isWanted(tenant: Tenant, of: readonly ChangedConversation[], stored: Stored): boolean {
  if (tenant.search === 'all' || of.some(({ hadAgent }) => hadAgent)) return true;
  const { run, handoff, lastHandoff } = stored;
  return (
    run?.handoffs?.some(({ takenAtMs }) => takenAtMs !== undefined) === true ||
    (handoff?.owner ?? handoff?.previous ?? lastHandoff?.owner ?? null) !== null
  );
}

/** Stores the words of what is new. */
async function write(
  { search, turnLog }: Pick<IndexPorts, 'search' | 'turnLog'>,
  { tenant, stored, contact }: Pick<Known, 'tenant' | 'contact'> & { readonly stored: Stored },
  beginning: Beginning,
): Promise<'nothing' | 'outdated' | 'part' | 'new part'> {
  const last = await search.lastPart(stored);
  const turns = await turnsFrom(turnLog, stored, beginning(stored, last));
  const details = wordsOf(detailsOf(stored, { tenant, contact }));
  const parts = partsWith(search, { stored, last, details }, turns);
  for (const part of parts) if (!(await search.savePart(part))) return 'outdated';
  if (parts.length === 0) return 'nothing';
  return parts.some(({ version }) => version === 1) ? 'new part' : 'part';
}

/**
 * From where the log is read: behind what is indexed, or, where nothing is or it is packed, from the beginning of the run,
 * since messages before the first agent's are indexed, too. A turn whose log was written late lies before its event.
 */
function beginningOf(
  { runAfter }: Stored,
  last: SearchPart | null,
  of: readonly ChangedConversation[],
): string | null {
  const dayBefore = leastIdAt(Math.min(...of.map(({ occurredAtMs }) => occurredAtMs)) - searchLimits.partMs);
  if (!last) return [runAfter?.id ?? '', dayBefore].sort().at(-1) ?? null;
  const named = of.flatMap(({ messageId: id }) => (messageId.safeParse(id).success ? [idBefore(id)] : []));
  return [last.lastId, ...named].sort()[0] ?? null;
}

async function turnsFrom(
  turnLog: IndexPorts['turnLog'],
  { tenantId, conversationId, erasedAtMs = 0 }: Stored,
  beginning: string | null,
): Promise<readonly CommittedTurn[]> {
  const all: CommittedTurn[] = [];
  for (let after = beginning; all.length < searchLimits.turnsIndexed; ) {
    const turns = await turnLog.read(tenantId, conversationId, after, searchLimits.turnsRead, 'now');
    all.push(...turns.filter(({ committedAtMs }) => committedAtMs > erasedAtMs));
    const last = turns.at(-1);
    if (!last) break;
    after = logKeyOf(last);
  }
  return all;
}

/** The parts that change: the last one as far as it has room, and new ones. */
function partsWith(
  search: Pick<SearchIndex, 'isSmall'>,
  {
    stored,
    last,
    details,
  }: { readonly stored: Stored; readonly last: SearchPart | null; readonly details: readonly string[] },
  turns: readonly CommittedTurn[],
): readonly SearchPart[] {
  const done: SearchPart[] = [];
  let part = last && withDetails(search, last, details);
  for (const { text, id, expiresAtS } of turns.flatMap(messagesOf)) {
    const atMs = decodeTime(id);
    const words = wordsOf(text);
    const isOpen = part !== null && atMs - part.firstMs < searchLimits.partMs;
    const grown = part && isOpen ? grownBy(part, words, { atMs, id, expiresAtS }) : null;
    if (part && grown === part) continue;
    if (grown && search.isSmall(grown)) part = grown;
    else {
      if (part) done.push(part);
      const { tenantId, conversationId } = stored;
      const begun = {
        tenantId,
        conversationId,
        n: ((part ?? last)?.n ?? 0) + 1,
        version: 0,
        words: [],
        lastId: id,
      };
      const all = [...details, ...words];
      part = grownBy({ ...begun, firstMs: atMs, lastMs: atMs, expiresAtS }, all, { atMs, id, expiresAtS });
    }
  }
  return [...done, ...(part ? [part] : [])]
    .filter((one) => one !== last && one.words.length > 0)
    .map((one) => ({ ...one, version: one.version + 1 }));
}

/** Details may have been added since, without a message. Null: they don't fit, and go into the next part. */
function withDetails(
  search: Pick<SearchIndex, 'isSmall'>,
  part: SearchPart,
  details: readonly string[],
): SearchPart | null {
  const { lastMs: atMs, lastId: id, expiresAtS } = part;
  const grown = grownBy(part, details, { atMs, id, expiresAtS });
  return grown === part || search.isSmall(grown) ? grown : null;
}

/** A part with more words; the same object if there are none, so that nothing is written. */
function grownBy(
  part: SearchPart,
  words: readonly string[],
  { atMs, id, expiresAtS }: { readonly atMs: number; readonly id: string; readonly expiresAtS: number },
): SearchPart {
  const all = new Set([...part.words, ...words]);
  if (all.size === part.words.length) return part;
  return {
    ...part,
    words: [...all],
    firstMs: Math.min(part.firstMs, atMs),
    lastMs: Math.max(part.lastMs, atMs),
    lastId: part.lastId > id ? part.lastId : id,
    expiresAtS: Math.max(part.expiresAtS, expiresAtS),
  };
}

/** The messages of a turn; they are found as long as the turn and the index keep them. */
export function messagesOf({ inbound, replies, expiresAtS }: CommittedTurn) {
  return [inbound ?? [], replies].flat().map((message) => ({
    ...message,
    expiresAtS: Math.min(expiresAtS, Math.ceil(decodeTime(message.id) / 1000) + searchLimits.keptDays * dayS),
  }));
}
const dayS = 24 * 60 * 60;

/** What is known of the contact and the visitor, the conversation's labels, and its ID. */
export function detailsOf(
  { user, userId, conversationId, labels = [] }: Stored,
  { tenant, contact }: Known,
): string {
  const names = (tenant?.labels ?? []).flatMap(({ id, name }) => (labels.includes(id) ? [name] : []));
  const ofVisitor = [user?.firstName, user?.email, user?.phone, ...names, userId, conversationId];
  return [...new Set([...(contact ? contactTexts(contact) : []), ...ofVisitor])].filter(Boolean).join(' · ');
}

/** What a conversation is found by besides its messages and its visitor. */
export async function knownOf(
  ports: Pick<IndexPorts, 'directory'> & Parameters<typeof contactOf>[0],
  name: ConversationName,
): Promise<Known> {
  const [tenant, contact] = await Promise.all([
    ports.directory.findTenant(name.tenantId),
    contactOf(ports, name),
  ]);
  return { tenant, contact };
}

interface Known {
  readonly tenant: Pick<Tenant, 'labels'> | null;
  readonly contact: Contact | null;
}

/**
 * Packs the parts that are stored beside a conversation's, those of one week of expiry together, as soon as there are
 * enough.
 */
export async function packParts(
  { search, conversations, nowMs, random }: Omit<IndexPorts, 'log'>,
  name: ConversationName,
  { packLeast, packMost }: Readonly<Record<'packLeast' | 'packMost', number>> = searchLimits,
): Promise<void> {
  const parts = (await search.partsBeside(name)).filter(({ expiresAtS }) => expiresAtS * 1000 > nowMs());
  const weeks = Map.groupBy(parts, ({ expiresAtS }) => Math.floor(expiresAtS / weekS));
  for (const some of [...weeks.values()].flatMap((week) => inPieces(week, packMost))) {
    if (some.length < packLeast) continue;
    const packId = await search.claimPack(name, random);
    if (packId === null) return;
    await search.writePack(name.tenantId, { packId, parts: some });
    // An erasure that came before the pack was written has not found its conversation there.
    const ids = [...new Set(some.map(({ conversationId }) => conversationId))];
    const erased = new Map(
      (await conversations.findAll(name.tenantId, ids)).map((one) => [
        one.conversationId,
        one.erasedAtMs ?? 0,
      ]),
    );
    for (const { conversationId, firstMs } of some)
      if (firstMs <= (erased.get(conversationId) ?? 0))
        await search.eraseFromPack({ tenantId: name.tenantId, conversationId }, packId);
    await search.finishPack(name, { packId, parts: some });
  }
}
