import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { tables } from '../contract/tables.ts';
import type { RefusedDay, RefusedDays } from '../ports/refusal-counts.ts';
import { readItems } from './read-items.ts';
import { refusedKey, refusedOf } from './refused-item.ts';

/** What `RefusalCountsTable` has written, for who looks at it. */
export class RefusedDaysTable implements RefusedDays {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.rateLimits.name;
    this.#nowMs = nowMs;
  }

  async read(tenantId: string, dates: readonly string[]): Promise<readonly RefusedDay[]> {
    const keys = dates.map((date) => marshall({ pk: refusedKey(tenantId, date) }));
    const items = await readItems(this.#dynamodb, this.#table, keys);
    return items
      .filter(({ expiresAt }) => Number(expiresAt) * 1000 > this.#nowMs())
      .map((item) => ({ refused: refusedOf(item), writtenAtMs: Number(item.writtenAtMs) }));
  }
}
