import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { GatewayHandler } from '../src/lambda/create-handler.ts';
import { httpEvent, lambdaContext } from '../test/support/http-event.ts';

/** A fresh process: says what its start, its first turn and its second took of the processor, in milliseconds. */
const [, , file = ''] = process.argv;

async function cpuMs<T>(work: () => Promise<T>): Promise<readonly [ms: number, value: T]> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1_000, value];
}

const [startMs, { handler }] = await cpuMs<{ readonly handler: GatewayHandler }>(
  () => import(pathToFileURL(file).href),
);

async function say(): Promise<void> {
  const headers = {
    ...{ 'x-tenant-id': 'globex', 'x-widget-id': 'globex-web' },
    ...{ 'x-session-id': randomUUID(), 'x-idempotency-key': randomUUID() },
  };
  const body = { text: '7', attachments: [], user: { id: 'bench' } };
  const event = httpEvent('POST', '/v1/webchat/messages', { headers, body });
  const { statusCode } = (await handler(event, lambdaContext)) as { readonly statusCode: number };
  if (statusCode !== 200) throw new Error(`a turn was answered with ${statusCode}`);
}

const [firstMs] = await cpuMs(say);
const [secondMs] = await cpuMs(say);
process.send?.({ startMs, firstMs, secondMs });
process.exit();
