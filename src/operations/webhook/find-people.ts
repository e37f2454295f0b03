import type { InboundItem } from '../../channels/channel.ts';
import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import { isWhatsApp } from '../../contract/channels.ts';
import { limits } from '../../contract/limits.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { keyNamed } from '../../domain/message-ids.ts';
import { normalizeTyped } from '../../engine/typed-text.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { People, PeopleOf, Person, PersonNames, StoredPerson } from '../../ports/people.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { runConcurrently, throwFirst } from '../run-concurrently.ts';

/** A message's sender, and the change of their identifiers that the message reports. */
export interface Sighting {
  readonly names: PersonNames;
  /** Their new name. */
  readonly renamed?: PersonNames | undefined;
  /** Distinguishes this change from others of the same number. */
  readonly messageId: string;
}

const attempts = 5;
const dayS = 24 * 60 * 60;
const graceS = limits.conversationGraceDays * dayS;

/** How long identifiers are stored: their owner, since when, and the tenant's retention in days. */
interface Memory {
  /** Name of the current key of ids. */
  readonly idKey: string;
  readonly nowMs: number;
  readonly retentionDays: number;
}

/**
 * Finds the conversation of each message: the one that any of its sender's identifiers began. New identifiers are
 * linked; a number that changed hands begins a new conversation.
 * @returns for each sighting, in order, the person with the identifiers to reply to
 * @throws TemporarilyUnavailableError when others keep writing the same identifiers
 * @see docs/decisions/people.md
 */
export async function findPeople(
  people: People,
  of: PeopleOf,
  sightings: readonly Sighting[],
  memory: Memory,
): Promise<readonly Person[]> {
  if (sightings.length === 0) return [];
  const known = new Map(await people.find(of, [...new Set(sightings.flatMap(allNames))]));
  // Those of one number after each other: each builds on the one before.
  const groups = Map.groupBy(sightings, ({ names }) => names.phone ?? names.id ?? '');
  const found = new Map<Sighting, Person>();
  const outcomes = await runConcurrently([...groups.values()], async (group) => {
    for (const sighting of group)
      found.set(sighting, await findPerson({ people, of, memory }, sighting, known));
  });
  throwFirst(outcomes);
  return sightings.flatMap((sighting) => found.get(sighting) ?? []);
}

/**
 * Returns how a channel's user is known by what a system or an operator writes. On WhatsApp a phone number is its digits
 * with country code, however it is written (`+49 (0)151 …`, `0049…`, other scripts' digits); all else is the provider's ID.
 */
export function namesOfUser(channel: string, userId: string): PersonNames & { readonly name: string } {
  const number = normalizeTyped(userId)
    .replace(/^(?:\+|00)/, '')
    .replace('(0)', '');
  if (!isWhatsApp(channel) || !/^\d[\d ()./-]*$/.test(number)) return { id: userId, name: userId };
  const phone = number.replace(/\D/g, '');
  return { phone, name: phone };
}

interface Book {
  readonly people: People;
  readonly of: PeopleOf;
  readonly memory: Memory;
}

async function findPerson(book: Book, sighting: Sighting, known: Map<string, StoredPerson>): Promise<Person> {
  const { people, of } = book;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const person = personOf(sighting.names, known, book.memory);
    if (await saveAll(book, wantedItems(sighting, person, book.memory), known)) return person;
    const names = allNames(sighting);
    const fresh = await people.find(of, names);
    for (const name of names) known.delete(name);
    for (const [name, each] of fresh) known.set(name, each);
  }
  throw new TemporarilyUnavailableError();
}

/** The scoped ID's conversation has priority; a number with a different ID belongs to someone else. */
function personOf(
  { phone, id }: PersonNames,
  known: ReadonlyMap<string, Person>,
  { idKey }: Pick<Memory, 'idKey'>,
): Person {
  const byPhone = known.get(phone ?? '');
  const isTheirs = id === undefined || byPhone?.id === undefined || byPhone.id === id;
  const before = known.get(id ?? '') ?? (isTheirs ? byPhone : undefined);
  return {
    key: before?.key ?? id ?? phone ?? '',
    ...derivedBy(before ? (before.idKey ?? '') : idKey),
    ...namesOf({ phone: phone ?? before?.phone, id: id ?? before?.id }),
    ...(before?.alias !== undefined && { alias: before.alias }),
  };
}

