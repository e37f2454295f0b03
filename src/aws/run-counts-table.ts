import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { runLimits } from '../contract/runs.ts';
import { indexNames, tables } from '../contract/tables.ts';
import {
  type Mark,
  nightEnd,
  type RunCounts,
  type RunsOfSlots,
  type SlotPosition,
  type TokenCounts,
} from '../ports/runs.ts';
import { CountRows, figuresPk } from './count-rows.ts';
import { DynamoTable, equals, type Item, readItems } from './items.ts';
import { handoffOfItem, markKey, markOf, markPk, runOf, slotKey } from './run-items.ts';

const dayS = 24 * 60 * 60;
const zoneSk = 'zone';
const nightPk = 'night';

/** Counts of runs by hour and day, and the marks of hours to recount, beside the runs. @see handoff.md 6.3 */
export class RunCountsTable extends CountRows implements RunCounts {
  /** The last night that this process knows to be complete. */
  #wholeNight = '';

  async marks(shard: number, after: unknown) {
    const { items, next } = await this.queryPage({
      KeyConditionExpression: 'pk = :pk AND sk > :first',
      ExpressionAttributeValues: { ':pk': markPk(shard), ':first': ' ' },
      ...(after ? { ExclusiveStartKey: after as Item } : {}),
    });
    return { marks: items.map(markOf), next };
  }

  async marksOf(tenantId: string, slots: readonly number[]): Promise<readonly Mark[]> {
    const keys = slots.map((slot) => markKey(tenantId, slot));
    return (await this.getItems(keys)).map(markOf);
  }

  async clear({ tenantId, slotMs, count }: Mark): Promise<void> {
    // It has been marked since: that is counted the next time.
    await this.deleteItem(markKey(tenantId, slotMs), equals('n', count));
  }

  inSlots(tenantId: string, slots: readonly number[], after: SlotPosition | null) {
    const shards = Array.from({ length: runLimits.runShards }, (_, shard) => shard);
    const partitions = slots.flatMap((slot) => shards.map((shard) => slotKey(tenantId, slot, shard)));
    return runsInSlots({ dynamodb: this.dynamodb, table: this.tableName, partitions }, after);
  }

  async hasBeenActive(tenantId: string, sinceMs: number): Promise<boolean> {
    const found = await Promise.all(
      Array.from({ length: runLimits.runShards }, (_, shard) =>
        this.queryPage({
          IndexName: indexNames.recent,
          KeyConditionExpression: 'recent = :recent AND recentAt >= :since',
          ExpressionAttributeValues: { ':recent': `${tenantId}#${shard}`, ':since': sinceMs },
          Limit: 1,
        }),
      ),
    );
    return found.some(({ items }) => items.length > 0);
  }

  async findZone(tenantId: string): Promise<string | null> {
    const item = await this.getItem({ pk: figuresPk(tenantId), sk: zoneSk }, 'lately');
    return item && String(item.zone);
  }

  async saveZone(tenantId: string, zone: string): Promise<void> {
    await this.putItem({ pk: figuresPk(tenantId), sk: zoneSk, zone });
  }

  async findNight(date: string): Promise<string | null> {
    if (this.#wholeNight === date) return nightEnd;
    const item = await this.getItem({ pk: nightPk, sk: date });
    const found = item && String(item.tenant);
    if (found === nightEnd) this.#wholeNight = date;
    return found;
  }

  async saveNight(date: string, tenantId: string): Promise<void> {
    const expiresAt = Math.floor(Date.parse(date) / 1000) + 7 * dayS;
    await this.putItem({ pk: nightPk, sk: date, tenant: tenantId, expiresAt });
  }
}

/** Runs that are held in memory at a time. */
const runsPerRead = 500;

/** Actions without a button of their own. */
interface SlotSource {
  readonly dynamodb: DynamoDBDocumentClient;
  readonly table: string;
  /** Partitions of the index, in the order in which they are read. */
  readonly partitions: readonly string[];
}

interface Page {
  readonly keys: readonly SlotPosition[];
  readonly next: Item | undefined;
}

/**
 * The runs and handoffs of quarters of an hour, from a position on, some hundred at a time. A run and the copy that is left of
 * it when its visitor is erased have one name: they always come together.
 */
async function* runsInSlots(source: SlotSource, after: SlotPosition | null): AsyncGenerator<RunsOfSlots> {
  let some: SlotPosition[] = [];
  for await (const found of keysInSlots(source, after)) {
    const last = some.at(-1);
    if (last && some.length >= runsPerRead && last.sk !== found.sk) {
      yield { ...(await readAll(source, some)), after: last };
      some = [];
    }
    some.push(found);
  }
  if (some.length > 0) yield { ...(await readAll(source, some)), after: null };
}

async function* keysInSlots(source: SlotSource, after: SlotPosition | null): AsyncGenerator<SlotPosition> {
  const begin = after?.partition ?? 0;
  const numbers = source.partitions.map((_, partition) => partition).slice(begin);
  // In most hours, each partition is one page.
  const first = await Promise.all(
    numbers.map((partition) =>
      readPage(source, partition, partition === begin && after ? startAt(source, after) : undefined),
    ),
  );
  for (const [n, partition] of numbers.entries())
    for (let page = first[n]; page; ) {
      yield* page.keys;
      page = page.next && (await readPage(source, partition, page.next));
    }
}

const startAt = ({ partitions }: SlotSource, { partition, pk, sk }: SlotPosition) => ({
  slot: partitions[partition],
  pk,
  sk,
});

async function readPage(
  { dynamodb, table, partitions }: SlotSource,
  partition: number,
  start: Item | undefined,
): Promise<Page> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: table,
      IndexName: indexNames.bySlot,
      KeyConditionExpression: 'slot = :slot',
      ExpressionAttributeValues: { ':slot': partitions[partition] },
      ...(start && { ExclusiveStartKey: start }),
    }),
  );
  const keys = Items.map(({ pk, sk }) => ({ partition, pk: String(pk), sk: String(sk) }));
  return { keys, next: LastEvaluatedKey };
}

async function readAll({ dynamodb, table }: SlotSource, names: readonly SlotPosition[]) {
  const keys = names.map(({ pk, sk }) => ({ pk, sk }));
  const found = await readItems(dynamodb, table, keys);
  // Runs erased since the index was read are marked, and have their copy in the index.
  const kept = found.filter(({ erasedAt }) => erasedAt === undefined);
  return {
    runs: kept.filter(({ run }) => run !== undefined).map(runOf),
    handoffs: kept.filter(({ handoff }) => handoff !== undefined).map(handoffOfItem),
  };
}

/** How long a day's progress is kept. */
const keptS = 2 * 24 * 60 * 60;

/** Tokens of a tenant's day, one item of the rate-limits table that is only ever added to. @see design 4 */
export class TokenCountsTable extends DynamoTable implements TokenCounts {
  protected readonly table = tables.rateLimits;

  async used(tenantId: string): Promise<number> {
    const item = await this.getItem(this.#keyOf(tenantId), 'lately');
    return Number(item?.tokens ?? 0);
  }

  async add(tenantId: string, tokens: number): Promise<void> {
    await this.updateItem(this.#keyOf(tenantId), {
      UpdateExpression: 'ADD tokens :tokens SET expiresAt = :expiresAt',
      ExpressionAttributeValues: {
        ':tokens': tokens,
        ':expiresAt': Math.floor(this.nowMs() / 1000) + keptS,
      },
    });
  }

  #keyOf(tenantId: string): string {
    const day = new Date(this.nowMs()).toISOString().slice(0, 10);
    return `${tenantId}#llm-tokens#${day}`;
  }
}
