import { BatchWriteItemCommand, type DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { TemporarilyUnavailableError } from '../domain/errors.ts';

const itemsPerCall = 25;
const attempts = 8;

/** Deletes items by their keys. @throws TemporarilyUnavailableError when a throttled table leaves some */
export async function deleteAll(
  dynamodb: DynamoDBClient,
  TableName: string,
  keys: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (let start = 0; start < keys.length; start += itemsPerCall) {
    let left: WriteRequest[] = keys
      .slice(start, start + itemsPerCall)
      .map((key) => ({ DeleteRequest: { Key: marshall(key) } }));
    for (let attempt = 0; left.length > 0; attempt += 1) {
      if (attempt === attempts) throw new TemporarilyUnavailableError();
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 25 * Math.random()));
      const { UnprocessedItems = {} } = await dynamodb.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: left } }),
      );
      left = UnprocessedItems[TableName] ?? [];
    }
  }
}
