import { type DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTables } from '../../src/aws/create-tables.ts';
import { TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';
import { startDynamodb } from '../../src/local/aws/dynamodb.ts';
import { localClients } from '../support/local-clients.ts';
import { runMinute } from '../support/tenant-minute.ts';

const prefix = 'allowance-';
let dynamodb: DynamoDBClient;
let stop: () => Promise<void>;
let tenants = 0;
function freshTenant(): string {
  tenants += 1;
  return `tenant-${tenants}`;
}

beforeAll(async () => {
  const server = await startDynamodb(undefined);
  dynamodb = localClients({ DYNAMODB: server.url }).dynamodb;
  await createTables(dynamodb, prefix);
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
      const { admitted, admittedBeforeRefusal } = await runMinute(dynamodb, {
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
    const environments = Array.from({ length: 40 }, () => new TenantAllowanceTable(dynamodb, prefix, nowMs));
    for (const environment of environments) {
      expect(await environment.take(tenantId, 40)).toEqual({ ok: true });
      await environment.giveBack(tenantId, 40);
    }
    const taken = await Promise.all(environments.map((environment) => environment.take(tenantId, 40)));
    expect(taken.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(38);
  });

  it('never admits more than its limit, whoever takes and gives back in which order', async () => {
    const step = fc.record({ environment: fc.nat(4), what: fc.constantFrom('take', 'take', 'give back') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        async (steps, limit) => {
          const tenantId = freshTenant();
          const environments = Array.from(
            { length: 5 },
            () => new TenantAllowanceTable(dynamodb, prefix, () => 1_800_000_000_000),
          );
          const held = [0, 0, 0, 0, 0];
          for (const { environment: n, what } of steps) {
            const holds = held[n] ?? 0;
            const environment = environments[n];
            if (what === 'take') {
              const taken = await environment?.take(tenantId, limit);
              held[n] = holds + (taken?.ok ? 1 : 0);
            } else if (holds > 0) {
              await environment?.giveBack(tenantId, limit);
              held[n] = holds - 1;
            }
            expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('of twelve messages over three environments is drawn in five writes', async () => {
    const tenantId = freshTenant();
    let writes = 0;
    const send = dynamodb.send.bind(dynamodb) as (command: unknown) => Promise<unknown>;
    const counting = {
      send(command: unknown) {
        if (command instanceof UpdateItemCommand) writes += 1;
        return send(command);
      },
    } as unknown as DynamoDBClient;
    const environments = Array.from(
      { length: 3 },
      () => new TenantAllowanceTable(counting, prefix, () => 1_800_000_000_000),
    );
    for (let n = 0; n < 12; n += 1) await environments[n % 3]?.take(tenantId, 600);
    // One opens the minute; the others are told that it is open, and draw a block each.
    expect(writes).toBe(5);
  });

  it('begins anew when it has ended, and tells a refused tenant when', async () => {
    const tenantId = freshTenant();
    let nowMs = 1_800_000_000_000;
    const environment = new TenantAllowanceTable(dynamodb, prefix, () => nowMs);
    const other = new TenantAllowanceTable(dynamodb, prefix, () => nowMs);
    expect(await environment.take(tenantId, 1)).toEqual({ ok: true });
    expect(await other.take(tenantId, 1)).toEqual({ ok: false, retryAtMs: nowMs + 60_000 });
    nowMs += 60_000;
    expect(await other.take(tenantId, 1)).toEqual({ ok: true });
    expect(await environment.take(tenantId, 1)).toEqual({ ok: false, retryAtMs: nowMs + 60_000 });
  });
});
