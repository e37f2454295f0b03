import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { headers as names } from '../../contract/headers.ts';
import { closeServer, type Endpoint, startEndpoint } from '../listen.ts';
import type { SendAnswer } from './center/center-calls.ts';
import type { SimulatedCenter } from './center/simulated-center.ts';
import { answerMedia, json, type MediaAnswer, type MediaCall } from './cloud-api/media.ts';
import { graphError } from './cloud-api/payload.ts';
import type { SimulatedAccount } from './provider.ts';
import { providerAt } from './providers.ts';
import type { takeSends } from './take-send.ts';

type TakeSend = ReturnType<typeof takeSends>;

/** The providers' APIs, which can be made to refuse every connection. */
export interface SendsEndpoint extends Endpoint {
  refuseConnections(refused: boolean): void;
}

interface SendsOptions {
  /** `Retry-After` of a temporary rejection. */
  readonly retryAfterS: number;
  readonly accounts: () => readonly SimulatedAccount[];
  readonly nowMs: () => number;
  /** The path where the gateway sends handoffs. */
  readonly center: SimulatedCenter;
}

type Taking = Pick<SendsOptions, 'center' | 'retryAfterS'> & { readonly takeSend: TakeSend };

/** The providers' APIs on 127.0.0.1. */
export async function serveSends(
  takeSend: TakeSend,
  { retryAfterS, accounts, center, nowMs }: SendsOptions,
): Promise<SendsEndpoint> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return void serveSend(request, response, { takeSend, center, retryAfterS });
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

const ofMeta = /^\/cloud-api(?:\/v\d+\.\d+)?\/([^/]+)\/message_templates$/;

/** `GET /{business account id}/message_templates`, and 360dialog's `GET /v1/configs/templates`; null for any other call. */
function answerTemplates(
  { url, headers }: MediaCall,
  accounts: readonly SimulatedAccount[],
): MediaAnswer | null {
  const limit = Number(url.searchParams.get('limit') ?? 25);
  const business = ofMeta.exec(url.pathname)?.[1];
  if (business !== undefined) {
    const token = /^Bearer (.+)$/.exec(String(headers.authorization ?? ''))?.[1];
    const own = accounts.filter(
      ({ channel, secret }) => channel === 'chatapp' && secret('sending_token') === token,
    );
    const refused = graphError(401, 190, 'Invalid OAuth access token - Cannot parse access token');
    if (own.length === 0) return json(refused.status, refused.body);
    const denied = graphError(403, 200, 'Permissions error');
    const account = own.find(({ settings }) => settings.waba_id === business);
    if (!account) return json(denied.status, denied.body);
    const { templates } = account;
    const from = Number(url.searchParams.get('after') ?? 0);
    const data = templates.slice(from, from + limit);
    const end = from + data.length;
    const next = end < templates.length && { next: `https://graph.facebook.com${url.pathname}?after=${end}` };
    return json(200, { data, paging: { cursors: { before: String(from), after: String(end) }, ...next } });
  }
  if (url.pathname !== '/360dialog/v1/configs/templates') return null;
  const key = headers[names.chatappBKey];
  const account = accounts.find(
    ({ channel, secret }) => channel === 'chatapp-360' && secret('sending_token') === key,
  );
  if (!account) return json(401, { meta: { success: false, http_code: 401 } });
  const { templates } = account;
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const page = templates.slice(offset, offset + limit);
  const waba_templates = page.map(({ status, ...rest }) => ({ ...rest, status: status.toLowerCase() }));
  return json(200, { count: page.length, limit, offset, total: templates.length, waba_templates });
}

async function serveSend(
  request: IncomingMessage,
  response: ServerResponse,
  { takeSend, center, retryAfterS }: Taking,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://provider').pathname;
  const rawBody = await buffer(request);
  const taken = request.method === 'POST' ? center.take({ path, headers: request.headers, rawBody }) : null;
  if (taken) {
    const { status, body } = taken;
    return void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
  const provider = request.method === 'POST' ? providerAt(path) : undefined;
  const body = readJson(rawBody);
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

function readJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString());
  } catch {
    return undefined;
  }
}
