import { createServer } from 'node:http';
import { type Endpoint, startEndpoint } from './listen.ts';

export interface OrderService extends Endpoint {
  /** Idempotency keys of the calls received, in order. */
  readonly idempotencyKeys: readonly string[];
}

const orders: Readonly<Record<string, object>> = {
  '1001': { id: '1001', status: 'shipped', carrier: 'Parcel Post', eta: 'tomorrow' },
  '1002': { id: '1002', status: 'in preparation', carrier: null, eta: 'in three days' },
};
const longestDelayMs = 10_000;

/** The demo tenant's order system: `GET /orders/{id}`; `?delay=ms` makes it as slow as a real warehouse. */
export async function startOrderService(): Promise<OrderService> {
  const idempotencyKeys: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://orders');
    const order = orders[/^\/orders\/([^/]+)$/.exec(url.pathname)?.[1] ?? ''];
    idempotencyKeys.push(String(request.headers['idempotency-key'] ?? ''));
    const delayMs = Math.min(Number(url.searchParams.get('delay') ?? 0) || 0, longestDelayMs);
    const timer = setTimeout(() => {
      response.writeHead(order ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(order ?? { error: 'no such order' }));
    }, delayMs);
    response.on('close', () => clearTimeout(timer));
  });
  return { ...(await startEndpoint(server)), idempotencyKeys };
}
