import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { createAwsClients } from '../../src/aws/clients.ts';
import { type Table, tables } from '../../src/contract/tables.ts';
import type { TestStack } from './start-stack.ts';

/** Deletes what has expired, as DynamoDB does in time and dynalite never. */
export async function forgetExpired(
  stack: TestStack,
  nowMs: number,
  among: readonly Table[] = Object.values(tables),
): Promise<void> {
  const { dynamodb: client } = createAwsClients(stack.env);
  for (const { name, ttlAttribute, partitionKey, sortKey } of among) {
    if (ttlAttribute === undefined) continue;
    const TableName = `${stack.env.TABLE_PREFIX}${name}`;
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
      for (const item of Items.map((found) => found)) {
        if (!(Number(item[ttlAttribute]) * 1000 <= nowMs)) continue;
        const keys = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
        const Key = Object.fromEntries(keys.map((key) => [key, item[key]]));
        await client.send(new DeleteCommand({ TableName, Key }));
      }
    }
  }
}
