import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AwsClients } from '../../src/aws/clients.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { localClients } from '../support/local-clients.ts';
import { runMinute, type Traffic } from '../support/tenant-minute.ts';

const prefix = 'allowance-';
let clients: AwsClients;
let stop: () => Promise<void>;
const rows: string[] = [];
let writes = 0;

beforeAll(async () => {
  const server = await startDynamodb(undefined);
  clients = localClients({ DYNAMODB: server.url });
  await createTables(clients.dynamodb, prefix);
  clients.dynamodb.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'UpdateItemCommand') writes += 1;
        return next(args);
      },
    { step: 'initialize' },
  );
  stop = server.stop;
});
afterAll(async () => {
  console.log(['environments, traffic: admitted, first refusal after, writes of 700', ...rows].join('\n'));
  await stop();
});

const traffics: readonly Traffic[] = ['even', 'random', 'bursty', 'concurrent'];
const cases = [1, 10, 50, 100, 200, 300].flatMap((environments) =>
  traffics.map((traffic) => ({ environments, traffic })),
);

it.each(cases)(
  'a minute of 600 holds with $environments environments and $traffic traffic',
  async ({ environments, traffic }) => {
    writes = 0;
    const { admitted, admittedBeforeRefusal } = await runMinute(clients, {
      ...{ prefix, tenantId: `${environments}-${traffic}`, environments, traffic, limit: 600 },
      random: Math.random,
    });
    rows.push(`${environments}, ${traffic}: ${admitted}, ${admittedBeforeRefusal}, ${writes}`);
    expect(admitted).toBeLessThanOrEqual(600);
    expect(admittedBeforeRefusal).toBeGreaterThanOrEqual(570);
  },
);
