import { type AttributeValue, type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { indexNames } from '../contract/tables.ts';
import type { RunsOfSlots, SlotPosition } from '../ports/runs.ts';
import { readItems } from './read-items.ts';
import { handoffOfItem, runOf } from './run-items.ts';

/** Runs that are held in memory at a time. */
const runsPerRead = 500;

/** Where the runs of quarters of an hour are. */
export interface SlotSource {
  readonly dynamodb: DynamoDBClient;
  readonly table: string;
  /** Partitions of the index, in the order in which they are read. */
  readonly partitions: readonly string[];
}

interface Page {
  readonly keys: readonly SlotPosition[];
  readonly next: Record<string, AttributeValue> | undefined;
}

/**
 * The runs and handoffs of quarters of an hour, from a position on, some hundred at a time. A run and the copy that is left of
 * it when its visitor is erased have one name: they always come together.
 */
export async function* runsInSlots(
  source: SlotSource,
  after: SlotPosition | null,
): AsyncGenerator<RunsOfSlots> {
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
  // Of most hours each partition is one page.
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

const startAt = ({ partitions }: SlotSource, { partition, pk, sk }: SlotPosition) =>
  marshall({ slot: partitions[partition], pk, sk });

async function readPage(
  { dynamodb, table, partitions }: SlotSource,
  partition: number,
  start: Record<string, AttributeValue> | undefined,
): Promise<Page> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: table,
      IndexName: indexNames.bySlot,
      KeyConditionExpression: 'slot = :slot',
      ExpressionAttributeValues: marshall({ ':slot': partitions[partition] }),
      ...(start && { ExclusiveStartKey: start }),
    }),
  );
  const keys = Items.map((item) => {
    const { pk, sk } = unmarshall(item);
    return { partition, pk: String(pk), sk: String(sk) };
  });
  return { keys, next: LastEvaluatedKey };
}

async function readAll({ dynamodb, table }: SlotSource, names: readonly SlotPosition[]) {
  const keys = names.map(({ pk, sk }) => marshall({ pk, sk }));
  const found = await readItems(dynamodb, table, keys);
  // What was erased since the index was read has been marked, and has its copy in the index.
  const kept = found.filter(({ erasedAt }) => erasedAt === undefined);
  return {
    runs: kept.filter(({ run }) => run !== undefined).map(runOf),
    handoffs: kept.filter(({ handoff }) => handoff !== undefined).map(handoffOfItem),
  };
}
