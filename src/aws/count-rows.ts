import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  paginateQuery,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { runLimits } from '../contract/run-limits.ts';
import type { Cell } from '../domain/runs/cells.ts';
import type { CountRow, PartName } from '../ports/runs.ts';
import { packJson, unpackJson } from './packed-json.ts';

const dayS = 24 * 60 * 60;

/** Partition of what is counted of a tenant. */
export const figuresPk = (tenantId: string) => `${tenantId}#figures`;
const hourSk = (startMs: number) => `hour#${new Date(startMs).toISOString()}`;
const daySk = (date: string) => `day#${date}`;
const partKey = ({ tenantId, startMs, startedAtMs, page }: PartName) => ({
  pk: figuresPk(tenantId),
  sk: `part#${new Date(startMs).toISOString()}#${startedAtMs}#${page}`,
});

/** What was counted by hour and day, one packed item each. @see handoff.md 6.3 */
export class CountRows {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;

  constructor(dynamodb: DynamoDBClient, table: string) {
    this.#dynamodb = dynamodb;
    this.#table = table;
  }

  async hours(tenantId: string, fromMs: number, untilMs: number): Promise<ReadonlyMap<number, CountRow>> {
    const rows = await this.#rows(tenantId, hourSk(fromMs), hourSk(untilMs - 1));
    return new Map(rows.map(({ sk, ...row }) => [Date.parse(sk.slice('hour#'.length)), row]));
  }

  async days(tenantId: string, from: string, to: string): Promise<ReadonlyMap<string, CountRow>> {
    const rows = await this.#rows(tenantId, daySk(from), daySk(to));
    return new Map(rows.map(({ sk, ...row }) => [sk.slice('day#'.length), row]));
  }

  async #rows(tenantId: string, from: string, to: string): Promise<(CountRow & { readonly sk: string })[]> {
    const rows: (CountRow & { readonly sk: string })[] = [];
    const pages = paginateQuery(
      { client: this.#dynamodb },
      {
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        // A day is made of hours that were written a moment ago.
        ConsistentRead: true,
        ExpressionAttributeValues: marshall({ ':pk': figuresPk(tenantId), ':from': from, ':to': to }),
      },
    );
    for await (const { Items = [] } of pages)
      for (const item of Items) {
        const { sk, cells, readStartedAt, countedBy, revision } = unmarshall(item);
        rows.push({
          sk: String(sk),
          cells: unpackJson(cells) as readonly Cell[],
          readStartedAtMs: Number(readStartedAt),
          // The first did not say.
          countedBy: Number(countedBy ?? 1),
          revision: String(revision),
        });
      }
    return rows;
  }

  async putHour(tenantId: string, startMs: number, row: CountRow): Promise<void> {
    // Two that began to read in one millisecond leave the mark of what only one of them has seen.
    await this.#put({ tenantId, sk: hourSk(startMs), atMs: startMs }, row, {
      ConditionExpression: 'attribute_not_exists(readStartedAt) OR readStartedAt <= :started',
      ExpressionAttributeValues: marshall({ ':started': row.readStartedAtMs }),
    });
  }

  putDay(tenantId: string, date: string, row: CountRow, over: CountRow | undefined): Promise<boolean> {
    const condition = over
      ? {
          ConditionExpression: 'revision = :seen',
          ExpressionAttributeValues: marshall({ ':seen': over.revision }),
        }
      : { ConditionExpression: 'attribute_not_exists(pk)' };
    return this.#put({ tenantId, sk: daySk(date), atMs: Date.parse(date) }, row, condition);
  }

  /** @returns whether its condition held */
  async #put(
    { tenantId, sk, atMs }: { readonly tenantId: string; readonly sk: string; readonly atMs: number },
    { cells, readStartedAtMs, countedBy }: CountRow,
    condition: Pick<PutItemCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>,
  ): Promise<boolean> {
    try {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: marshall({
            ...{ pk: figuresPk(tenantId), sk, cells: packJson(cells), readStartedAt: readStartedAtMs },
            countedBy,
            revision: randomUUID(),
            expiresAt: Math.floor(atMs / 1000) + runLimits.figuresKeptDays * dayS,
          }),
          ...condition,
        }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return false;
    }
  }

  async putPart(part: PartName, cells: readonly Cell[]): Promise<void> {
    const expiresAt = Math.floor(part.startedAtMs / 1000) + dayS;
    const Item = marshall({ ...partKey(part), cells: packJson(cells), expiresAt });
    await this.#dynamodb.send(new PutItemCommand({ TableName: this.#table, Item }));
  }

  async findPart(part: PartName): Promise<readonly Cell[] | null> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#table, Key: marshall(partKey(part)), ConsistentRead: true }),
    );
    return Item ? (unpackJson(unmarshall(Item).cells) as readonly Cell[]) : null;
  }

  async dropHour(tenantId: string, startMs: number): Promise<void> {
    const Key = marshall({ pk: figuresPk(tenantId), sk: hourSk(startMs) });
    await this.#dynamodb.send(new DeleteItemCommand({ TableName: this.#table, Key }));
  }
}
