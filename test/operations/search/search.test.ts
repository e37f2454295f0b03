import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shardOf } from '../../../src/aws/search-items.ts';
import { searchLimits } from '../../../src/contract/limits.ts';
import { forgetContactsOf } from '../../../src/operations/people/find-visitor.ts';
import { indexContact, packParts } from '../../../src/operations/search/index-conversations.ts';
import { wordsOf } from '../../../src/operations/search/words.ts';
import type { SearchPart } from '../../../src/ports/search.ts';
import { freshTables } from '../../support/fresh-tables.ts';
import { transcriptOf } from '../../support/search-transcripts.ts';
import { countUnits, searchWorld } from '../../support/search-world.ts';
import { itemsOf } from '../../support/stored-items.ts';

const fresh = freshTables();
const world = (replaced?: Parameters<typeof searchWorld>[2]) =>
  searchWorld(fresh.clients, fresh.prefix, replaced);
/** Conversations whose parts are packed together. */
const together = Array.from({ length: 100 }, (_, n) => `c-${n}`).filter((id) => shardOf(id) === 0);
const [c1 = '', c2 = '', c3 = '', c4 = ''] = together;
const small = { packLeast: 2, packMost: 3 };

describe('a search', () => {
  it('finds words of messages, visitors and ids by their beginnings, the newest message first', async () => {
    const at = world();
    await at.index(await at.says({ conversationId: 'c-1' }, ['Where is my order 4711?', 'Let me look.']));
    const user = { firstName: 'Zoë', email: 'zoe@example.com', phone: '+49 170 1234567' };
    await at.index(await at.says({ conversationId: 'c-2' }, ['Straße, café and ORDERS'], { user }));
    const found = { order: ['c-2', 'c-1'], 'ORD look': ['c-1'], 'strasse CAFE': ['c-2'], zoe: ['c-2'] };
    const more = { 'zoe@exam': ['c-2'], '+49 (170) 123-4567': ['c-2'], '٤٧١١': ['c-1'], 'c-2': ['c-2'] };
    const none = { rder: [], 'order nothing': [], o: [] };
    for (const [q, ids] of Object.entries({ ...found, ...more, ...none, 'ord\u200ber': ['c-2', 'c-1'] }))
      expect([q, await at.ids(q)]).toEqual([q, ids]);
    const log = await at.says({ conversationId: 'c-3' }, ['Large files']);
    await at.index(log, await at.says({ conversationId: 'c-3' }, ['and one more']));
    // The log's pages are cut at a megabyte.
    const read = async (...args: Parameters<typeof at.turnLog.read>) =>
      (await at.turnLog.read(...args)).slice(0, 1);
    const cut = world({ turnLog: { read } });
    cut.clock.nowMs = at.clock.nowMs;
    expect([await cut.ids('large'), await cut.ids('one more')]).toEqual([['c-3'], ['c-3']]);
    const { items } = await at.find('order where');
    const snippet = {
      text: 'Where is my order 4711?',
      marks: [
        [0, 5],
        [12, 17],
      ],
    };
    expect(items).toMatchObject([{ conversationId: 'c-1', message: { author: 'user' }, snippet }]);
    expect((await at.find('zoe')).items).toMatchObject([
      {
        message: null,
        name: 'Zoë',
        snippet: { text: 'Zoë · zoe@example.com · +49 170 1234567 · v-1 · c-2' },
      },
    ]);
  });

  it('finds what a naive search of all messages finds, packed or not, erased or begun again', async () => {
    const vocabulary = ['alpha', 'alps', 'beta', 'better', 'b', 'gamma', 'Ünder', '退款'];
    const conversationId = fc.constantFrom('c-1', 'c-2', 'c-3', 'c-4', 'c-5');
    const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 3 });
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('say' as const), conversationId, text }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('pack' as const), conversationId, text }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), conversationId, text }) },
    );
    const queries = ['al', 'alph', 'be bet', 'gamma al', 'under', '退', 'b', 'beta better'];
    let tenant = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        tenant += 1;
        const tenantId = `t-${tenant}`;
        const at = world();
        const said = new Map<string, string[]>();
        for (const { kind, conversationId: id, text: words } of steps) {
          const name = { tenantId, conversationId: id };
          if (kind === 'say') {
            await at.index(await at.says(name, [words.join(' ')]));
            said.set(id, [...(said.get(id) ?? []), ...words]);
          } else if (kind === 'pack') await packParts(at.ports, name, small);
          else {
            await at.tombstone(id, tenantId);
            await at.search.erase(name);
            at.clock.nowMs += 1_000;
            said.delete(id);
          }
        }
        for (const q of queries) {
          const naive = [...said].flatMap(([id, words]) =>
            q.split(' ').every((one) => has(words, one)) ? [id] : [],
          );
          expect([q, (await at.ids(q, { tenantId })).sort()]).toEqual([q, naive.sort()]);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('gives pages that together are the whole list, in its order', async () => {
    const at = world();
    for (let n = 0; n < 7; n += 1) await at.index(await at.says({ conversationId: `c-${n}` }, ['hello']));
    await packParts(at.ports, { tenantId: 'acme', conversationId: 'c-0' }, small);
    const pages: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await at.find('hello', { limit: 3, after });
      pages.push(...page.items.map(({ conversationId }) => conversationId));
      after = page.cursor;
      if (after === null) break;
    }
    expect(pages).toEqual(['c-6', 'c-5', 'c-4', 'c-3', 'c-2', 'c-1', 'c-0']);
  });

  it('that would read more than six pages of a word says since when it has searched', async () => {
    const at = world();
    const times: number[] = [];
    for (let n = 0; n < 16; n += 2) {
      at.clock.nowMs += 60_000;
      for (const id of together.slice(n, n + 2))
        await at.index(await at.says({ conversationId: id }, ['common']));
      await packParts(at.ports, { tenantId: 'acme', conversationId: c1 }, small);
      times.push(at.clock.nowMs);
    }
    expect(await at.find('common')).toMatchObject({ items: { length: 16 }, since: null });
    // Each item as if it were a megabyte.
    fresh.clients.dynamodb.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) =>
          next(
            commandName === 'QueryCommand' ? { ...args, input: { ...args.input, Limit: 1 } as never } : args,
          ),
      { step: 'initialize', name: 'smallPages' },
    );
    const { items, since } = await at.find('common');
    fresh.clients.dynamodb.middlewareStack.remove('smallPages');
    expect(since).toBe(new Date(times[2] ?? 0).toISOString());
    const newest = together.slice(4, 16).toReversed();
    expect(items.map(({ conversationId }) => conversationId)).toEqual(newest);
  });

  it('is refused without a word, and with too many', async () => {
    const at = world();
    for (const q of ['👍', ' \u200b ', '!?', 'a1 b2 c3 d4 e5 f6 g7 h8 i9'])
      await expect(at.find(q)).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('never finds another tenant’s conversation, nor one that has expired', async () => {
    const at = world();
    await at.index(await at.says({ tenantId: 'globex', conversationId: 'c-1' }, ['secret plan']));
    await at.index(await at.says({ conversationId: 'c-2' }, ['secret wish'], { retentionDays: 1 }));
    expect(await at.ids('secret')).toEqual(['c-2']);
    expect(await at.ids('plan')).toEqual([]);
    at.clock.nowMs += 2 * 24 * 60 * 60_000;
    expect(await at.ids('secret')).toEqual([]);
    expect(await at.ids('secret', { tenantId: 'globex' })).toEqual(['c-1']);
    at.clock.nowMs += searchLimits.keptDays * 24 * 60 * 60_000;
    expect(await at.ids('secret', { tenantId: 'globex' })).toEqual([]);
  });
});

