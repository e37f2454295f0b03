import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { tables } from '../contract/tables.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { DirectoryRecord, DirectoryRecords, Expected } from '../ports/directory-records.ts';
import { readByCredential } from './by-credential.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** The directory table as whoever changes it sees it. @see design 6, 9 */
export class DirectoryRecordsTable implements DirectoryRecords {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.directory.name;
  }

  async find(tenantId: string, sk: string): Promise<DirectoryRecord | null> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({
        TableName: this.#table,
        Key: marshall({ pk: tenantId, sk }),
        ConsistentRead: true,
      }),
    );
    return Item ? recordOf(unmarshall(Item)) : null;
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
          ExpressionAttributeValues: marshall({ ':tenant': tenantId, ':prefix': prefix }),
          ConsistentRead: true,
          ScanIndexForward: !backwards,
          Limit: limit - found.length,
          ...(start !== undefined && { ExclusiveStartKey: marshall({ pk: tenantId, sk: start }) }),
        }),
      );
      found.push(...Items.map((item) => recordOf(unmarshall(item))));
      // A page ends at a megabyte, however few items that are.
      if (!LastEvaluatedKey || found.length >= limit) return found;
      start = String(unmarshall(LastEvaluatedKey).sk);
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
    const Item = marshall(
      { pk: tenantId, sk, ...packed(attributes), revision },
      { removeUndefinedValues: true },
    );
    try {
      await this.#dynamodb.send(new PutItemCommand({ TableName: this.#table, Item, ...condition(expected) }));
      return revision;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // An answer that was lost is asked for again by the client, which then finds its own write.
      const stored = await this.find(tenantId, sk);
      return stored?.revision === revision ? revision : null;
    }
  }

  async remove(tenantId: string, sk: string, expected: Expected): Promise<boolean> {
    try {
      await this.#dynamodb.send(
        new DeleteItemCommand({
          TableName: this.#table,
          Key: marshall({ pk: tenantId, sk }),
          ...condition(expected),
        }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return (await this.find(tenantId, sk)) === null;
    }
  }

  async stamp(tenantId: string): Promise<void> {
    const Item = marshall({ pk: tenantId, sk: directoryKeys.stamp, stamp: randomUUID() });
    await this.#dynamodb.send(new PutItemCommand({ TableName: this.#table, Item }));
  }
}

function recordOf(item: Record<string, unknown>): DirectoryRecord {
  const { pk: _, sk, revision, format: __, ...rest } = item;
  const content = rest.content instanceof Uint8Array ? { content: unpackJson(rest.content) } : {};
  const attributes = { ...rest, ...content };
  return { sk: String(sk), revision: typeof revision === 'string' ? revision : null, attributes };
}

/** What only editors read lies deflated: drafts are saved often, and an item holds 400 KB. */
function packed({ content, ...attributes }: DirectoryRecord['attributes']) {
  return { ...attributes, ...(content !== undefined && { content: packJson(content) }) };
}

function condition(expected: Expected) {
  if (expected === 'nothing') return { ConditionExpression: 'attribute_not_exists(pk)' };
  if (expected.revision === null)
    return { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revision)' };
  return {
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: marshall({ ':revision': expected.revision }),
  };
}
