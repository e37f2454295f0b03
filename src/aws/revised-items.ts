import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '../contract/tables.ts';
import { type Item, isWritten, KeyedTable, readItems } from './items.ts';

/** Items of the dedup table that count their writes, so that a write fails if another came first. */
export class RevisedItems {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #name: string;
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#name = tablePrefix + tables.dedup.name;
    this.#table = new KeyedTable(dynamodb, this.#name);
    this.#nowMs = nowMs;
  }

  find(pk: string): Promise<Item | null> {
    return this.#table.find(pk);
  }

  /** Reads those of these items that exist, in no order. */
  findAll(pks: readonly string[]): Promise<readonly Item[]> {
    return readItems(
      this.#dynamodb,
      this.#name,
      pks.map((pk) => ({ pk })),
      'now',
    );
  }

  /** @param revision of what was read; 0: there was none. @returns false when others have written since */
  put(pk: string, content: Item, revision: number, expiresAtMs: number): Promise<boolean> {
    const Item = { pk, ...content, revision: revision + 1, expiresAt: Math.ceil(expiresAtMs / 1000) };
    const condition =
      revision > 0
        ? { ConditionExpression: 'revision = :seen', ExpressionAttributeValues: { ':seen': revision } }
        : {
            // DynamoDB deletes late: what has expired is not there.
            ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
            ExpressionAttributeValues: { ':now': Math.floor(this.#nowMs() / 1000) },
          };
    return isWritten(this.#dynamodb.send(new PutCommand({ TableName: this.#name, Item, ...condition })));
  }
}