/** The items to write per identifier, the number first, so that two concurrent messages conflict there. */
function wantedItems(
  sighting: Sighting,
  person: Person,
  { idKey }: Pick<Memory, 'idKey'>,
): readonly [string, Person][] {
  const { names, renamed, messageId } = sighting;
  const now: Person = { ...person, ...namesOf(renamed ?? {}) };
  const left = renamed?.phone !== undefined && renamed.phone !== names.phone ? names.phone : undefined;
  const kept = [...new Set(allNames(sighting))].filter((name) => name !== left);
  return [
    ...kept.map((name): [string, Person] => [name, now]),
    // Last: a retry after a crash must still find them by it.
    ...(left === undefined
      ? []
      : [[left, { key: `${left}#${messageId}`, ...derivedBy(idKey) }] satisfies [string, Person]]),
  ];
}

async function saveAll(
  { people, of, memory }: Book,
  wanted: readonly [string, Person][],
  known: Map<string, StoredPerson>,
): Promise<boolean> {
  const { expiresAtS, renewBeforeS } = memoryOf(memory);
  const names = wanted.map(([name]) => name);
  for (const [name, person] of wanted) {
    const before = known.get(name);
    const isSame = before?.key === person.key && before.phone === person.phone && before.id === person.id;
    if (isSame && (before.expiresAtS ?? 0) >= renewBeforeS) continue;
    const stored = { ...person, expiresAtS };
    if (!(await people.save(of, name, stored, before))) return false;
    known.set(name, stored);
    // A name that started the conversation stays reserved for it, even if they have given it up.
    if (!names.includes(person.key)) await people.renew(of, person.key, expiresAtS);
  }
  return true;
}

/** Twice as long as a conversation, renewed after a quarter of that: few writes, and never expired before it. */
function memoryOf({ nowMs, retentionDays }: Memory) {
  const nowS = Math.ceil(nowMs / 1000);
  const keptS = retentionDays * dayS + graceS;
  return { expiresAtS: nowS + 2 * keptS, renewBeforeS: nowS + 1.5 * keptS };
}

const derivedBy = (idKey: string) => (idKey === '' ? {} : { idKey });

const namesOf = ({ phone, id }: PersonNames): PersonNames => ({
  ...(phone !== undefined && { phone }),
  ...(id !== undefined && { id }),
});

function allNames({ names, renamed }: Sighting): string[] {
  return [names.phone, names.id, renamed?.phone, renamed?.id].filter((name) => name !== undefined);
}

type MessageItem = Extract<InboundItem, { kind: 'message' }>;

/**
 * The messages as they belong to conversations: where a provider has several names for a user, to the one that any
 * of them began, and with the phone number while it is known. One read for all of a body.
 * @see design 2.7, docs/decisions/people.md
 */
export async function addressMessages(
  { people, idKeys, nowMs }: Pick<Gateway, 'people' | 'idKeys' | 'nowMs'>,
  { tenant, account }: Pick<KnownAccount, 'tenant' | 'account'>,
  items: readonly MessageItem[],
): Promise<ReadonlyMap<MessageItem, CanonicalMessage>> {
  const keys = await idKeys();
  const sightings = new Map<MessageItem, Sighting>(
    items.flatMap((item) =>
      item.person ? [[item, { ...item.person, messageId: item.message.messageId }]] : [],
    ),
  );
  const of = { tenantId: tenant.id, channel: account.channel, accountId: account.id };
  const memory = {
    idKey: keys[0].id,
    nowMs: nowMs(),
    retentionDays: tenant.retention_days ?? limits.logRetentionDays,
  };
  const found = await findPeople(people, of, [...sightings.values()], memory);
  return new Map(
    [...sightings.keys()].map((item, n) => {
      const person = found[n];
      if (!person) return [item, item.message];
      const parts = ['channel', tenant.id, account.channel, account.id, person.key];
      const user = { ...item.message.user, ...addressOf(person) };
      return [
        item,
        { ...item.message, conversationId: deriveId(keyNamed(keys, person.idKey ?? ''), ...parts), user },
      ];
    }),
  );
}

/** The identifier that the conversation started with, while it is theirs. */
export function addressOf({ key, phone, id }: Person): { id: string; phone?: string } {
  const own = key === id || key === phone ? key : (id ?? phone ?? key);
  return { id: own, ...(phone && /^\d+$/.test(phone) && { phone: `+${phone}` }) };
}
