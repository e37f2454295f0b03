import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listen } from '../../src/local/listen.ts';

/** What becomes of a request: it never arrives, its answer never does, or somebody on the way answers it. */
export type LineFault = 'cut-before' | 'cut-after' | 'unavailable' | 'throttled';

export interface HostileLine {
  readonly url: string;
  /** Decides for each request, by how many came before it; undefined lets it pass. */
  decide: (n: number, request: IncomingMessage) => LineFault | undefined;
  /** The idempotency key of each request that came, and what became of it. */
  readonly came: { readonly key: string | undefined; readonly fault: LineFault | undefined }[];
  stop(): Promise<void>;
}

/** Stands between clients and a gateway as bad networks do. */
export async function startHostileLine(target: string): Promise<HostileLine> {
  const line: HostileLine = { url: '', decide: () => undefined, came: [], stop: () => closeServer(server) };
  const server = createServer((incoming, outgoing) => {
    const fault = line.decide(line.came.length, incoming);
    const key = incoming.headers['idempotency-key'];
    line.came.push({ key: typeof key === 'string' ? key : undefined, fault });
    answer(target, incoming, outgoing, fault).catch(() => outgoing.destroy());
  });
  return Object.assign(line, { url: await listen(server, 0) });
}

async function answer(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: LineFault | undefined,
): Promise<void> {
  if (fault === 'cut-before') return void outgoing.destroy();
  const body = await buffer(incoming);
  if (fault === 'unavailable') return void outgoing.writeHead(503).end('{"message":"Service Unavailable"}');
  if (fault === 'throttled') return void outgoing.writeHead(429, { 'retry-after': '0' }).end('{}');
  const { method } = incoming;
  const { host: _, ...headers } = incoming.headers;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = request(`${target}${incoming.url}`, { method, headers }, (response) => {
    buffer(response).then((said) => {
      if (fault === 'cut-after') outgoing.destroy();
      else outgoing.writeHead(response.statusCode ?? 502, response.headers).end(said);
      resolve();
    }, reject);
  });
  outgoing.once('close', () => asked.destroy());
  asked.once('error', reject).end(body);
  return promise;
}
