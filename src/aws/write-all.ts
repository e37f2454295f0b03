import {
  BatchWriteItemCommand,
  type BatchWriteItemCommandInput,
  type DynamoDBClient,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { TemporarilyUnavailableError } from '../domain/errors.ts';

type Item = Readonly<Record<string, unknown>>;

const requestsPerCall = 25;
const attempts = 8;

/** A write to one table. */
export interface TableWrite {
  readonly table: string;
  readonly request: WriteRequest;
}

/**
 * Writes by the batch, one batch after the other, each until DynamoDB has taken all of it: a throttled table hands some
 * back. No batch may name an item twice.
 * @throws TemporarilyUnavailableError when some are handed back again and again
 */
export async function writeAll(dynamodb: DynamoDBClient, writes: readonly TableWrite[]): Promise<void> {
  for (let start = 0; start < writes.length; start += requestsPerCall) {
    let left: NonNullable<BatchWriteItemCommandInput['RequestItems']> = {};
    for (const { table, request } of writes.slice(start, start + requestsPerCall)) {
      left[table] = [...(left[table] ?? []), request];
    }
    for (let attempt = 0; Object.keys(left).length > 0; attempt += 1) {
      if (attempt === attempts)
        throw new TemporarilyUnavailableError({ cause: new Error('DynamoDB left items unprocessed') });
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 25 * Math.random()));
      const { UnprocessedItems = {} } = await dynamodb.send(
        new BatchWriteItemCommand({ RequestItems: left }),
      );
      left = UnprocessedItems;
    }
  }
}

/** The write of an item, attributes that are undefined left out. */
export function putOf(table: string, item: Item): TableWrite {
  return { table, request: { PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } } };
}

/** Deletes items by their keys. @throws TemporarilyUnavailableError when a throttled table leaves some */
export function deleteAll(dynamodb: DynamoDBClient, table: string, keys: readonly Item[]): Promise<void> {
  return writeAll(
    dynamodb,
    keys.map((key) => ({ table, request: { DeleteRequest: { Key: marshall(key) } } })),
  );
}
