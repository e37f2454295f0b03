import { DescribeTableCommand, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

type Value = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, Value>>;
type Json = Record<string, unknown>;

interface Index {
  readonly keys: readonly string[];
  /** Attributes that it holds; null are all. */
  readonly projected: readonly string[] | null;
}

interface Table {
  readonly keys: readonly string[];
  readonly indexes: readonly Index[];
}

/** What AWS would count for one call. */
export interface Units {
  readonly write: number;
  readonly read: number;
}

const writeUnitBytes = 1024;

/**
 * Bytes of an attribute's value.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
function valueBytes(value: Value): number {
  const [[type, content] = ['NULL', true]] = Object.entries(value);
  if (type === 'S') return Buffer.byteLength(String(content));
  if (type === 'N') return Math.ceil(String(content).replace(/^-|\.|^0+|0+$/g, '').length / 2) + 1;
  if (type === 'B') return Buffer.from(String(content), 'base64').length;
  if (type === 'M') return 3 + itemBytes(content as Item) + Object.keys(content as Item).length;
  if (type === 'L') return (content as Value[]).reduce((sum, one) => sum + 1 + valueBytes(one), 3);
  if (type === 'SS' || type === 'NS' || type === 'BS')
    return (content as unknown[]).reduce<number>(
      (sum, one) => sum + valueBytes({ [type[0] ?? 'S']: one }),
      0,
    );
  return 1;
}

/** Bytes of an item: names and values. */
export function itemBytes(item: Item): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

/** Write units of one index for an item that was one thing and is another. */
export function indexWriteUnits(
  index: Index,
  keys: readonly string[],
  before: Item | null,
  after: Item | null,
): number {
  const entryOf = (item: Item | null) => {
    if (!item || !index.keys.every((name) => name in item)) return null;
    const names = index.projected && [...keys, ...index.keys, ...index.projected];
    return names ? Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) : item;
  };
  const units = (item: Item) => Math.max(1, Math.ceil(itemBytes(item) / writeUnitBytes));
  const [was, is] = [entryOf(before), entryOf(after)];
  if (!was || !is) return (was ? units(was) : 0) + (is ? units(is) : 0);
  const same = (names: readonly string[]) =>
    names.every((name) => JSON.stringify(was[name]) === JSON.stringify(is[name]));
  if (!same(index.keys)) return units(was) + units(is);
  return same([...new Set([...Object.keys(was), ...Object.keys(is)])]) ? 0 : Math.max(units(was), units(is));
}

/** Counts what calls to DynamoDB cost, the indexes' share too, which the embedded engine leaves out. */
export function unitCounter(dynamodb: DynamoDBClient) {
  const tables = new Map<string, Promise<Table>>();
  const tableOf = (name: string) => {
    const table = tables.get(name) ?? describe(dynamodb, name);
    tables.set(name, table);
    return table;
  };
  const read = async (TableName: string, Key: Item): Promise<Item | null> => {
    const command = new GetItemCommand({ TableName, Key: Key as never, ConsistentRead: true });
    return ((await dynamodb.send(command)).Item as Item | undefined) ?? null;
  };
  /** Those of a call whose tables have indexes. */
  const written = async (operation: string, input: Json) => {
    const found = await Promise.all(
      keysWritten(operation, input).map(async ({ table, from }) => {
        const definition = await tableOf(table);
        const key = Object.fromEntries(definition.keys.map((name) => [name, from[name] ?? {}]));
        return definition.indexes.length > 0 ? [{ table, key, definition }] : [];
      }),
    );
    return found.flat();
  };
  return {
    /** @param send does the call; asked once, between the looks at the items */
    async count(
      operation: string,
      input: Json,
      send: () => Promise<{ readonly status: number; readonly output: Json }>,
    ): Promise<Units> {
      const items = await written(operation, input);
      const before = await Promise.all(items.map(({ table, key }) => read(table, key)));
      const { status, output } = await send();
      const isWrite = /^(Put|Update|Delete|BatchWrite)/.test(operation);
      if (status !== 200) return { write: isWrite ? 1 : 0, read: isWrite ? 0 : 0.5 };
      const consumed = [output.ConsumedCapacity ?? []].flat() as { CapacityUnits?: number; Table?: Json }[];
      const base = consumed.reduce(
        (sum, one) => sum + Number(one.Table?.CapacityUnits ?? one.CapacityUnits ?? 0),
        0,
      );
      if (!isWrite) {
        const all = consumed.reduce((sum, one) => sum + Number(one.CapacityUnits ?? 0), 0);
        return { write: 0, read: all };
      }
      const after = await Promise.all(items.map(({ table, key }) => read(table, key)));
      const ofIndexes = items.flatMap(({ definition }, n) =>
        definition.indexes.map((index) =>
          indexWriteUnits(index, definition.keys, before[n] ?? null, after[n] ?? null),
        ),
      );
      return { write: ofIndexes.reduce((sum, units) => sum + units, base), read: 0 };
    },
  };
}

function keysWritten(operation: string, input: Json): { readonly table: string; readonly from: Item }[] {
  const table = String(input.TableName);
  if (operation === 'PutItem') return [{ table, from: input.Item as Item }];
  if (operation === 'UpdateItem' || operation === 'DeleteItem') return [{ table, from: input.Key as Item }];
  if (operation !== 'BatchWriteItem') return [];
  return Object.entries(input.RequestItems as Record<string, Json[]>).flatMap(([name, requests]) =>
    requests.map(({ PutRequest, DeleteRequest }) => ({
      table: name,
      from: ((PutRequest as Json)?.Item ?? (DeleteRequest as Json)?.Key) as Item,
    })),
  );
}

async function describe(dynamodb: DynamoDBClient, TableName: string): Promise<Table> {
  const { Table: table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
  const names = (schema: readonly { AttributeName?: string | undefined }[] = []) =>
    schema.map(({ AttributeName = '' }) => AttributeName);
  return {
    keys: names(table?.KeySchema),
    indexes: (table?.GlobalSecondaryIndexes ?? []).map(({ KeySchema, Projection }) => ({
      keys: names(KeySchema),
      projected: Projection?.ProjectionType === 'ALL' ? null : (Projection?.NonKeyAttributes ?? []),
    })),
  };
}
