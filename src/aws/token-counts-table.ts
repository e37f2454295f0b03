import { type DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { tables } from '../contract/tables.ts';
import type { TokenCounts } from '../ports/token-counts.ts';

/** How long a day's count is kept after it has begun. */
const keptS = 2 * 24 * 60 * 60;

/** Tokens of a tenant's day, one item of the rate-limits table that is only ever added to. @see design 4 */
export class TokenCountsTable implements TokenCounts {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.rateLimits.name;
    this.#nowMs = nowMs;
  }

  async used(tenantId: string): Promise<number> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#table, Key: this.#keyOf(tenantId) }),
    );
    return Number(Item?.tokens?.N ?? 0);
  }

  async add(tenantId: string, tokens: number): Promise<void> {
    await this.#dynamodb.send(
      new UpdateItemCommand({
        TableName: this.#table,
        Key: this.#keyOf(tenantId),
        UpdateExpression: 'ADD tokens :tokens SET expiresAt = :expiresAt',
        ExpressionAttributeValues: {
          ':tokens': { N: String(tokens) },
          ':expiresAt': { N: String(Math.floor(this.#nowMs() / 1000) + keptS) },
        },
      }),
    );
  }

  #keyOf(tenantId: string) {
    const day = new Date(this.#nowMs()).toISOString().slice(0, 10);
    return { pk: { S: `${tenantId}#llm-tokens#${day}` } };
  }
}
