import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { directoryTable } from '../../src/aws/directory-table.ts';

const client = new DynamoDBClient({ region: 'eu-west-1' });
const sdk = mockClient(client);
beforeEach(() => void sdk.reset());

const tenantItem = (id: string) =>
  marshall({ pk: id, sk: 'tenant', document: { id, name: id, status: 'active', features: [] } });
const last = marshall({ pk: 'b' });

it('tenants are listed to the last page', async () => {
  sdk
    .on(QueryCommand)
    .resolvesOnce({ Items: [tenantItem('b')], LastEvaluatedKey: last })
    .resolvesOnce({ Items: [], LastEvaluatedKey: marshall({ pk: 'c' }) })
    .resolves({ Items: [tenantItem('a')] });
  const tenants = await directoryTable(client, 'x-', Date.now).listTenants();
  expect(tenants.map(({ id }) => id)).toEqual(['a', 'b']);
});

it('of the widgets that allow an origin one is read, however many there are', async () => {
  sdk.on(QueryCommand).resolves({ Items: [tenantItem('a')], LastEvaluatedKey: last });
  expect(await directoryTable(client, 'x-', Date.now).allowsAnyOrigin(['https://shop.example'])).toBe(true);
  const calls = sdk.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input.Limit);
  expect(calls).toEqual([1]);
});
