import { randomUUID } from 'node:crypto';
import { tables } from '../contract/tables.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { DirectoryRecord, DirectoryRecords, Expected } from '../ports/directory-writer.ts';
import { readByCredential } from './by-credential.ts';
import { documentOf, withOrder } from './document-order.ts';
import { type Condition, DynamoTable, equals, isNew, packJson, unpackJson } from './items.ts';

/** The directory table for writers, without a cache. @see design 6, 9 */
export class DirectoryRecordsTable extends DynamoTable implements DirectoryRecords {
  protected readonly table = tables.directory;

  async find(tenantId: string, sk: string): Promise<DirectoryRecord | null> {
    const Item = await this.getItem({ pk: tenantId, sk });
    return Item ? recordOf(Item) : null;
  }

  async list(
    tenantId: string,
    prefix: string,
    { limit, after, backwards = false }: Parameters<DirectoryRecords['list']>[2],
  ): Promise<readonly DirectoryRecord[]> {
    const found: DirectoryRecord[] = [];
    for (let start = after; ; ) {
      const { items, next } = await this.queryPage({
        KeyConditionExpression: 'pk = :tenant AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':tenant': tenantId, ':prefix': prefix },
        ConsistentRead: true,
        ScanIndexForward: !backwards,
        Limit: limit - found.length,
        ...(start !== undefined && { ExclusiveStartKey: { pk: tenantId, sk: start } }),
      });
      found.push(...items.map(recordOf));
      // A page ends at a megabyte, however few items that are.
      if (!next || found.length >= limit) return found;
      start = String(next.sk);
    }
  }

  /** The index has them in no order of use: all are read, a megabyte for five thousand. */
  async listTenants({ limit, after = '' }: Parameters<DirectoryRecords['listTenants']>[0]) {
    const items = await readByCredential(this.dynamodb, this.tableName, directoryKeys.tenantCredential);
    return items
      .map(({ pk, ...item }) => ({ tenantId: String(pk), ...recordOf(item) }))
      .filter(({ tenantId }) => tenantId > after)
      .sort((a, b) => (a.tenantId < b.tenantId ? -1 : 1))
      .slice(0, limit);
  }

  async listByCredential(credential: string, limit: number) {
    const found = await readByCredential(this.dynamodb, this.tableName, credential, limit);
    return found.map(({ pk, sk }) => ({ tenantId: String(pk), sk: String(sk) }));
  }

  async write(
    tenantId: string,
    { sk, attributes }: Omit<DirectoryRecord, 'revision'>,
    expected: Expected,
  ): Promise<string | null> {
    const revision = randomUUID();
    const item = { pk: tenantId, sk, ...withOrder(packed(attributes)), revision };
    if (await this.putItem(item, condition(expected))) return revision;
    // After a lost answer the client writes again, and is refused by its own write.
    const stored = await this.find(tenantId, sk);
    return stored?.revision === revision ? revision : null;
  }

  async remove(tenantId: string, sk: string, expected: Expected): Promise<boolean> {
    const isRemoved = await this.deleteItem({ pk: tenantId, sk }, condition(expected));
    return isRemoved || (await this.find(tenantId, sk)) === null;
  }

  async renewCacheVersion(tenantId: string): Promise<void> {
    const Item = { pk: tenantId, sk: directoryKeys.cacheVersion, stamp: randomUUID() };
    await this.putItem(Item);
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

function condition(expected: Expected): Condition {
  if (expected === 'nothing') return isNew;
  if (expected.revision === null)
    return { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revision)' };
  return equals('revision', expected.revision);
}
