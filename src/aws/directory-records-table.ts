import { randomUUID } from 'node:crypto';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { tables } from '../contract/tables.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { DirectoryRecord, DirectoryRecords, Expected } from '../ports/directory-writer.ts';
import { readByCredential } from './by-credential.ts';
import { documentOf, withOrder } from './document-order.ts';
import { isWritten, packJson, unpackJson } from './items.ts';

/** The directory table for writers, without a cache. @see design 6, 9 */
export class DirectoryRecordsTable implements DirectoryRecords {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.directory.name;
  }

  async find(tenantId: string, sk: string): Promise<DirectoryRecord | null> {
    const { Item } = await this.#dynamodb.send(
      new GetCommand({
        TableName: this.#table,
        Key: { pk: tenantId, sk },
        ConsistentRead: true,
      }),
    );
    return Item ? recordOf(Item) : null;
  }

  async list(
    tenantId: string,
    prefix: string,
    { limit, after, backwards = false }: Parameters<DirectoryRecords['list']>[2],
  ): Promise<readonly DirectoryRecord[]> {
    const found: DirectoryRecord[] = [];
    for (let start = after; ; ) {
      const { Items = [], LastEvaluatedKey } = await this.#dynamodb.send(
        new QueryCommand({
          TableName: this.#table,
          KeyConditionExpression: 'pk = :tenant AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':tenant': tenantId, ':prefix': prefix },
          ConsistentRead: true,
          ScanIndexForward: !backwards,
          Limit: limit - found.length,
          ...(start !== undefined && { ExclusiveStartKey: { pk: tenantId, sk: start } }),
        }),
      );
      found.push(...Items.map(recordOf));
      // A page ends at a megabyte, however few items that are.
      if (!LastEvaluatedKey || found.length >= limit) return found;
      start = String(LastEvaluatedKey.sk);
    }
  }

  /** The index has them in no order of use: all are read, a megabyte for five thousand. */
  async listTenants({ limit, after = '' }: Parameters<DirectoryRecords['listTenants']>[0]) {
    const items = await readByCredential(this.#dynamodb, this.#table, directoryKeys.tenantCredential);
    return items
      .map(({ pk, ...item }) => ({ tenantId: String(pk), ...recordOf(item) }))
      .filter(({ tenantId }) => tenantId > after)
      .sort((a, b) => (a.tenantId < b.tenantId ? -1 : 1))
      .slice(0, limit);
  }

  async listByCredential(credential: string, limit: number) {
    const found = await readByCredential(this.#dynamodb, this.#table, credential, limit);
    return found.map(({ pk, sk }) => ({ tenantId: String(pk), sk: String(sk) }));
  }

  async write(
    tenantId: string,
    { sk, attributes }: Omit<DirectoryRecord, 'revision'>,
    expected: Expected,
  ): Promise<string | null> {
    const revision = randomUUID();
    const Item = { pk: tenantId, sk, ...withOrder(packed(attributes)), revision };
    const put = new PutCommand({ TableName: this.#table, Item, ...condition(expected) });
    if (await isWritten(this.#dynamodb.send(put))) return revision;
    // After a lost answer the client writes again, and is refused by its own write.
    const stored = await this.find(tenantId, sk);
    return stored?.revision === revision ? revision : null;
  }

  async remove(tenantId: string, sk: string, expected: Expected): Promise<boolean> {
    const Key = { pk: tenantId, sk };
    const remove = new DeleteCommand({ TableName: this.#table, Key, ...condition(expected) });
    return (await isWritten(this.#dynamodb.send(remove))) || (await this.find(tenantId, sk)) === null;
  }

  async renewCacheVersion(tenantId: string): Promise<void> {
    const Item = { pk: tenantId, sk: directoryKeys.cacheVersion, stamp: randomUUID() };
    await this.#dynamodb.send(new PutCommand({ TableName: this.#table, Item }));
  }
}

function recordOf(item: Record<string, unknown>): DirectoryRecord {
  const { pk: _, sk, revision, format: __, ordered: ___, ...rest } = item;
  const content = rest.content instanceof Uint8Array ? { content: unpackJson(rest.content) } : {};
  const document = 'document' in rest ? { document: documentOf(item) } : {};
  const attributes = { ...rest, ...document, ...content };
  return { sk: String(sk), revision: typeof revision === 'string' ? revision : null, attributes };
}

/** Content for editors only is deflated: drafts are saved often, and an item holds 400 KB. */
function packed({ content, ...attributes }: DirectoryRecord['attributes']) {
  return { ...attributes, ...(content !== undefined && { content: packJson(content) }) };
}

function condition(expected: Expected) {
  if (expected === 'nothing') return { ConditionExpression: 'attribute_not_exists(pk)' };
  if (expected.revision === null)
    return { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revision)' };
  return {
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: { ':revision': expected.revision },
  };
}
