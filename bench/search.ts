import { hash } from 'node:crypto';
import { ulid } from 'ulid';
import { readCommandLine, refuse } from '../bin/command-line.ts';
import { createTables } from '../src/aws/create-tables.ts';
import { SearchTable } from '../src/aws/search-table.ts';
import { searchLimits } from '../src/contract/limits.ts';
import type { CommittedTurn, Conversation } from '../src/domain/conversation.ts';
import type { FlowState } from '../src/engine/interfaces.ts';
import { startDynamodb } from '../src/local/aws/aws-services.ts';
import { type SearchPorts, searchConversations } from '../src/operations/search/search-conversations.ts';
import { wordsOf } from '../src/operations/search/words.ts';
import type { SearchPart } from '../src/ports/search.ts';
import { localClients } from '../test/support/local-clients.ts';
import { transcriptMessages, transcriptOf } from '../test/support/search-transcripts.ts';
import { countUnits } from '../test/support/search-world.ts';

const usage = `npm run bench:search -- [CONVERSATIONS]

Fills the embedded DynamoDB with the search index of so many conversations of ${transcriptMessages} messages, searches it, and prints
time, calls and request units. Log and conversations are computed when they are read, after 5 ms each.

  CONVERSATIONS   how many (100000)
  --help          this text`;

const { positionals } = readCommandLine(usage, {}, 1);
const conversations = Number(positionals[0] ?? 100_000);
if (!Number.isSafeInteger(conversations) || conversations < 1)
  refuse('CONVERSATIONS must be a number from 1.');

const tenantId = 'acme';
const endMs = Date.UTC(2027, 0, 15);
/** All of the 90 days, the last conversation now. */
const atMsOf = (n: number) =>
  endMs - Math.floor(((conversations - n) / conversations) * 85 * 24 * 60 * 60_000);
/** As long and as random as those of the gateway. */
const idOf = (n: number) => hash('sha256', String(n), 'base64url').slice(0, 24);
const numbers = new Map(Array.from({ length: conversations }, (_, n) => [idOf(n), n]));
const numberOf = (id: string) => numbers.get(id) ?? 0;

const server = await startDynamodb(undefined);
const clients = localClients({ DYNAMODB: server.url });
await createTables(clients.dynamodb, 'bench-');
const index = new SearchTable(clients.dynamodb, 'bench-', () => endMs);
const units = countUnits(clients, 'bench-search');

function partOf(n: number): SearchPart {
  const words = new Set([...transcriptOf(n).flat().flatMap(wordsOf), ...wordsOf(idOf(n))]);
  const [firstMs, lastMs] = [atMsOf(n), atMsOf(n) + 180_000];
  const expiresAtS = Math.ceil(lastMs / 1000) + searchLimits.keptDays * 24 * 60 * 60;
  const where = { tenantId, conversationId: idOf(n), n: 1, version: 1, lastId: ulid(lastMs) };
  return { ...where, words: [...words], firstMs, lastMs, expiresAtS };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ports: SearchPorts = {
  search: index,
  contacts: { find: async () => null, owners: async () => [] },
  conversations: {
    find: async (_, conversationId) => {
      await pause(5);
      return { conversationId, channel: 'webchat', userId: 'v', state: null } as Conversation<FlowState>;
    },
  },
  turnLog: {
    read: async (_, conversationId) => {
      await pause(5);
      const n = numberOf(conversationId);
      return transcriptOf(n).map((texts, turn) => {
        const [inbound, ...replies] = texts.map((text, k) => ({
          ...{ id: ulid(atMsOf(n) + turn * 10_000 + k), seq: turn, author: 'user' as const, text },
          timestamp: new Date(atMsOf(n)).toISOString(),
        }));
        return { inbound, replies, expiresAtS: endMs } as unknown as CommittedTurn;
      });
    },
  },
  directory: { findTenant: async () => null },
  nowMs: () => endMs,
};

console.log(`Filling the index with ${conversations.toLocaleString('en-US')} conversations …`);
const began = performance.now();
/** Part of the last ones is not packed yet. */
const packed = Math.max(0, conversations - 300);
for (let from = 0; from < packed; from += searchLimits.packMost) {
  const count = Math.min(searchLimits.packMost, packed - from);
  const parts = Array.from({ length: count }, (_, k) => partOf(from + k));
  await index.writePack(tenantId, { packId: ulid(atMsOf(from + count)), parts });
}
for (let n = packed; n < conversations; n += 1) await index.savePart(partOf(n));
const fillS = (performance.now() - began) / 1_000;
console.log(
  `${fillS.toFixed(0)} s; ${(units.write / conversations).toFixed(2)} write units a conversation to pack it`,
);

const queries = [
  ['a rare number', `order ${100_000 + Math.floor(conversations / 3)}`],
  ['a frequent word', 'hello'],
  ['three frequent words', 'please help payment'],
  ['a frequent and a rare word', `hello ${100_000 + Math.floor(conversations / 2)}`],
  ['two letters', 're'],
  ['a conversation ID', idOf(7)],
  ['nothing', 'hello xylophone'],
] as const;
console.log('query                          ms    calls  read units  found  cut');
for (const [name, q] of queries) {
  // Once before, for the compiler.
  await searchConversations(ports, { tenantId, q, limit: 25, after: null });
  Object.assign(units, { read: 0, calls: 0 });
  const start = performance.now();
  const page = await searchConversations(ports, { tenantId, q, limit: 25, after: null });
  const ms = performance.now() - start;
  const cells = [ms.toFixed(0), String(units.calls), units.read.toFixed(1), String(page.items.length)];
  const [time = '', calls = '', read = '', found = ''] = cells;
  const rest = `${time.padStart(6)}${calls.padStart(8)}${read.padStart(12)}${found.padStart(7)}`;
  console.log(`${name.padEnd(28)}${rest}  ${page.since ?? '-'}`);
}
await server.stop();
