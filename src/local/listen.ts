import type { IncomingMessage, RequestListener, Server } from 'node:http';

const host = '127.0.0.1';

/** Something that answers on the loopback address. */
export interface Endpoint {
  readonly url: string;
  stop(): Promise<void>;
}

/** Who calls a server: pages of its own and other origins, or only programs. */
export type Callers = 'browsers' | 'programs';

/**
 * Serves programs on the loopback address, at a free port.
 * @throws Error when the system has none
 */
export async function startEndpoint(server: Server): Promise<Endpoint> {
  const url = await listen(server, 0, 'programs');
  return { url, stop: () => closeServer(server) };
}

/**
 * Listens on the loopback address. Every server of the local stack does it here, since a web page that the developer
 * visits can reach them too: by a name of its own that leads to 127.0.0.1 (so the `Host` must be this server's), or by a
 * request across origins (so servers that no page has to do with refuse an `Origin`).
 * @param port 0 picks a free one
 * @returns the server's base address
 * @throws Error with code `EADDRINUSE` when the port is taken
 */
export function listen(server: Server, port: number, callers: Callers = 'browsers'): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      const url = `http://${host}:${typeof address === 'object' && address ? address.port : port}`;
      guard(server, url, callers);
      resolve(url);
    });
  });
}

/** Stops listening and drops what is still connected. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Answers what is not for this server before any other listener sees it. */
function guard(server: Server, url: string, callers: Callers): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const refusal = refusalOf(request, url, callers);
    if (refusal) response.writeHead(421, { 'content-type': 'text/plain' }).end(`${refusal}\n`);
    else for (const listener of listeners) listener.call(server, request, response);
  });
}

function refusalOf({ headers }: IncomingMessage, url: string, callers: Callers): string | undefined {
  const { port } = new URL(url);
  const own = [host, 'localhost', '[::1]'].flatMap((name) =>
    port === '' || port === '80' ? [name, `${name}:80`] : [`${name}:${port}`],
  );
  if (!own.includes((headers.host ?? '').toLowerCase()))
    return `This server answers to ${url} (or localhost) only, not to another name or port.`;
  if (callers === 'programs' && headers.origin !== undefined)
    return 'This server is for programs of this machine, not for web pages.';
  return undefined;
}

/** How much of an oversized body is read and dropped before the connection is closed. */
const droppedBytes = 32 * 1024 * 1024;

/**
 * A request's body, or null when it is larger than the limit: what is above it is never kept, and the rest is read and
 * dropped, so that the client gets to read the answer.
 * @param refuse called as soon as that is known, by the length that the client names or by what it has sent
 * @throws Error when the client goes away before its end
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes = Number.POSITIVE_INFINITY,
  refuse: () => void = () => undefined,
): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let isTooLarge = Number(request.headers['content-length'] ?? 0) > limitBytes;
  let bytes = 0;
  if (isTooLarge) refuse();
  for await (const part of request) {
    bytes += part.length;
    if (bytes > limitBytes + droppedBytes) request.socket.destroy();
    if (bytes > limitBytes && !isTooLarge) {
      isTooLarge = true;
      parts.length = 0;
      refuse();
    }
    if (!isTooLarge) parts.push(part);
  }
  return isTooLarge ? null : Buffer.concat(parts);
}

/** The whole body as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  return String(await readBody(request));
}

/** Requests that are being answered. */
export interface RunningRequests {
  add<T>(work: Promise<T>): Promise<T>;
  /** Waits until all are answered. */
  finish(): Promise<void>;
}

/** Remembers the requests that a stop must wait for. */
export function runningRequests(): RunningRequests {
  const running = new Set<Promise<unknown>>();
  return {
    async add(work) {
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    async finish() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
