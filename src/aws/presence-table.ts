import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { Presence } from '../ports/presence.ts';

/** Heartbeats of people, in the dedup table: each forgets itself. */
export class PresenceTable implements Presence {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.dedup.name;
    this.#nowMs = nowMs;
  }

  async note(tenantId: string, userId: string, isThere: boolean): Promise<void> {
    const untilMs = this.#nowMs() + (isThere ? limits.presenceMs : 0);
    const Item = { pk: keyOf(tenantId, userId), untilMs, expiresAt: Math.ceil(untilMs / 1000) };
    await this.#dynamodb.send(new PutCommand({ TableName: this.#table, Item: Item }));
  }

  async isThere(tenantId: string, userId: string): Promise<boolean> {
    const { Item } = await this.#dynamodb.send(
      new GetCommand({ TableName: this.#table, Key: { pk: keyOf(tenantId, userId) } }),
    );
    // DynamoDB deletes late.
    return Item !== undefined && Number(Item.untilMs) > this.#nowMs();
  }
}

const keyOf = (tenantId: string, userId: string) => `${tenantId}#presence#${userId}`;
