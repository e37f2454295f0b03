import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { type AwsClients, createAwsClients } from '../../src/aws/clients.ts';
import { unpackJson } from '../../src/aws/items.ts';
import { type Table, tables } from '../../src/contract/tables.ts';
import type { TestStack } from './start-stack.ts';

export interface StoredItem {
  /** The table's name without its prefix. */
  readonly table: string;
  /** The attributes; what is packed is unpacked, other bytes are their text. */
  readonly item: Readonly<Record<string, unknown>>;
}

/** Every item of every table, in words that can be searched. */
export function storedItems(stack: TestStack): Promise<StoredItem[]> {
  return itemsOf(createAwsClients(stack.env), String(stack.env.TABLE_PREFIX));
}

/** Those of the tables with a prefix. */
export async function itemsOf(
  { dynamodb: client }: Pick<AwsClients, 'dynamodb'>,
  prefix: string,
): Promise<StoredItem[]> {
  const found: StoredItem[] = [];
  for (const { name } of Object.values<Table>(tables)) {
    const pages = paginateScan({ client }, { TableName: `${prefix}${name}` });
    for await (const { Items = [] } of pages)
      for (const item of Items) {
        const values = Object.entries(item).map(([key, value]) => [key, inWords(value)]);
        found.push({ table: name, item: Object.fromEntries(values) });
      }
  }
  return found;
}

function inWords(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  try {
    return unpackJson(value);
  } catch {
    return Buffer.from(value).toString();
  }
}
