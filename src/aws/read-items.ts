import { type AttributeValue, BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { TemporarilyUnavailableError } from '../domain/errors.ts';

type Key = Record<string, AttributeValue>;

const keysPerRead = 100;
const attempts = 6;

/**
 * Reads what there is of these items, in no order; as it was a moment ago, which costs half, unless it is to be of now.
 * @throws TemporarilyUnavailableError when DynamoDB leaves some of them out again and again
 */
export async function readItems(
  dynamodb: DynamoDBClient,
  table: string,
  keys: readonly Key[],
  as: 'now' | 'lately' = 'lately',
): Promise<readonly Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (let at = 0; at < keys.length; at += keysPerRead) {
    let left = keys.slice(at, at + keysPerRead);
    for (let attempt = 0; left.length > 0; attempt += 1) {
      if (attempt === attempts) throw new TemporarilyUnavailableError();
      const { Responses = {}, UnprocessedKeys = {} } = await dynamodb.send(
        new BatchGetItemCommand({ RequestItems: { [table]: { Keys: left, ConsistentRead: as === 'now' } } }),
      );
      found.push(...(Responses[table] ?? []).map((item) => unmarshall(item)));
      left = UnprocessedKeys[table]?.Keys ?? [];
    }
  }
  return found;
}
