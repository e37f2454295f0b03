import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DeadLettersTable } from '../../../src/aws/dead-letters.ts';
import { DeliveriesTable } from '../../../src/aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../../../src/aws/delivery-cursors-table.ts';
import { FilesTable } from '../../../src/aws/files-table.ts';
import { largeMessagesTable } from '../../../src/aws/large-messages-table.ts';
import { PeopleTable } from '../../../src/aws/people-table.ts';
import { PersonalDataTables } from '../../../src/aws/personal-data-tables.ts';
import type { Identity } from '../../../src/domain/contact.ts';
import { OutOfTimeError } from '../../../src/domain/errors.ts';
import { mergeContacts } from '../../../src/operations/contacts/merge-contacts.ts';
import { noteContact } from '../../../src/operations/contacts/note-contact.ts';
import { eraseContact } from '../../../src/operations/people/erase-visitor.ts';
import type { PeoplePorts } from '../../../src/operations/people/find-visitor.ts';
import { indexContact, packParts } from '../../../src/operations/search/index-conversations.ts';
import { freshTables } from '../../support/fresh-tables.ts';
import { searchWorld } from '../../support/search-world.ts';
import { itemsOf } from '../../support/stored-items.ts';

const fresh = freshTables();
const [tenantId, mark] = ['acme', 'zanzibar'];
const small = { packLeast: 2, packMost: 3 };
const by = { id: 'maria', kind: 'user' } as never;

/** What happens to the person, with the conversation or the sign-in that it concerns. */
const kinds = ['says', 'notes', 'indexes', 'packs', 'edits', 'reindexes', 'merges', 'crashes'] as const;
const step = fc.record({ kind: fc.constantFrom(...kinds), n: fc.nat(2) });

it('after an erasure nothing of a person is in search, contacts or tables, whatever came before and comes meanwhile', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.array(step, { maxLength: 5 }),
      async (before, meanwhile) => {
        run += 1;
        const person = personOf(run);
        for (const one of before) await person.does(one);
        await person.does({ kind: 'says', n: 0 });
        await person.does({ kind: 'notes', n: 0 });
        await person.erase(meanwhile);
        expect(await left(person.word)).toEqual([]);
        await person.hearsLate();
        expect(await person.at.ids(person.word)).toEqual([]);
        expect(await left(person.word)).toEqual([]);
        // The neighbour stays.
        expect(await person.at.ids(`${person.neighbour} ${mark}`)).toEqual([person.neighbour]);
      },
    ),
    { numRuns: 4 },
  );
});

/** The items of all tables with a word. */
async function left(word: string): Promise<string[]> {
  const stored = await itemsOf(fresh.clients, fresh.prefix);
  const found = stored.filter(({ item }) => JSON.stringify(item).includes(word));
  return found.map(({ table, item }) => `${table} ${JSON.stringify(item)}`);
}

