import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { InboxIndexTable } from '../../../src/aws/inbox-tables.ts';
import type { Page } from '../../../src/contract/admin/lists.ts';
import { limits } from '../../../src/contract/limits.ts';
import { directoryKeys } from '../../../src/domain/directory-keys.ts';
import { leastIdAt, parseIdKeys } from '../../../src/domain/message-ids.ts';
import { listServiceKeys } from '../../../src/operations/admin/service-keys/service-keys.ts';
import { listSavedReplies } from '../../../src/operations/admin/texts/saved-replies.ts';
import { requestAgentUpload } from '../../../src/operations/handoff/agent-files.ts';
import { type ListPorts, listHandoffs } from '../../../src/operations/handoff/list-handoffs.ts';
import { type InboxPorts, pollInbox } from '../../../src/operations/handoff/poll-inbox.ts';
import { usersInMemory } from '../../support/users-in-memory.ts';

const tenant = { tenantId: 'acme' };
const by = { id: 'maria', email: null };
const at = '2026-01-01T00:00:00.000Z';
const idOf = (n: number) => `k${String(n).padStart(4, '0')}`;

/** What a list shows of a conversation that waits. */
const talk = {
  ...{ channel: 'webchat', userId: 'ada', version: 1, epoch: 1, lastSeq: 1, state: { status: 'handoff' } },
  handoff: {
    ...{ id: 'h', state: 'requested', queue: 'default', reason: '', owner: null, offer: null, lastText: '' },
    ...{ requestedAtMs: 0, waitingSinceMs: null, deadlineAtMs: 0 },
  },
};

/** Every id of a list, page by page. */
async function idsOf(
  list: (page: { limit: number; after: string | null }) => Promise<Page<{ readonly id: string }>>,
): Promise<readonly string[][]> {
  const pages: string[][] = [];
  for (let after: string | null = null; ; ) {
    const { items, cursor }: Page<{ readonly id: string }> = await list({ limit: 100, after });
    pages.push(items.map(({ id }) => id));
    if (cursor === null) return pages;
    after = cursor;
  }
}

it('saved replies and service keys are listed page by page, each once, and the last page says that it is the last', async () => {
  const { records } = usersInMemory([]);
  const all = Array.from({ length: 250 }, (_, n) => idOf(n));
  for (const id of all) {
    const reply = { name: id, text: 'Hello', by, at };
    await records.write('acme', { sk: directoryKeys.savedReply(id), attributes: reply }, 'nothing');
    const key = { name: id, capabilities: ['messages:send'], hash: 'x', createdAt: at, by, expiresAt: null };
    await records.write('acme', { sk: directoryKeys.serviceKey(id), attributes: key }, 'nothing');
  }
  const stored = { records: records as Parameters<typeof listSavedReplies>[0]['records'] };
  for (const pages of [
    await idsOf((page) => listSavedReplies(stored, tenant, page)),
    await idsOf((page) => listServiceKeys(stored, tenant, page)),
  ]) {
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual(all);
  }
});

it('all conversations that are snoozed until one moment are listed once, however many there are', async () => {
  const all = Array.from({ length: 600 }, (_, n) => idOf(n));
  // The index has its own order among them.
  const places = all.map((_, n) => ({ conversationId: idOf((n * 7) % 600), atMs: 1_000, name: '' }));
  const reads: number[] = [];
  const ports = {
    conversations: {
      findAll: async (_: string, ids: readonly string[]) =>
        ids.map((conversationId) => ({ ...talk, conversationId })),
    },
    inboxIndex: {
      list: async (_: string, __: unknown, { limit }: { limit: number }) => {
        reads.push(limit);
        return places.slice(0, limit);
      },
    },
  } as unknown as ListPorts;
  const asked = { tenantId: 'acme', userId: 'maria', state: 'snoozed' } as const;
  const pages = await idsOf(async (page) => {
    const { items, cursor } = await listHandoffs(ports, { ...asked, ...page });
    return { items: items.map(({ conversationId: id }) => ({ id })), cursor };
  });
  expect(pages.flat()).toEqual(all);
  expect(reads.slice(0, 2)).toEqual([301, 1_204]);
});

it('an inbox that has missed more than five hundred changes is told to list again, and one that has missed that many gets each', async () => {
  const nowMs = 1_790_000_000_000;
  const told = Array.from({ length: limits.feedEntries + 1 }, (_, n) => ({
    id: `${leastIdAt(nowMs)}${n}`,
    conversationId: `c${n}`,
    version: 1,
    handoff: null,
  }));
  const poll = async (entries: typeof told) => {
    const ports = {
      idKeys: async () => parseIdKeys('a key of a test'),
      nowMs: () => nowMs,
      pause: async () => undefined,
      presence: { note: async () => undefined, isThere: async () => true },
      feed: { since: async () => entries, side: async () => [] },
      directory: { findTenant: async () => null },
      inboxIndex: { list: async () => [] },
    };
    const asked = { tenantId: 'acme', userId: 'maria', watched: null, isAway: false, waits: true };
    const { cursor } = await pollInbox(ports as unknown as InboxPorts, { ...asked, cursor: null });
    return pollInbox(ports as unknown as InboxPorts, { ...asked, cursor });
  };
  expect(await poll(told)).toMatchObject({ reset: true, rows: [] });
  const whole = await poll(told.slice(1));
  expect(whole.reset).toBeUndefined();
  expect(whole.rows).toHaveLength(limits.feedEntries);
});

it('a list of the inbox goes on behind a page that DynamoDB cuts at a megabyte', async () => {
  const mock = mockClient(DynamoDBDocumentClient);
  const item = (n: number) => ({ pk: `acme#${idOf(n)}`, inboxAt: 1 });
  mock
    .on(QueryCommand)
    .resolvesOnce({ Items: [item(1), item(2)], LastEvaluatedKey: { pk: 'acme#k0002' } })
    .resolves({ Items: [item(3)] });
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' }));
  const table = new InboxIndexTable(client, 'test-', () => 1);
  const listed = await table.list('acme', { of: 'snoozed', name: '' }, { limit: 300 });
  expect(listed.map(({ conversationId }) => conversationId)).toEqual([1, 2, 3].map(idOf));
  mock.restore();
});

it('an agent who sends visitors more files in an hour than people do is refused with a time', async () => {
  const nowMs = 1_790_000_000_000;
  const ports = {
    nowMs: () => nowMs,
    conversations: { find: async () => ({ channel: 'webchat' }) },
    directory: { findTenant: async () => null },
    uploadAllowance: { take: async () => ({ ok: false, retryAtMs: nowMs + 60_000 }) },
  };
  const named = { tenantId: 'acme', conversationId: 'c', userId: 'maria' };
  const file = { filename: 'a.png', mimeType: 'image/png', sizeBytes: 10 };
  await expect(
    requestAgentUpload(ports as unknown as Parameters<typeof requestAgentUpload>[0], named, file),
  ).rejects.toMatchObject({ status: 429, code: 'too_many_uploads', headers: { 'retry-after': '60' } });
});
