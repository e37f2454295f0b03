import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { environmentBundles } from '../../bin/environment-files.ts';
import { bundleFile, bundleFolder } from '../../lib/bundles.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { startTestStack } from '../support/start-stack.ts';

it('visitors with IPv6 addresses are answered by the deployed bundle, and one /64 counts as one address', async () => {
  const { folder } = await environmentBundles();
  const stack = await startTestStack({ background: false, sessionsPerAddress: 1 });
  onTestFinished(() => stack.stop());
  // All within one minute, which ends by the clock.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  for (const [name, value] of Object.entries(stack.env)) vi.stubEnv(name, value);
  const bundle = join(process.cwd(), bundleFolder('web-chat', folder), bundleFile);
  const { handler }: { readonly handler: GatewayHandler } = createRequire(import.meta.url)(bundle);
  const firstMessageFrom = async (sourceIp: string) => {
    const headers = {
      ...{ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web' },
      ...{ 'x-session-id': randomUUID(), origin: 'https://www.acme.example' },
    };
    const body = { text: 'hello', attachments: [], user: { id: 'visitor' } };
    const event = httpEvent('POST', '/v1/webchat/messages', { headers, body });
    event.requestContext.http.sourceIp = sourceIp;
    return ((await handler(event, lambdaContext)) as { readonly statusCode: number }).statusCode;
  };
  expect(await firstMessageFrom('2001:db8:0:1::1')).toBe(200);
  expect(await firstMessageFrom('2001:db8:0:1:ffff::2')).toBe(429);
  expect(await firstMessageFrom('2001:db8:0:2::1')).toBe(200);
  expect(await firstMessageFrom('::ffff:192.0.2.1')).toBe(200);
  expect(await firstMessageFrom('192.0.2.1')).toBe(429);
});