/** A verified visitor with up to three conversations, all of whose data contain one word. */
function personOf(run: number) {
  const at = searchWorld(fresh.clients, fresh.prefix);
  const { clock, contacts, ports } = at;
  // Packed conversations are indexed again, too.
  at.tenants.acme = 'all';
  const word = `quokka${run}`;
  const neighbour = `n-${run}`;
  const user = { firstName: word, email: `${word}@example.com`, verified: true as const };
  const nameOf = (n: number) => ({ tenantId, conversationId: `c-${run}-${n}` });
  const pending = new Set<Promise<unknown>>();
  const heard: Awaited<ReturnType<typeof at.says>>[] = [];
  const ownerOf = async (n: number) => {
    const identity: Identity = { kind: 'conversation', place: null, id: nameOf(n).conversationId };
    const [owner] = await contacts.owners(tenantId, [identity]);
    return owner ? contacts.find(tenantId, owner.contactId) : null;
  };
  const noting = {
    ...ports,
    contacts,
    conversations: ports.conversations,
    people: { find: async () => new Map() },
    random: Math.random,
  };
  const does = async ({ kind, n }: { readonly kind: (typeof kinds)[number]; readonly n: number }) => {
    const name = nameOf(n);
    if (kind === 'says')
      heard.push(await at.says(name, [`${word} ${mark}`], { user, userId: `${word}-${n % 2}` }));
    if (kind === 'notes') await noteContact(noting, { ...name, channel: 'webchat' }).catch(() => undefined);
    if (kind === 'indexes') await at.index(...heard).catch(() => undefined);
    if (kind === 'packs') await packParts(ports, name, small);
    const contact = await ownerOf(n);
    const { contactId } = contact ?? {};
    if (contactId === undefined) return;
    const details = { name: `${word} the second`, attributes: { note: word }, labels: [word] };
    if (kind === 'edits')
      await contacts.save(tenantId, contactId, { details, by, at: '2027-01-15T08:00:00Z' }, contact);
    if (kind === 'reindexes') await indexContact(ports, { tenantId, contactId, lostWords: n === 1 });
    const other = await ownerOf((n + 1) % 3);
    if (kind === 'merges' && other && other.contactId !== contactId)
      await mergeContacts({ contacts, search: at.search }, tenantId, other.contactId, contactId).catch(
        () => undefined,
      );
    if (kind === 'crashes')
      await eraseContact({ ...erasing, pause: async () => undefined }, { tenantId, contactId }, 0).catch(
        (error: unknown) => expect(error).toBeInstanceOf(OutOfTimeError),
      );
  };
  const { dynamodb } = fresh.clients;
  const nowMs = () => clock.nowMs;
  const erasing: PeoplePorts = {
    ...{ contacts, nowMs, turnLog: at.turnLog, conversations: at.conversations },
    ...{ directory: ports.directory as PeoplePorts['directory'], search: at.search },
    addresses: {} as PeoplePorts['addresses'],
    cursors: new DeliveryCursorsTable(dynamodb, fresh.prefix, nowMs),
    deadLetters: new DeadLettersTable(dynamodb, fresh.prefix),
    deliveries: new DeliveriesTable(dynamodb, fresh.prefix, nowMs),
    files: new FilesTable(dynamodb, fresh.prefix),
    largeMessages: largeMessagesTable(dynamodb, fresh.prefix),
    people: new PeopleTable(dynamodb, fresh.prefix),
    personal: new PersonalDataTables(dynamodb, fresh.prefix, nowMs),
    objects: { remove: async () => undefined },
    accounts: async () => [],
    idKeys: async () => [{ id: '', secret: 'development' }] as never,
    // What had begun before ends in the meantime.
    pause: async (ms) => {
      clock.nowMs += ms;
      await Promise.allSettled(pending);
    },
  };
  const erase = async (meanwhile: readonly { kind: (typeof kinds)[number]; n: number }[]) => {
    await at.index(await at.says({ conversationId: neighbour }, [`${neighbour} ${mark}`]));
    await at.index(...heard);
    for (const n of [0, 1, 2]) await noteContact(noting, { ...nameOf(n), channel: 'webchat' });
    clock.nowMs += 1;
    // A visitor who writes now begins anew, and a contact that becomes theirs now was another's.
    for (const one of meanwhile) if (one.kind !== 'says' && one.kind !== 'merges') pending.add(does(one));
    for (const n of [0, 1, 2])
      for (let contact = await ownerOf(n); contact; contact = await ownerOf(n))
        await eraseContact(erasing, { tenantId, contactId: contact.contactId });
    await Promise.allSettled(pending);
  };
  /** Their events come late, and again. */
  const hearsLate = async () => {
    await at.index(...heard);
    for (const n of [0, 1, 2]) await noteContact(noting, { ...nameOf(n), channel: 'webchat' });
    await packParts(ports, nameOf(0), small);
  };
  return { at, word, neighbour, does, erase, hearsLate };
}
