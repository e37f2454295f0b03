import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tables } from '../contract/tables.ts';
import { type Item, ifAbsent, isPresent, KeyedTable } from './items.ts';

/** Items of the dedup table that count their writes, so that a write fails if another came first. */
export class RevisedItems {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.dedup.name);
    this.#nowMs = nowMs;
  }

  /** Reads an item; null if there is none, or if it has expired. */
  async find(pk: string): Promise<Item | null> {
    const item = await this.#table.find(pk);
    return item && isPresent(item, this.#nowMs()) ? item : null;
  }

  /** Reads those of these items that exist and have not expired, in no order. */
  async findAll(pks: readonly string[]): Promise<readonly Item[]> {
    return (await this.#table.findAll(pks)).filter((item) => isPresent(item, this.#nowMs()));
  }

  /** @param revision of what was read; 0: there was none. @returns false when others have written since */
  put(pk: string, content: Item, revision: number, expiresAtMs: number): Promise<boolean> {
    const item = { pk, ...content, revision: revision + 1, expiresAt: Math.ceil(expiresAtMs / 1000) };
    const isUnchanged = {
      ConditionExpression: 'revision = :seen',
      ExpressionAttributeValues: { ':seen': revision },
    };
    return this.#table.put(item, revision > 0 ? isUnchanged : ifAbsent(this.#nowMs()));
  }
}
