import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { ReceivedMessages } from '../ports/received-messages.ts';

/** Provider messages in the dedup table: the conditional write is the claim. @see design 2.3 */
export function receivedMessagesTable(
  dynamodb: DynamoDBClient,
  tablePrefix: string,
  nowMs: () => number,
): ReceivedMessages {
  const TableName = tablePrefix + tables.dedup.name;
  const pkOf = (tenantId: string, key: string) => `${tenantId}#received#${key}`;
  const itemOf = (tenantId: string, key: string, more: Record<string, unknown>) =>
    marshall({
      pk: pkOf(tenantId, key),
      ...more,
      atMs: nowMs(),
      expiresAt: Math.ceil((nowMs() + limits.redeliveryWindowMs) / 1000),
    });

  return {
    async claim(tenantId, key) {
      try {
        await dynamodb.send(
          new PutItemCommand({
            TableName,
            Item: itemOf(tenantId, key, { taken: false }),
            // Absent, or expired and not deleted yet, or claimed by a process that died.
            ConditionExpression:
              'attribute_not_exists(pk) OR expiresAt <= :now OR (taken = :no AND atMs <= :dead)',
            ExpressionAttributeValues: marshall({
              ':now': Math.floor(nowMs() / 1000),
              ':no': false,
              ':dead': nowMs() - limits.idempotencyLeaseMs,
            }),
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return 'new';
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Emulators leave the item out of the exception: read it then.
        const Item = error.Item ?? (await read(tenantId, key));
        return Item && unmarshall(Item).taken === true ? 'taken' : 'being-taken';
      }
    },

    async markTaken(tenantId, key, trace) {
      await dynamodb.send(
        new PutItemCommand({ TableName, Item: itemOf(tenantId, key, { taken: true, trace }) }),
      );
    },

    async release(tenantId, key) {
      await dynamodb.send(new DeleteItemCommand({ TableName, Key: marshall({ pk: pkOf(tenantId, key) }) }));
    },

    async noteDuplicate(tenantId, key) {
      await dynamodb.send(
        new UpdateItemCommand({
          TableName,
          Key: marshall({ pk: pkOf(tenantId, key) }),
          UpdateExpression: 'SET lastDuplicateMs = :now ADD duplicates :one',
          // One that has expired meanwhile must not come back without its expiry.
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: marshall({ ':now': nowMs(), ':one': 1 }),
        }),
      );
    },

    async noteTrouble(tenantId, key, trouble) {
      await dynamodb.send(
        new UpdateItemCommand({
          TableName,
          Key: marshall({ pk: pkOf(tenantId, key) }),
          UpdateExpression: 'SET trouble = :trouble',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: marshall({ ':trouble': trouble }),
        }),
      );
    },

    async find(tenantId, key) {
      const Item = await read(tenantId, key);
      if (!Item) return null;
      const { atMs, taken, trace, duplicates = 0, lastDuplicateMs = null, trouble = null } = unmarshall(Item);
      return { atMs, taken: taken === true ? (trace ?? null) : null, duplicates, lastDuplicateMs, trouble };
    },
  };

  async function read(tenantId: string, key: string) {
    const { Item } = await dynamodb.send(
      new GetItemCommand({ TableName, Key: marshall({ pk: pkOf(tenantId, key) }), ConsistentRead: true }),
    );
    return Item;
  }
}
