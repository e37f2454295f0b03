import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import dynalite from 'dynalite';
import { closeServer, type Endpoint, listen } from '../listen.ts';
import { runningRequests } from '../running-requests.ts';

/**
 * DynamoDB on 127.0.0.1. With a data directory every acknowledged write has reached the operating system, so it
 * survives a killed process.
 */
export async function startDynamodb(dataDir: string | undefined): Promise<Endpoint> {
  const options = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };
  const server: Server = dynalite(dataDir ? { ...options, path: join(dataDir, 'dynamodb') } : options);
  const running = runningRequests();
  server.on('request', (_, response) => void running.add(once(response, 'close')));
  const url = await listen(server, 0, 'programs');
  return {
    url,
    async stop() {
      // A write that finds its database closed would end the process.
      await running.finish();
      await closeServer(server);
    },
  };
}
