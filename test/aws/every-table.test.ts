import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AttributeValue, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { functionBundleOptions } from '../../bin/bundle-functions.ts';
import type { AwsClients } from '../../src/aws/clients.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { unpackJson } from '../../src/aws/items.ts';
import { type Table, tables } from '../../src/contract/tables.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { startSecretsManager } from '../../src/local/aws/secrets-manager.ts';
import { everyTable, writeEveryTable } from '../support/every-table.ts';
import { bareDynamodb, localClients } from '../support/local-clients.ts';

type Item = Record<string, AttributeValue>;
type StoredTables = Readonly<Record<string, readonly Item[]>>;

const written: StoredTables = JSON.parse(readFileSync('test/fixtures/attribute-values/items.json', 'utf8'));
let endpoints: { readonly DYNAMODB: string; readonly SECRETS_MANAGER: string };
let clients: AwsClients;
let bare: DynamoDBClient;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  const dynamodb = await startDynamodb(undefined);
  const secrets = await startSecretsManager(undefined);
  endpoints = { DYNAMODB: dynamodb.url, SECRETS_MANAGER: secrets.url };
  clients = localClients(endpoints);
  bare = bareDynamodb({
    ...{ AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    AWS_ENDPOINT_URL: dynamodb.url,
  });
  stop = () => Promise.all([dynamodb.stop(), secrets.stop()]);
});
afterAll(() => stop());

it('each item has the attributes of commit db5b08f as attribute values, and only additional ones', async () => {
  await createTables(clients.dynamodb, 'items-');
  await writeEveryTable(everyTable(clients, 'items-'), clients, 'items-');
  const now = await storedTables(bare, 'items-');
  expect(Object.keys(now)).toEqual(expect.arrayContaining(Object.keys(written)));
  for (const [table, items] of Object.entries(now)) {
    const former = byKey(written[table] ?? []);
    // Kinds of items that this release has added are none of that one's.
    const known = new Set(former.map(keyOf));
    expect(byKey(items.filter((item) => known.has(keyOf(item)))), table).toMatchObject(former);
  }
  const kinds = new Set(
    Object.values(now)
      .flat()
      .flatMap((item) => Object.values(item).map((value) => Object.keys(value)[0])),
  );
  expect([...kinds].sort()).toEqual(['B', 'BOOL', 'L', 'M', 'N', 'NULL', 'S', 'SS', 'unpacked']);
  expect(JSON.stringify(now)).toContain(String(2n ** 60n));
});

it('every call of every table works in the bundle', async () => {
  await createTables(clients.dynamodb, 'bundle-');
  const folder = mkdtempSync(join(tmpdir(), 'every-table-'));
  const outfile = join(folder, 'index.mjs');
  try {
    // An ES module, for its top-level `await`; all else as functions are bundled.
    const options = { ...functionBundleOptions, format: 'esm', metafile: false } as const;
    const banner = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
    const entryPoints = ['test/support/every-table-bundle.ts'];
    await build({ ...options, entryPoints, outfile, banner: { js: banner } });
    const env = {
      ...{ AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
      ...{ TABLE_PREFIX: 'bundle-', PATIENCE: '20' },
      ...{ AWS_ENDPOINT_URL_DYNAMODB: endpoints.DYNAMODB },
      ...{ AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.SECRETS_MANAGER },
    };
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { env, cwd: folder });
    expect(JSON.parse(stdout)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Everything in the tables, in one order; what is random each time is left out. */
async function storedTables(client: DynamoDBClient, prefix: string): Promise<StoredTables> {
  const found: Record<string, readonly Item[]> = {};
  for (const { name } of Object.values<Table>(tables)) {
    const items: Item[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: prefix + name }))
      items.push(...Items);
    found[name] = items.map(comparable).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return found;
}

/** Items in the order of their keys: those of this release may have attributes more. */
function byKey(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => Number(keyOf(a) > keyOf(b)) - Number(keyOf(a) < keyOf(b)));
}

function keyOf({ pk, sk, lastMessageId }: Item): string {
  return JSON.stringify([pk, sk, lastMessageId]);
}

/** UUIDs, the latter part of ULIDs, and times that the machine's clock tells. */
const random =
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=^[0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{16}$|^(?!2027-01-15)\d{4}-\d\d-\d\dT[\d:.]+Z$/g;

function comparable(item: Item): Item {
  const names = Object.keys(item).sort();
  return JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, readable(item[name])]))),
    (_, value) => (typeof value === 'string' ? value.replaceAll(random, '*') : value),
  );
}

/** Packed bytes are compared by what they hold: another Node may deflate in other ways. */
function readable(value: AttributeValue | undefined): unknown {
  if (!value?.B) return value;
  try {
    return { unpacked: unpackJson(value.B) };
  } catch {
    return { B: Buffer.from(value.B).toString('base64') };
  }
}