describe('indexing', () => {
  it('leaves out a conversation that no agent had, unless the tenant wants all', async () => {
    const at = world();
    const bot = { ...(await at.says({ conversationId: 'c-1' }, ['hello bot'])), hadAgent: false };
    await at.index(bot);
    expect(await at.ids('hello')).toEqual([]);
    at.tenants.acme = 'all';
    await at.index(bot);
    expect(await at.ids('hello')).toEqual(['c-1']);
  });

  it('takes in what was written before the agent came', async () => {
    const at = world();
    await at.index({ ...(await at.says({ conversationId: 'c-1' }, ['first words'])), hadAgent: false });
    await at.index(await at.says({ conversationId: 'c-1' }, ['I am Maria']));
    expect(await at.ids('first maria')).toEqual(['c-1']);
  });

  it('takes in a label that comes without a message, by its name', async () => {
    const at = world();
    const heard = await at.says({ conversationId: 'c-1' }, ['hello']);
    await at.index(heard);
    expect(await at.ids('refund')).toEqual([]);
    const stored = await at.ports.conversations.find('acme', 'c-1');
    if (!stored) throw new Error('it is stored');
    await at.save({ ...stored, labels: ['l-1'], version: stored.version + 1 });
    await at.index(heard);
    expect(await at.ids('refund case hello')).toEqual(['c-1']);
  });

  it('stores the same for events in any order, any number of times', async () => {
    const at = world();
    const all = [];
    for (const text of ['one', 'two', 'three', 'four'])
      all.push(await at.says({ conversationId: 'c-1' }, [text]));
    const [one, two, three, four] = all;
    if (!one || !two || !three || !four) throw new Error('there are four');
    await at.index(three);
    await Promise.all([at.index(one, four), at.index(two), at.index(four)]);
    await at.index(one);
    expect(await at.ids('one two three four')).toEqual(['c-1']);
  });

  it('asks for a chat app’s message again that still waits for its turn', async () => {
    const at = world();
    const handoff = { owner: { kind: 'user', id: 'u', name: 'U' } } as never;
    const first = await at.says({ conversationId: 'c-1' }, ['hello'], { handoff });
    const arrived = { ...first, messageId: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', hadAgent: null, arrives: true };
    expect(await at.index(arrived)).toEqual([arrived]);
    at.clock.nowMs += searchLimits.arrivalMs;
    expect(await at.index(arrived)).toEqual([]);
  });
});

describe('a contact', () => {
  const by = { id: 'maria', kind: 'user' } as never;
  const contactId = '01K00000000000000000000000';
  const save = async (at: ReturnType<typeof world>, details: object) => {
    const before = await at.contacts.find('acme', contactId);
    await at.contacts.save('acme', contactId, { details, by, at: '2027-01-15T08:00:00Z' }, before);
  };
  const begin = async () => {
    const at = world();
    at.tenants.acme = 'all';
    for (const id of [c1, c2]) {
      await at.index(await at.says({ conversationId: id }, ['refund please']));
      await packParts(at.ports, { tenantId: 'acme', conversationId: id }, small);
    }
    const identity = { kind: 'conversation', place: null, id: c1, channel: 'webchat', seenAtMs: 0 } as const;
    await save(at, { name: 'Grace Hopper', email: 'grace@navy.example', phone: '+1 555 0100200' });
    await at.contacts.claim('acme', { ...identity, contactId }, undefined);
    return at;
  };
  const items = async () => JSON.stringify(await itemsOf(fresh.clients, fresh.prefix));

  it('is found by what agents entered, until they change it', async () => {
    const at = await begin();
    await save(at, {
      name: 'Grace Hopper',
      email: 'grace@navy.example',
      labels: ['vip'],
      attributes: { plan: 'gold' },
    });
    await indexContact(at.ports, { tenantId: 'acme', contactId, lostWords: false });
    for (const q of ['hopper refund', 'GRACE@navy', 'vip gold', 'grac plea'])
      expect([q, await at.ids(q)]).toEqual([q, [c1]]);
    expect((await at.find('hopper')).items).toMatchObject([
      { message: null, snippet: { text: `Grace Hopper · grace@navy.example · vip · gold · v-1 · ${c1}` } },
    ]);
    await save(at, { name: 'Ada' });
    await indexContact(at.ports, { tenantId: 'acme', contactId, lostWords: true });
    expect(await at.ids('hopper')).toEqual([]);
    expect(await at.ids('ada refund')).toEqual([c1]);
    expect(await at.ids('refund')).toEqual([c2, c1]);
    expect(await items()).not.toMatch(/hopper|navy/i);
    await at.index(await at.says({ conversationId: c1 }, ['another day']));
    expect(await at.ids('ada another')).toEqual([c1]);
  });

  it('that is changed while a conversation is indexed leaves none of its old words', async () => {
    const at = await begin();
    const find = at.contacts.find.bind(at.contacts);
    let isFirst = true;
    at.contacts.find = async (...args) => {
      const before = await find(...args);
      if (isFirst) {
        isFirst = false;
        await save(at, { name: 'Ada' });
      }
      return before;
    };
    await at.index(await at.says({ conversationId: c1 }, ['hello']));
    expect(await items()).not.toMatch(/hopper|navy/i);
    expect(await at.ids('ada hello refund')).toEqual([c1]);
  });
});

it('conversations of a contact that is forgotten are still found, by nothing of the contact', async () => {
  const at = world();
  at.tenants.acme = 'all';
  const contactId = '01K00000000000000000000001';
  for (const id of [c1, c2]) {
    await at.index(await at.says({ conversationId: id }, [`refund ${id}`]));
    const identity = { kind: 'conversation', place: null, id, channel: 'webchat', seenAtMs: 0 } as const;
    await at.contacts.claim('acme', { ...identity, contactId }, undefined);
  }
  const entered = { details: { name: 'Grace' }, by: { id: 'maria' } as never, at: '2027-01-15T08:00:00Z' };
  await at.contacts.save('acme', contactId, entered, null);
  await indexContact(at.ports, { tenantId: 'acme', contactId, lostWords: false });
  expect(await at.ids('grace refund')).toEqual([c2, c1]);
  await at.tombstone(c1);
  await at.search.erase({ tenantId: 'acme', conversationId: c1 });
  const ports = { ...at.ports, contacts: at.contacts } as unknown as Parameters<typeof forgetContactsOf>[0];
  await forgetContactsOf(ports, 'acme', [c1]);
  expect([await at.ids('refund'), await at.ids('grace')]).toEqual([[c2], []]);
});

describe('an erased conversation', () => {
  const name = { tenantId: 'acme', conversationId: c1 };
  const traces = new RegExp(`first|unpacked|"${c1}"|${c1}#`);
  const items = async () =>
    JSON.stringify((await itemsOf(fresh.clients, fresh.prefix)).filter(({ table }) => table === 'search'));

  it('is gone from parts and packs, byte by byte, and its neighbours stay', async () => {
    const at = world();
    for (const id of [c1, c2, c3, c4]) {
      await at.index(await at.says({ conversationId: id }, [id === c1 ? 'first shared' : 'shared']));
      await packParts(at.ports, { tenantId: 'acme', conversationId: id }, small);
    }
    await at.index(await at.says({ conversationId: c1 }, ['unpacked']));
    expect(await at.ids('shared')).toEqual([c1, c4, c3, c2]);
    await at.tombstone(c1);
    await at.search.erase(name);
    expect(await items()).not.toMatch(traces);
    expect(await at.ids('shared')).toEqual([c4, c3, c2]);
  });

  it('is not indexed by an event that comes late, nor by an indexing that had read its log before', async () => {
    const at = world();
    const heard = await at.says({ conversationId: c1 }, ['personal']);
    const turnLog = {
      read: async (...args: Parameters<typeof at.turnLog.read>) => {
        const turns = await at.turnLog.read(...args);
        // The whole erasure, between reading and writing.
        await at.tombstone(c1);
        await at.search.erase(name);
        return turns;
      },
    };
    await at.index(heard);
    expect(await at.ids('personal')).toEqual([c1]);
    const late = world({ turnLog });
    late.clock.nowMs = at.clock.nowMs + 1;
    await at.search.erase(name);
    await late.index(heard);
    expect(await items()).not.toContain('personal');
    await at.index(heard);
    expect(await items()).not.toContain('personal');
  });

  it('is not in a pack that was being written, nor in one whose writer died', async () => {
    const at = world();
    for (const id of [c1, c2]) await at.index(await at.says({ conversationId: id }, ['personal']));
    const { writePack } = at.search;
    const original = writePack.bind(at.search);
    let dies = true;
    at.search.writePack = async (...args) => {
      await at.tombstone(c1);
      await at.search.erase(name);
      await original(...args);
      if (dies) throw new Error('the process died');
    };
    await expect(packParts(at.ports, name, small)).rejects.toThrow('died');
    dies = false;
    // Until its claim has expired, nobody else packs.
    await packParts(at.ports, { ...name, conversationId: c2 }, small);
    at.clock.nowMs += searchLimits.packLeaseMs + 1;
    await at.index(await at.says({ conversationId: c3 }, ['others']));
    await at.index(await at.says({ conversationId: c4 }, ['others']));
    await packParts(at.ports, name, small);
    expect(await items()).not.toMatch(traces);
    expect(await at.ids('personal')).toEqual([c2]);
    expect(await at.ids('others')).toEqual([c4, c3]);
  });
});

describe('the index', () => {
  it('gives packs that begin in the same millisecond different IDs', async () => {
    const { search } = world();
    const tenants = Array.from({ length: 33 }, (_, n) => `t-${n}`);
    const ids = await Promise.all(
      tenants.map((tenantId) => search.claimPack({ tenantId, conversationId: c1 }, Math.random)),
    );
    expect(new Set(ids).size).toBe(tenants.length);
  });

  it('costs at most one write unit per message', async () => {
    const at = world();
    const units = countUnits(fresh.clients, `${fresh.prefix}search`);
    let messages = 0;
    const parts: SearchPart[] = [];
    for (let n = 0; n < searchLimits.packMost; n += 1) {
      const conversationId = `${together[0]}-${n}-abcdefghijklmno`;
      const texts = transcriptOf(n);
      if (n < 4)
        for (const some of texts) {
          await at.index(await at.says({ conversationId }, some));
          messages += some.length;
        }
      parts.push({
        ...{
          tenantId: 'acme',
          conversationId,
          n: 1,
          version: 1,
          firstMs: at.clock.nowMs,
          lastMs: at.clock.nowMs,
        },
        ...{ words: [...new Set(texts.flat().flatMap(wordsOf))], lastId: '', expiresAtS: at.clock.nowMs },
      });
    }
    const index = units.write;
    units.write = 0;
    await at.search.writePack('acme', { packId: '01J', parts });
    const packed = units.write / parts.length;
    const perMessage = (index / 4 + 1 + packed) / (messages / 4);
    console.log(
      `${perMessage.toFixed(2)} write units per message, ${packed.toFixed(2)} per packed conversation`,
    );
    expect(perMessage).toBeLessThanOrEqual(1);
  });
});

/** Whether a text has a word that begins so, as a person would look. */
function has(words: readonly string[], searched: string): boolean {
  const plain = words.map((word) => word.toLowerCase().replace('ü', 'u'));
  return plain.some((word) => (/^[a-z]$/.test(searched) ? word === searched : word.startsWith(searched)));
}
