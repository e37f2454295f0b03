import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type Table, tables } from '../contract/tables.ts';

/** Creates the tables that are absent; for the laptop and for tests, never for an environment. @see design 8 */
export async function createTables(dynamodb: DynamoDBClient, tablePrefix: string): Promise<void> {
  await Promise.all(
    Object.values(tables).map(async (table: Table) => {
      const input = createTableInput(table, tablePrefix);
      try {
        await dynamodb.send(new CreateTableCommand(input));
      } catch (error) {
        if (!(error instanceof ResourceInUseException)) throw error;
      }
      await waitUntilTableExists(
        { client: dynamodb, maxWaitTime: 30, minDelay: 1 },
        { TableName: input.TableName },
      );
    }),
  );
}

/** How a table is created. */
export function createTableInput(table: Table, tablePrefix: string): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes = [] } = table;
  const keys = new Map<string, 'S' | 'N'>([[partitionKey, 'S']]);
  if (sortKey) keys.set(sortKey, 'S');
  for (const index of indexes) {
    keys.set(index.partitionKey, 'S');
    if (index.sortKey) keys.set(index.sortKey, index.sortKeyType ?? 'S');
  }
  return {
    TableName: tablePrefix + table.name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(partitionKey, sortKey),
    AttributeDefinitions: [...keys].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: index.projection },
      })),
    }),
  };
}

function keySchema(partitionKey: string, sortKey: string | undefined) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    ...(sortKey ? [{ AttributeName: sortKey, KeyType: 'RANGE' as const }] : []),
  ];
}
