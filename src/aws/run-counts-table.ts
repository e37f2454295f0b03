import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { runLimits } from '../contract/run-limits.ts';
import { indexNames, tables } from '../contract/tables.ts';
import type { Cell } from '../domain/runs/cells.ts';
import type { VisitorName } from '../ports/personal-data.ts';
import {
  type CountRow,
  type Mark,
  nightEnd,
  type PartName,
  type RunCounts,
  type SlotPosition,
} from '../ports/runs.ts';
import { CountRows, figuresPk } from './count-rows.ts';
import { readItems } from './read-items.ts';
import { slotKey } from './run-items.ts';
import { markKey, markOf, markPk } from './run-marks.ts';
import { RunsTable } from './runs-table.ts';
import { runsInSlots } from './slot-runs.ts';
import { VisitorMarks } from './visitor-marks.ts';

const dayS = 24 * 60 * 60;
const zoneSk = 'zone';
const nightPk = 'night';

/** Counts of runs by hour and day, and the marks of what is to be counted anew, beside the runs. @see handoff.md 6.3 */
export class RunCountsTable implements RunCounts {
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  readonly #runs: RunsTable;
  readonly #rows: CountRows;
  readonly #marks: VisitorMarks;
  /** The last that this process knows to be handed out. */
  #wholeNight = '';

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.runs.name;
    this.#runs = new RunsTable(dynamodb, tablePrefix, nowMs);
    this.#rows = new CountRows(dynamodb, this.#table);
    this.#marks = new VisitorMarks(dynamodb, this.#table);
  }

  mark(tenantId: string, slots: readonly number[]): Promise<void> {
    return this.#runs.mark(tenantId, slots);
  }

  async marks(shard: number, next: unknown) {
    const { Items = [], LastEvaluatedKey } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk AND sk > :first',
        ExpressionAttributeValues: marshall({ ':pk': markPk(shard), ':first': ' ' }),
        ...(next ? { ExclusiveStartKey: next as QueryCommandInput['ExclusiveStartKey'] } : {}),
      }),
    );
    return { marks: Items.map((item) => markOf(unmarshall(item))), next: LastEvaluatedKey ?? null };
  }

  async marksOf(tenantId: string, slots: readonly number[]): Promise<readonly Mark[]> {
    const keys = slots.map((slot) => markKey(tenantId, slot));
    return (await readItems(this.#dynamodb, this.#table, keys, 'now')).map(markOf);
  }

  async clear({ tenantId, slotMs, count }: Mark): Promise<void> {
    try {
      await this.#dynamodb.send(
        new DeleteItemCommand({
          TableName: this.#table,
          Key: markKey(tenantId, slotMs),
          ConditionExpression: 'n = :n',
          ExpressionAttributeValues: marshall({ ':n': count }),
        }),
      );
    } catch (error) {
      // It has been marked since: that is counted the next time.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  inSlots(tenantId: string, slots: readonly number[], after: SlotPosition | null) {
    const shards = Array.from({ length: runLimits.runShards }, (_, shard) => shard);
    const partitions = slots.flatMap((slot) => shards.map((shard) => slotKey(tenantId, slot, shard)));
    return runsInSlots({ dynamodb: this.#dynamodb, table: this.#table, partitions }, after);
  }

  visitorMark(visitor: VisitorName): Promise<string> {
    return this.#marks.of(visitor);
  }

  async hasBeenActive(tenantId: string, sinceMs: number): Promise<boolean> {
    const found = await Promise.all(
      Array.from({ length: runLimits.runShards }, (_, shard) =>
        this.#dynamodb.send(
          new QueryCommand({
            TableName: this.#table,
            IndexName: indexNames.recent,
            KeyConditionExpression: 'recent = :recent AND recentAt >= :since',
            ExpressionAttributeValues: marshall({ ':recent': `${tenantId}#${shard}`, ':since': sinceMs }),
            Limit: 1,
          }),
        ),
      ),
    );
    return found.some(({ Items = [] }) => Items.length > 0);
  }

  hours(tenantId: string, fromMs: number, untilMs: number): Promise<ReadonlyMap<number, CountRow>> {
    return this.#rows.hours(tenantId, fromMs, untilMs);
  }

  days(tenantId: string, from: string, to: string): Promise<ReadonlyMap<string, CountRow>> {
    return this.#rows.days(tenantId, from, to);
  }

  putHour(tenantId: string, startMs: number, row: CountRow): Promise<void> {
    return this.#rows.putHour(tenantId, startMs, row);
  }

  putDay(tenantId: string, date: string, row: CountRow, over: CountRow | undefined): Promise<boolean> {
    return this.#rows.putDay(tenantId, date, row, over);
  }

  dropHour(tenantId: string, startMs: number): Promise<void> {
    return this.#rows.dropHour(tenantId, startMs);
  }

  async findZone(tenantId: string): Promise<string | null> {
    const Key = marshall({ pk: figuresPk(tenantId), sk: zoneSk });
    const { Item } = await this.#dynamodb.send(new GetItemCommand({ TableName: this.#table, Key }));
    return Item ? String(unmarshall(Item).zone) : null;
  }

  async saveZone(tenantId: string, zone: string): Promise<void> {
    const Item = marshall({ pk: figuresPk(tenantId), sk: zoneSk, zone });
    await this.#dynamodb.send(new PutItemCommand({ TableName: this.#table, Item }));
  }

  putPart(part: PartName, cells: readonly Cell[]): Promise<void> {
    return this.#rows.putPart(part, cells);
  }

  findPart(part: PartName): Promise<readonly Cell[] | null> {
    return this.#rows.findPart(part);
  }

  async findNight(date: string): Promise<string | null> {
    if (this.#wholeNight === date) return nightEnd;
    const Key = marshall({ pk: nightPk, sk: date });
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#table, Key, ConsistentRead: true }),
    );
    // What the last release wrote has no position: it handed out all at once.
    const found = Item ? String(unmarshall(Item).tenant ?? nightEnd) : null;
    if (found === nightEnd) this.#wholeNight = date;
    return found;
  }

  async saveNight(date: string, tenantId: string): Promise<void> {
    const expiresAt = Math.floor(Date.parse(date) / 1000) + 7 * dayS;
    const Item = marshall({ pk: nightPk, sk: date, tenant: tenantId, expiresAt });
    await this.#dynamodb.send(new PutItemCommand({ TableName: this.#table, Item }));
  }
}
