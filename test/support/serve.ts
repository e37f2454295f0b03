import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { HttpClientRequest } from '../../src/ports/http-client.ts';

/** A server on a free port of this machine, with a count of its connections. */
async function serve(listener: RequestListener) {
  let connections = 0;
  const server = createServer(listener).on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A request's body. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

type Server = Awaited<ReturnType<typeof serve>>;
const started: Server[] = [];

/** A server that is closed after the test. */
export async function start(listener: RequestListener): Promise<Server> {
  const server = await serve(listener);
  started.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

/** What an http step sends. */
export const get = (url: string, rest: Partial<HttpClientRequest> = {}): HttpClientRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeoutMs: 5_000,
  ...rest,
});
