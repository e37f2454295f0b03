import { setTimeout as pause } from 'node:timers/promises';
import { DeleteTableCommand, waitUntilTableNotExists } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { createTables } from '../../../src/aws/create-tables.ts';
import { tables } from '../../../src/contract/tables.ts';
import type { FaultProxy } from '../fault-proxy.ts';

type Item = Record<string, unknown>;

/** What tables held at one moment, by their names. */
export type PointInTime = ReadonlyMap<string, readonly Item[]>;

/** The tables that the runbook restores together. @see docs/operations.md "Backup and restore" */
const together = [tables.conversations, tables.messages, tables.dedup];
const mostPerCall = 25;
const lookAgainMs = 2;

/** Holds back calls to the tables while somebody looks at them, so that what they see is of one moment. */
export function startTurnstile(proxy: FaultProxy) {
  let opened: Promise<void> = Promise.resolve();
  let begun = 0;
  proxy.decide = async ({ service }) => {
    if (service !== 'dynamodb') return undefined;
    await opened;
    begun += 1;
    return undefined;
  };
  const done = () => proxy.calls.filter(({ service }) => service === 'dynamodb').length;
  return {
    async holding<T>(look: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<void>();
      opened = promise;
      try {
        while (done() < begun) await pause(lookAgainMs);
        return await look();
      } finally {
        resolve();
      }
    },
  };
}

/** All items of the tables that belong together. */
export async function readTables(dynamodb: DynamoDBDocumentClient, prefix: string): Promise<PointInTime> {
  const held = new Map<string, Item[]>();
  for (const { name } of together) {
    const TableName = prefix + name;
    const items: Item[] = [];
    for await (const page of paginateScan({ client: dynamodb }, { TableName, ConsistentRead: true }))
      items.push(...(page.Items ?? []));
    held.set(TableName, items);
  }
  return held;
}

/** Deletes the tables and makes them anew under their names, as they were. @returns how many items */
export async function putTablesBack(
  dynamodb: DynamoDBDocumentClient,
  prefix: string,
  then: PointInTime,
): Promise<number> {
  for (const TableName of then.keys()) {
    await dynamodb.send(new DeleteTableCommand({ TableName }));
    await waitUntilTableNotExists({ client: dynamodb, maxWaitTime: 30, minDelay: 1 }, { TableName });
  }
  await createTables(dynamodb, prefix);
  let count = 0;
  for (const [TableName, items] of then)
    for (let start = 0; start < items.length; start += mostPerCall) {
      const requests = items.slice(start, start + mostPerCall).map((Item) => ({ PutRequest: { Item } }));
      await dynamodb.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
      count += requests.length;
    }
  return count;
}
