import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AwsClients } from '../../src/aws/clients.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { localClients } from './local-clients.ts';

/** One DynamoDB for all tests of a file, and tables of its own for each of them. */
export function freshTables(): {
  readonly clients: AwsClients;
  readonly prefix: string;
  readonly url: string;
} {
  const fresh = {} as { clients: AwsClients; prefix: string; url: string };
  let tests = 0;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const server = await startDynamodb(undefined);
    fresh.url = server.url;
    fresh.clients = localClients({ DYNAMODB: server.url });
    stop = server.stop;
  });
  afterAll(() => stop());
  beforeEach(async () => {
    tests += 1;
    fresh.prefix = `test-${tests}-`;
    await createTables(fresh.clients.dynamodb, fresh.prefix);
  });
  return fresh;
}
