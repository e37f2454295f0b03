import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { tables } from '../contract/tables.ts';
import { VersionConflictError } from '../domain/errors.ts';
import type { DeliveryCursor, DeliveryCursors } from '../ports/delivery-cursors.ts';
import { cursorKey, waitingPartition } from './waiting-keys.ts';

/** Format 1 had neither `trouble` nor `waiting`, which may be absent still. */
const format = 2;

/**
 * Cursors in the dedup table. One stays as long as its conversation: without it the log's old replies would be sent
 * again. A cursor that waits is in the index `waiting`. @see design 5.3
 */
export class DeliveryCursorsTable implements DeliveryCursors {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
  }

  async find(tenantId: string, conversationId: string): Promise<DeliveryCursor | null> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({
        TableName: this.#table,
        Key: marshall({ pk: cursorKey(tenantId, conversationId) }),
        ConsistentRead: true,
      }),
    );
    return Item ? (unmarshall(Item).cursor as DeliveryCursor) : null;
  }

  async save(next: DeliveryCursor): Promise<void> {
    const { tenantId, conversationId, version, waiting } = next;
    const item = {
      pk: cursorKey(tenantId, conversationId),
      format,
      cursor: next,
      version,
      ...(waiting && {
        waiting: waitingPartition(tenantId, conversationId, waiting),
        dueAt: waiting.dueAtMs,
      }),
    };
    try {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: marshall(item, { removeUndefinedValues: true }),
          ConditionExpression: version === 1 ? 'attribute_not_exists(pk)' : 'version = :version',
          ...(version > 1 && { ExpressionAttributeValues: marshall({ ':version': version - 1 }) }),
        }),
      );
    } catch (error) {
      throw error instanceof ConditionalCheckFailedException ? new VersionConflictError() : error;
    }
  }
}
