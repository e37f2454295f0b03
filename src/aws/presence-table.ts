import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { Presence } from '../ports/presence.ts';

/** Heartbeats of people, in the dedup table: each forgets itself. */
export class PresenceTable implements Presence {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
    this.#nowMs = nowMs;
  }

  async note(tenantId: string, userId: string, isThere: boolean): Promise<void> {
    const untilMs = this.#nowMs() + (isThere ? limits.presenceMs : 0);
    const Item = { pk: keyOf(tenantId, userId), untilMs, expiresAt: Math.ceil(untilMs / 1000) };
    await this.#dynamodb.send(new PutItemCommand({ TableName: this.#table, Item: marshall(Item) }));
  }

  async isThere(tenantId: string, userId: string): Promise<boolean> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#table, Key: marshall({ pk: keyOf(tenantId, userId) }) }),
    );
    // DynamoDB deletes late.
    return Item !== undefined && Number(unmarshall(Item).untilMs) > this.#nowMs();
  }
}

const keyOf = (tenantId: string, userId: string) => `${tenantId}#presence#${userId}`;
