import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { closeServer, type Endpoint, startEndpoint } from '../listen.ts';
import type { SimulatedAccount } from './accounts.ts';
import { answerTemplates } from './cloud-api/answer-templates.ts';
import { answerMedia } from './cloud-api/media.ts';
import { providerAt } from './providers.ts';
import type { SendAnswer, sendDesk } from './take-send.ts';

type TakeSend = ReturnType<typeof sendDesk>;

/** The providers' APIs, which can be made to refuse every connection. */
export interface SendsEndpoint extends Endpoint {
  refuseConnections(refused: boolean): void;
}

interface SendsOptions {
  /** What a refusal that will pass asks the caller to wait. */
  readonly retryAfterS: number;
  readonly accounts: () => readonly SimulatedAccount[];
  readonly nowMs: () => number;
}

/** The providers' APIs on 127.0.0.1. */
export async function serveSends(
  takeSend: TakeSend,
  { retryAfterS, accounts, nowMs }: SendsOptions,
): Promise<SendsEndpoint> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return void serveSend(request, response, takeSend, retryAfterS);
    const self = `http://${request.headers.host}`;
    const call = { url: new URL(request.url ?? '/', self), headers: request.headers };
    const { status, type, body } =
      answerTemplates(call, accounts()) ?? answerMedia(call, accounts(), { self, nowMs: nowMs() });
    response.writeHead(status, { 'content-type': type }).end(body);
  });
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
