import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AwsClients } from '../../src/aws/clients.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { localClients } from '../support/local-clients.ts';
import { runAddresses, runMinute, type Sent } from '../support/tenant-minute.ts';

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

  it('is not used up by refused messages, however many environments they reach', async () => {
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

describe('one address', { timeout: 60_000 }, () => {
  const limit = 200;
  const early = 160;
  const many = [1, 40];
  const ofFlood = (n: number): Sent => ({ address: 'flood', at: n });
  const ask = (environments: number, sent: readonly Sent[]) =>
    runAddresses(clients, { prefix, tenantId: freshTenant(), environments, limit, sent });
  const admittedOf = (all: readonly { address: string | null; ok: boolean }[], address: string | null) =>
    all.filter((one) => one.ok && one.address === address).length;

  it.each(many)(
    'that is alone is refused nothing before 80 percent of the limit, and gets no more, with %i environments',
    async (environments) => {
      const all = await ask(
        environments,
        Array.from({ length: 220 }, (_, n) => ofFlood(n)),
      );
      expect(admittedOf(all, 'flood')).toBeLessThanOrEqual(early);
      expect(all.find(({ ok }) => !ok)?.admittedBefore).toBeGreaterThanOrEqual(0.95 * early);
    },
  );

  it('that signs its requests, or whose visitors are verified, can use all of it', async () => {
    const all = await ask(
      3,
      Array.from({ length: 220 }, (_, n) => ({ address: null, at: n })),
    );
    expect(admittedOf(all, null)).toBe(limit);
  });

  it.each(many)(
    'that floods mutes no other address below 95 percent of the limit, with %i environments',
    async (environments) => {
      // Each of 30 others writes twice a minute, between four messages of the flood.
      const sent = Array.from({ length: 60 }, (_, n): Sent[] => [
        ...[0, 1, 2, 3].map((m) => ofFlood(4 * n + m)),
        { address: `other-${n % 30}`, at: 7 * n },
      ]).flat();
      const all = await ask(environments, sent);
      expect(all.filter(({ ok }) => ok).length).toBeLessThanOrEqual(limit);
      const others = all.filter(({ address }) => address !== 'flood');
      expect(others.filter(({ ok, admittedBefore }) => !ok && admittedBefore < 0.95 * limit)).toEqual([]);
      expect(admittedOf(all, 'flood')).toBeLessThanOrEqual(early);
    },
  );

  it.each([40])(
    'that begins when the window is 80 percent used has a fifth of the rest, with %i environments',
    async (environments) => {
      const before = Array.from({ length: early }, (_, n): Sent => ({ address: `early-${n}`, at: n }));
      const flood = Array.from({ length: 60 }, (_, n) => ofFlood(n));
      const late = Array.from({ length: 20 }, (_, n): Sent => ({ address: `late-${n}`, at: n }));
      const all = await ask(environments, [...before, ...flood, ...late]);
      expect(admittedOf(all, 'flood')).toBeGreaterThanOrEqual(4);
      expect(admittedOf(all, 'flood')).toBeLessThanOrEqual((limit - early) / 5);
      expect(all.filter(({ ok, address }) => !ok && address !== 'flood')).toEqual([]);
    },
  );

  it('costs one write to be refused first by each environment, and none after that', async () => {
    const tenantId = freshTenant();
    const nowMs = () => 1_800_000_000_000;
    const full = new TenantAllowanceTable(clients, prefix, nowMs);
    while ((await full.take(tenantId, limit, 'flood')).ok);
    const { counted, writes } = countedWrites();
    const fresh = new TenantAllowanceTable(counted, prefix, nowMs);
    const refused = { ok: false, of: 'address' };
    for (let n = 0; n < 5; n += 1) expect(await fresh.take(tenantId, limit, 'flood')).toMatchObject(refused);
    expect(writes()).toBe(1);
    expect(fresh.knownRefusal(tenantId, limit, 'flood')).toMatchObject(refused);
    expect(fresh.knownRefusal(tenantId, limit, 'other')).toBeNull();
    expect(await fresh.take(tenantId, limit, 'other')).toEqual({ ok: true });
    expect(writes()).toBe(2);
    // What is given back by a repeat that was let in is the address's own again.
    await fresh.giveBack(tenantId, 'other');
    expect(await fresh.take(tenantId, limit, 'other')).toEqual({ ok: true });
    expect(writes()).toBe(2);
  });

  it('is counted in an item of less than a kilobyte, however many there are', async () => {
    const tenantId = 't'.repeat(128);
    const sent = Array.from({ length: 130 }, (_, n): Sent => ({ address: `visitor-${n}`, at: n }));
    await runAddresses(clients, { prefix, tenantId, environments: 20, limit: 120, sent });
    const { Items = [] } = await clients.dynamodb.send(
      new ScanCommand({ TableName: `${prefix}rate-limits` }),
    );
    const [item] = Items.filter(({ pk }) => String(pk).startsWith(tenantId));
    const bytes = Object.entries(item ?? {}).map(([name, value]) => name.length + String(value).length);
    expect(bytes.length).toBeGreaterThan(90);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_000);
  });

  it('takes no more than its share, and all together no more than the limit, across environments', async () => {
    const message = fc.record({
      address: fc.constantFrom('a', 'a', 'a', 'b', 'c', null),
      at: fc.nat(3),
      count: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 10, maxLength: 20 }),
        fc.constantFrom(1, 2, 7, 60, 120),
        async (bursts, most) => {
          const tenantId = freshTenant();
          const nowMs = () => 1_800_000_000_000;
          const tables = [0, 1, 2, 3].map(() => new TenantAllowanceTable(clients, prefix, nowMs));
          const admitted = new Map<string | null, number>();
          for (const { address, at, count } of bursts) {
            const asked = Array.from({ length: count }, () => tables[at]?.take(tenantId, most, address));
            const taken = (await Promise.all(asked)).filter((one) => one?.ok).length;
            admitted.set(address, (admitted.get(address) ?? 0) + taken);
          }
          const all = [...admitted.values()].reduce((sum, one) => sum + one, 0);
          expect(all).toBeLessThanOrEqual(most);
          // What is drawn in advance is charged to who draws it, and used by whoever comes.
          const spare = 0.05 * most + 1;
          for (const [address, had] of admitted)
            if (address !== null) expect(had).toBeLessThanOrEqual(Math.max(1, 0.8 * most) + spare);
        },
      ),
      { numRuns: 8 },
    );
  });
});

/** The clients, and how many updates they were asked for. */
function countedWrites() {
  let count = 0;
  const send = (command: object) => {
    if (command instanceof UpdateCommand) count += 1;
    return clients.dynamodb.send(command as UpdateCommand);
  };
  const dynamodb = { send } as unknown as AwsClients['dynamodb'];
  return { counted: { dynamodb, dynamodbOnce: dynamodb }, writes: () => count };
}
