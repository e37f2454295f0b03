import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { closeServer, listen } from '../../src/local/listen.ts';
import { startTestStack } from '../support/start-stack.ts';

const headers = {
  'content-type': 'application/json',
  'x-tenant-id': 'acme',
  'x-widget-id': 'acme-web',
  'x-session-id': randomUUID(),
};
const body = JSON.stringify({ text: 'hello', attachments: [], user: { id: 'visitor' } });

it('a request before the tenants are loaded waits for them, and is answered', async () => {
  const free = createServer();
  const url = await listen(free, 0);
  await closeServer(free);
  const early = Promise.withResolvers<Response>();
  const stack = await startTestStack({
    port: Number(new URL(url).port),
    background: false,
    changeTenant: (folder) => {
      // The API listens by now, and no tenant has been written.
      early.resolve(fetch(`${url}/v1/webchat/messages`, { method: 'POST', headers, body }));
      return folder;
    },
  });
  onTestFinished(() => stack.stop());
  expect((await early.promise).status).toBe(200);
});
