import { expect, it } from 'vitest';
import { PeopleTable } from '../../src/aws/people-table.ts';
import { RunCountsTable } from '../../src/aws/run-counts-table.ts';
import { freshTables } from '../support/fresh-tables.ts';

const fresh = freshTables();
const of = { tenantId: 'acme', channel: 'chatapp', accountId: 'whatsapp' };
const mark = { tenantId: 'acme', slotMs: 0, count: 1, atMs: 0 };
const people = (prefix: string) => new PeopleTable(fresh.clients.dynamodb, prefix);
const counts = (prefix: string) => new RunCountsTable(fresh.clients.dynamodb, prefix, () => 0);

it('a forgotten name is not renewed, and a missing mark not cleared, without an error', async () => {
  await people(fresh.prefix).renew(of, '4915', 1);
  expect(await people(fresh.prefix).find(of, ['4915'])).toEqual(new Map());
  await counts(fresh.prefix).clear(mark);
});

it.each([
  ['renewing a name', (prefix: string) => people(prefix).renew(of, '4915', 1)],
  ['clearing a mark', (prefix: string) => counts(prefix).clear(mark)],
])('%s fails when its table is missing', async (_, write) => {
  await expect(write('elsewhere-')).rejects.toThrow(
    expect.objectContaining({ name: 'ResourceNotFoundException' }),
  );
});
