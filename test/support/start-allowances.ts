import { createAwsClients } from '../../src/aws/clients.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { clockWindow, TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';

import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { proxiedServices } from './fault-answers.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { localClients } from './local-clients.ts';
import { RawTable } from './raw-table.ts';

const prefix = 'allowance-';
const windowMs = 60_000;

/** Allowances of a minute in a DynamoDB of their own, behind a proxy that may lose their calls. */
export async function startAllowances() {
  const server = await startDynamodb(undefined);
  const proxy = await startFaultProxy();
  const endpoints = Object.values(proxiedServices).map((variable) => [variable, server.url]);
  const behind = createAwsClients({
    ...proxy.inFrontOf(Object.fromEntries(endpoints)),
    ...{ AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', PATIENCE: '20' },
  });
  const { dynamodb } = localClients({ DYNAMODB: server.url });
  await createTables(dynamodb, prefix);
  const table = new RawTable(dynamodb, prefix);
  let tenants = 0;
  return {
    proxy,
    /** The table itself, without the proxy. */
    table,
    freshTenant: () => `tenant-${++tenants}`,
    environment: (nowMs: () => number) => new TenantAllowanceTable(behind, prefix, nowMs),
    windowAt: (tenantId: string, nowMs: number) => clockWindow(`${tenantId}#tenant`, windowMs, nowMs),
    /** How much of the minute is drawn that is then. */
    async leasedAt(tenantId: string, nowMs: number): Promise<unknown> {
      const { number } = clockWindow(`${tenantId}#tenant`, windowMs, nowMs);
      return (await table.find(`${tenantId}#tenant#${number}`))?.leased;
    },
    async stop() {
      await proxy.stop();
      await server.stop();
    },
  };
}
