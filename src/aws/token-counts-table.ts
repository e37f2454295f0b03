import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tables } from '../contract/tables.ts';
import type { TokenCounts } from '../ports/token-counts.ts';
import { KeyedTable } from './items.ts';

/** How long a day's count is kept after it has begun. */
const keptS = 2 * 24 * 60 * 60;

/** Tokens of a tenant's day, one item of the rate-limits table that is only ever added to. @see design 4 */
export class TokenCountsTable implements TokenCounts {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#nowMs = nowMs;
  }

  async used(tenantId: string): Promise<number> {
    const item = await this.#table.find(this.#keyOf(tenantId), 'lately');
    return Number(item?.tokens ?? 0);
  }

  async add(tenantId: string, tokens: number): Promise<void> {
    await this.#table.update(this.#keyOf(tenantId), {
      UpdateExpression: 'ADD tokens :tokens SET expiresAt = :expiresAt',
      ExpressionAttributeValues: {
        ':tokens': tokens,
        ':expiresAt': Math.floor(this.#nowMs() / 1000) + keptS,
      },
    });
  }

  #keyOf(tenantId: string): string {
    const day = new Date(this.#nowMs()).toISOString().slice(0, 10);
    return `${tenantId}#llm-tokens#${day}`;
  }
}
