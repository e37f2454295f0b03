import type { Server } from 'node:http';

const host = '127.0.0.1';

/** Something that answers on the loopback address. */
export interface Endpoint {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Listens on the loopback address, at a free port.
 * @throws Error when the system has none
 */
export async function startEndpoint(server: Server): Promise<Endpoint> {
  const url = await listen(server, 0);
  return { url, stop: () => closeServer(server) };
}

/**
 * Listens on the loopback address.
 * @param port 0 picks a free one
 * @returns the server's base address
 * @throws Error with code `EADDRINUSE` when the port is taken
 */
export function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(`http://${host}:${typeof address === 'object' && address ? address.port : port}`);
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
