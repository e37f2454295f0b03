import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  ScanCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { type Table, tables } from '../contract/tables.ts';
import { createTableInput } from './create-tables.ts';

/** Tables of an earlier version differ from what this one needs, and are not ours to change. */
export class OutdatedTablesError extends Error {
  constructor(names: readonly string[]) {
    super(
      `The tables ${names.join(', ')} were created by an earlier version and lack indexes: delete them, or add the indexes that src/contract/tables.ts names.`,
    );
    this.name = 'OutdatedTablesError';
  }
}

/** @throws OutdatedTablesError where a table that is there lacks an index */
export async function checkTables(dynamodb: DynamoDBClient, tablePrefix: string): Promise<void> {
  const inputs = inputsOf(tablePrefix);
  const found = await Promise.all(inputs.map((input) => describe(dynamodb, input.TableName)));
  const outdated = inputs.filter((input, n) => !isUpToDate(found[n], input));
  if (outdated.length > 0) throw new OutdatedTablesError(outdated.map(({ TableName }) => String(TableName)));
}

/** The endpoint and credentials of an embedded DynamoDB. */
interface Embedded {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Brings the tables of an embedded DynamoDB up to date, with a client that leaves items as they are. @see renewTables */
export async function renewEmbeddedTables(
  { endpoint, region, ...credentials }: Embedded,
  tablePrefix: string,
): Promise<void> {
  const plain = new DynamoDBClient({ endpoint, region, credentials });
  await renewTables(plain, tablePrefix);
  plain.destroy();
}

/**
 * Gives the tables that an earlier version has created the indexes of this one: the embedded DynamoDB adds none to a
 * table, so its items go to a new one and back. If interrupted, it continues at the next start.
 * @param dynamodb a client that leaves items as they are
 */
export async function renewTables(dynamodb: DynamoDBClient, tablePrefix: string): Promise<void> {
  for (const input of inputsOf(tablePrefix)) {
    const copyInput = { ...input, TableName: `${input.TableName}.copy` };
    const table = await describe(dynamodb, input.TableName);
    const copy = await describe(dynamodb, copyInput.TableName);
    if (table && !isUpToDate(table, input)) {
      // A copy that is there is not known to be whole.
      if (copy) await drop(dynamodb, copyInput);
      await create(dynamodb, copyInput);
      await copyItems(dynamodb, input, copyInput);
      await drop(dynamodb, input);
    } else if (!copy) continue;
    // From here on the copy is whole, also where an earlier start has ended.
    if (!(await describe(dynamodb, input.TableName))) await create(dynamodb, input);
    await copyItems(dynamodb, copyInput, input);
    await drop(dynamodb, copyInput);
  }
}

const inputsOf = (tablePrefix: string) =>
  Object.values(tables).map((table: Table) => createTableInput(table, tablePrefix));

async function describe(
  dynamodb: DynamoDBClient,
  name: string | undefined,
): Promise<TableDescription | null> {
  try {
    return (await dynamodb.send(new DescribeTableCommand({ TableName: name }))).Table ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

/** Also true of one that is absent. */
function isUpToDate(
  table: TableDescription | null | undefined,
  { GlobalSecondaryIndexes: needed = [] }: CreateTableCommandInput,
): boolean {
  const there = new Map(table?.GlobalSecondaryIndexes?.map((index) => [index.IndexName, index]));
  const shape = (index: (typeof needed)[number] | undefined) =>
    JSON.stringify([
      index?.KeySchema?.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
      index?.Projection?.ProjectionType,
    ]);
  return (
    !table || needed.every((index) => shape(index) === shape(there.get(index.IndexName) as typeof index))
  );
}

async function create(dynamodb: DynamoDBClient, input: CreateTableCommandInput): Promise<void> {
  await dynamodb.send(new CreateTableCommand(input));
  await until(async () => (await describe(dynamodb, input.TableName))?.TableStatus === 'ACTIVE');
}

async function drop(dynamodb: DynamoDBClient, { TableName }: CreateTableCommandInput): Promise<void> {
  await dynamodb.send(new DeleteTableCommand({ TableName }));
  await until(async () => (await describe(dynamodb, TableName)) === null);
}

/** The embedded DynamoDB takes a moment, the SDK's waiters a second at least. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(10);
}

const itemsOfBatch = 25;

async function copyItems(
  dynamodb: DynamoDBClient,
  from: CreateTableCommandInput,
  to: CreateTableCommandInput,
): Promise<void> {
  let start: Record<string, AttributeValue> | undefined;
  do {
    const scan = new ScanCommand({ TableName: from.TableName, ExclusiveStartKey: start });
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(scan);
    for (let n = 0; n < Items.length; n += itemsOfBatch) {
      const puts = Items.slice(n, n + itemsOfBatch).map((Item) => ({ PutRequest: { Item } }));
      await dynamodb.send(new BatchWriteItemCommand({ RequestItems: { [String(to.TableName)]: puts } }));
    }
    start = LastEvaluatedKey;
  } while (start);
}
