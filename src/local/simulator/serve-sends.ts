import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { closeServer, type Endpoint, startEndpoint } from '../listen.ts';
import { providerAt } from './providers.ts';
import type { SendAnswer, sendDesk } from './take-send.ts';

type TakeSend = ReturnType<typeof sendDesk>;

/** The providers' APIs, which can be made to refuse every connection. */
export interface SendsEndpoint extends Endpoint {
  refuseConnections(refused: boolean): void;
}

/**
 * The providers' APIs on 127.0.0.1.
 * @param retryAfterS what a refusal that will pass asks the caller to wait
 */
export async function serveSends(takeSend: TakeSend, retryAfterS: number): Promise<SendsEndpoint> {
  const server = createServer(
    (request, response) => void serveSend(request, response, takeSend, retryAfterS),
  );
  const endpoint = await startEndpoint(server);
  const { hostname, port } = new URL(endpoint.url);
  return {
    ...endpoint,
    refuseConnections(refused) {
      if (refused && server.listening) void closeServer(server);
      if (!refused && !server.listening) server.listen(Number(port), hostname);
    },
  };
}

async function serveSend(
  request: IncomingMessage,
  response: ServerResponse,
  takeSend: TakeSend,
  retryAfterS: number,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://provider').pathname;
  const provider = request.method === 'POST' ? providerAt(path) : undefined;
  const body: unknown = await json(request).catch(() => undefined);
  const answer: SendAnswer = provider
    ? takeSend(provider, { path, headers: request.headers, body })
    : { status: 404, body: {} };
  // The connection stays open until the caller has enough.
  if (answer.hangs) return;
  if (answer.lost) return void request.socket.destroy();
  const willPass = answer.status === 429 || answer.status >= 500;
  response
    .writeHead(answer.status, {
      'content-type': 'application/json',
      ...(willPass && { 'retry-after': String(answer.retryAfterS ?? retryAfterS) }),
    })
    .end(JSON.stringify(answer.body));
}
