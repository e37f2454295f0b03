import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '../contract/tables.ts';
import { VersionConflictError } from '../domain/errors.ts';
import type { DeliveryCursor, DeliveryCursors } from '../ports/deliveries.ts';
import { isWritten } from './items.ts';
import { cursorKey, waitingPartition } from './waiting-keys.ts';

/** Format 1 had neither `trouble` nor `waiting`, which may be absent still. */
const format = 2;

/**
 * Cursors in the dedup table. One stays as long as the log has a reply that it has sent: without it that would be sent
 * again. After that it counts no more, deleted or not: its conversation may start over, and count from one. A cursor
 * that waits is in the index `waiting`. @see design 5.3
 */
export class DeliveryCursorsTable implements DeliveryCursors {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
  }

  async find(tenantId: string, conversationId: string): Promise<DeliveryCursor | null> {
    const { Item } = await this.#dynamodb.send(
      new GetCommand({
        TableName: this.#table,
        Key: { pk: cursorKey(tenantId, conversationId) },
        ConsistentRead: true,
      }),
    );
    const cursor = Item && (Item.cursor as DeliveryCursor);
    return cursor && !this.#hasExpired(cursor) ? cursor : null;
  }

  async save(next: DeliveryCursor): Promise<void> {
    const { tenantId, conversationId, version, waiting } = next;
    const item = {
      pk: cursorKey(tenantId, conversationId),
      format,
      cursor: next,
      version,
      ...(next.expiresAtS !== undefined && { expiresAt: next.expiresAtS }),
      ...(waiting && {
        waiting: waitingPartition(tenantId, conversationId, waiting),
        dueAt: waiting.dueAtMs,
      }),
    };
    const isSaved = await isWritten(
      this.#dynamodb.send(
        new PutCommand({
          TableName: this.#table,
          Item: item,
          ConditionExpression:
            version === 1 ? 'attribute_not_exists(pk) OR expiresAt <= :now' : 'version = :version',
          ExpressionAttributeValues: version === 1 ? { ':now': this.#nowS() } : { ':version': version - 1 },
        }),
      ),
    );
    if (!isSaved) throw new VersionConflictError();
  }

  #hasExpired({ expiresAtS }: DeliveryCursor): boolean {
    return expiresAtS !== undefined && expiresAtS <= this.#nowS();
  }

  #nowS(): number {
    return Math.floor(this.#nowMs() / 1000);
  }
}
