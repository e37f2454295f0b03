import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import dynalite from 'dynalite';
import { type Endpoint, startEndpoint } from './listen.ts';

/**
 * DynamoDB on 127.0.0.1. With a data directory every acknowledged write has reached the operating system, so it
 * survives a killed process.
 */
export async function startDynamodb(dataDir: string | undefined): Promise<Endpoint> {
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const options = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };
  const server: Server = dynalite(dataDir ? { ...options, path: join(dataDir, 'dynamodb') } : options);
  return startEndpoint(server);
}
