import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AwsClients } from '../../src/aws/clients.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';
import { startDynamodb } from '../../src/local/aws/dynamodb.ts';
import { localClients } from '../support/local-clients.ts';
import { runMinute } from '../support/tenant-minute.ts';

const prefix = 'allowance-';
let clients: AwsClients;
let stop: () => Promise<void>;
let tenants = 0;
function freshTenant(): string {
  tenants += 1;
  return `tenant-${tenants}`;
}

beforeAll(async () => {
  const server = await startDynamodb(undefined);
  clients = localClients({ DYNAMODB: server.url });
  await createTables(clients.dynamodb, prefix);
  stop = server.stop;
});
afterAll(() => stop());

describe("a tenant's minute", { timeout: 60_000 }, () => {
  it.each([
    [1, 'even'],
    [100, 'random'],
    [300, 'even'],
  ] as const)(
    'of 600 admits neither more nor, below 95 percent of it, less with %i environments and %s traffic',
    async (environments, traffic) => {
      const { admitted, admittedBeforeRefusal } = await runMinute(clients, {
        ...{ prefix, tenantId: freshTenant(), environments, traffic, limit: 600 },
        random: Math.random,
      });
      expect(admitted).toBeLessThanOrEqual(600);
      expect(admittedBeforeRefusal).toBeGreaterThanOrEqual(570);
    },
  );

  it('is not used up by messages that are refused elsewhere, however many environments they come to', async () => {
    const tenantId = freshTenant();
    const nowMs = () => 1_800_000_000_000;
    const environments = Array.from({ length: 40 }, () => new TenantAllowanceTable(clients, prefix, nowMs));
    for (const environment of environments) {
      expect(await environment.take(tenantId, 40)).toEqual({ ok: true });
      await environment.giveBack(tenantId);
    }
    const taken = await Promise.all(environments.map((environment) => environment.take(tenantId, 40)));
    expect(taken.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(38);
  });
});
