import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { DirectoryTable } from '../../src/aws/directory-table.ts';
import { CacheVersions } from '../../src/aws/items.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }));
const sdk = mockClient(client);
beforeEach(() => void sdk.reset());

const tenantItem = (id: string) => ({
  pk: id,
  sk: 'tenant',
  document: { id, name: id, status: 'active', features: [] },
});
const last = { pk: 'b' };

it('tenants are listed to the last page', async () => {
  sdk
    .on(QueryCommand)
    .resolvesOnce({ Items: [tenantItem('b')], LastEvaluatedKey: last })
    .resolvesOnce({ Items: [], LastEvaluatedKey: { pk: 'c' } })
    .resolves({ Items: [tenantItem('a')] });
  const tenants = await new DirectoryTable(client, 'x-', Date.now).listTenants();
  expect(tenants.map(({ id }) => id)).toEqual(['a', 'b']);
});

it('of the widgets that allow an origin one is read, however many exist', async () => {
  sdk.on(QueryCommand).resolves({ Items: [tenantItem('a')], LastEvaluatedKey: last });
  expect(await new DirectoryTable(client, 'x-', Date.now).allowsAnyOrigin(['https://shop.example'])).toBe(
    true,
  );
  const calls = sdk.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input.Limit);
  expect(calls).toEqual([1]);
});

describe('a document whose keys DynamoDB returns in another order', () => {
  /** The greeting falls back to Turkish, and `total` needs `price`. */
  const flow = {
    ...{ id: 'f', version: 1, start: 'sum' },
    steps: {
      sum: { kind: 'set', assign: { price: '2', total: 'price * 2' }, next: 'bye' },
      bye: { kind: 'end', text: { tr: 'Güle güle', de: 'Tschüss', en: 'Bye' } },
    },
  };

  it('is read as it was written', async () => {
    sdk.on(PutCommand).resolves({});
    const record = { sk: 'flow#f#1', attributes: { document: flow } };
    await new DirectoryRecordsTable(client, 'x-').write('a', record, 'nothing');
    const { Item = {} } = sdk.commandCalls(PutCommand)[0]?.args[0].input ?? {};
    sdk.on(GetCommand).resolves({ Item: { ...Item, document: sorted(Item.document) } });
    const found = await new DirectoryTable(client, 'x-', Date.now).findFlow('a', 'f', {
      ...{ version: 1, conversationId: 'c' },
    });
    expect(Object.keys(Reflect.get(Object(found?.steps.bye), 'text'))).toEqual(['tr', 'de', 'en']);
    const kept = await new DirectoryRecordsTable(client, 'x-').find('a', 'flow#f#1');
    expect(JSON.stringify(kept?.attributes)).toBe(JSON.stringify({ document: flow }));
  });

  it('is what the map holds where the previous release, or a change of one field, has written only that', async () => {
    sdk.on(PutCommand).resolves({});
    const record = { sk: 'flow#f#1', attributes: { document: flow } };
    await new DirectoryRecordsTable(client, 'x-').write('a', record, 'nothing');
    const { Item = {} } = sdk.commandCalls(PutCommand)[0]?.args[0].input ?? {};
    const changed = { ...Item.document, start: 'bye' };
    sdk.on(GetCommand).resolves({ Item: { ...Item, document: changed } });
    const kept = await new DirectoryRecordsTable(client, 'x-').find('a', 'flow#f#1');
    expect(kept?.attributes).toEqual({ document: changed });
  });
});

/** The same, with the keys of every object in alphabetical order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

describe('a cached value of a tenant is used', () => {
  const clock = { ms: 0 };
  const nowMs = () => clock.ms;

  /** How often tenant and widget are read by messages at these seconds, each of which then reads the cache version, or not. */
  async function readsAt(
    seconds: readonly number[],
    versionAt: (second: number) => string | null | 'not read',
  ) {
    const cacheVersions = new CacheVersions(nowMs);
    const directory = new DirectoryTable(client, 'x-', nowMs, cacheVersions);
    const reads: string[] = [];
    let stored = versionAt(0);
    for (const second of seconds) {
      clock.ms = 1_000_000 + second * 1000;
      const item = stored === null ? [] : [{ pk: 'a', sk: 'stamp', stamp: stored }];
      sdk.reset();
      sdk.on(BatchGetCommand).resolves({ Responses: { 'x-directory': [tenantItem('a'), ...item] } });
      sdk.on(GetCommand).resolves({});
      await directory.findTenant('a');
      await directory.findWidget('a', 'w');
      reads.push(`${sdk.commandCalls(BatchGetCommand).length} ${sdk.commandCalls(GetCommand).length}`);
      const version = versionAt(second);
      if (version === 'not read') continue;
      stored = version;
      cacheVersions.note('a', version === null ? undefined : { stamp: version });
    }
    return reads;
  }

  it('for a minute after the last look at its cache version, and for ten in all', async () => {
    const eachHalfMinute = Array.from({ length: 21 }, (_, n) => n * 30);
    expect(await readsAt(eachHalfMinute, () => 's')).toEqual([
      ...['1 1', ...Array<string>(19).fill('0 0'), '1 1'],
    ]);
    // The tenant is read with its cache version, which speaks for the widget.
    expect(await readsAt([0, 30, 89, 150], () => 's')).toEqual(['1 1', '0 0', '0 0', '1 0']);
  });

  it('for a minute where its cache version is not read', async () => {
    const first = (second: number) => (second === 0 ? 's' : 'not read');
    expect(await readsAt([0, 30, 59, 61], first)).toEqual(['1 1', '0 0', '0 0', '1 0']);
  });

  it('for a minute where it has none, which hides changes', async () => {
    expect(await readsAt([0, 30, 59, 61], () => null)).toEqual(['1 1', '0 0', '0 0', '1 1']);
  });

  it('until its cache version changes', async () => {
    const changed = (second: number) => (second < 30 ? 's' : 't');
    expect(await readsAt([0, 30, 31, 32], changed)).toEqual(['1 1', '0 0', '1 1', '0 0']);
  });
});
