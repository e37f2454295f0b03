import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AwsClients } from '../../src/aws/clients.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { startDynamodb } from '../../src/local/aws/dynamodb.ts';
import { localClients } from '../support/local-clients.ts';
import { runMinute, type Traffic } from '../support/tenant-minute.ts';

const prefix = 'allowance-';
let clients: AwsClients;
let stop: () => Promise<void>;
const rows: string[] = [];

beforeAll(async () => {
  const server = await startDynamodb(undefined);
  clients = localClients({ DYNAMODB: server.url });
  await createTables(clients.dynamodb, prefix);
  stop = server.stop;
});
afterAll(async () => {
  console.log(['environments, traffic: admitted, first refusal after', ...rows].join('\n'));
  await stop();
});

const traffics: readonly Traffic[] = ['even', 'random', 'bursty', 'concurrent'];
const cases = [1, 10, 50, 100, 200, 300].flatMap((environments) =>
  traffics.map((traffic) => ({ environments, traffic })),
);

it.each(cases)(
  'a minute of 600 holds with $environments environments and $traffic traffic',
  async ({ environments, traffic }) => {
    const { admitted, admittedBeforeRefusal } = await runMinute(clients.dynamodb, {
      ...{ prefix, tenantId: `${environments}-${traffic}`, environments, traffic, limit: 600 },
      random: Math.random,
    });
    rows.push(`${environments}, ${traffic}: ${admitted}, ${admittedBeforeRefusal}`);
    expect(admitted).toBeLessThanOrEqual(600);
    expect(admittedBeforeRefusal).toBeGreaterThanOrEqual(570);
  },
);
