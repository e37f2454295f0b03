import createFetchClient, { type Client } from 'openapi-fetch';
import { randomUuid } from '../browser/random-uuid.ts';
import type { paths } from './generated/api.ts';
import { keyedOperations } from './generated/keyed-operations.ts';
import { type RetryOptions, retryRequests } from './retry-requests.ts';

export interface ClientOptions extends RetryOptions {
  /** Of the gateway, without a path: `https://api.example.com` */
  readonly baseUrl: string;
  /** A service key, or an access token; a function is asked before each request, so that it may renew the token. */
  readonly token?: string | (() => string | Promise<string>);
  /** The tenant of every request: of visitors, or where a super-admin chooses one. */
  readonly tenantId?: string;
  /** Makes the idempotency keys. */
  readonly newKey?: () => string;
}

/** The gateway's API, each route by its path, typed by the OpenAPI document. */
export type GatewayClient = Client<paths>;

/**
 * Makes a client. A request whose route takes an idempotency key gets one unless it has its own, so that it can be
 * repeated: by the client itself, see `retryRequests`.
 */
export function createGatewayClient(options: ClientOptions): GatewayClient {
  const { baseUrl, token, tenantId, newKey = randomUuid } = options;
  const client = createFetchClient<paths>({ baseUrl, fetch: retryRequests(options) });
  client.use({
    async onRequest({ request, schemaPath }) {
      const { headers } = request;
      const bearer = typeof token === 'function' ? await token() : token;
      if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
      if (tenantId !== undefined && !headers.has('x-tenant-id')) headers.set('x-tenant-id', tenantId);
      const takesKey = keyedOperations.has(`${request.method} ${schemaPath}`);
      if (takesKey && !headers.has('idempotency-key')) headers.set('idempotency-key', newKey());
    },
  });
  return client;
}
