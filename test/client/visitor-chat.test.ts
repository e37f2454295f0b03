import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerOf, createGatewayClient, GatewayProblem, openVisitorChat } from '../../src/client/index.ts';
import { type HostileLine, type LineFault, startHostileLine } from '../support/hostile-line.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let line: HostileLine;
beforeAll(async () => {
  stack = await startTestStack();
  line = await startHostileLine(stack.url);
});
afterAll(async () => {
  await line.stop();
  await stack.stop();
});
beforeEach(() => {
  line.decide = () => undefined;
  line.came.length = 0;
});

const gateway = () =>
  createGatewayClient({ baseUrl: line.url, pause: async () => undefined, newKey: () => randomUUID() });
const openChat = (more: object = {}) =>
  openVisitorChat(gateway(), { tenantId: 'acme', widgetId: 'acme-web', user: { id: '42' }, ...more });
const textsOf = (said: readonly { readonly text: string }[]) => said.map(({ text }) => text);

it('a message is sent once and answered once, however often its request or its answer is lost', async () => {
  const faults: readonly LineFault[] = ['cut-after', 'cut-before', 'unavailable', 'throttled'];
  line.decide = (n) => faults[n % 5];
  const chat = openChat();
  const { replies } = await chat.send('hello');
  expect(textsOf(replies)[0]).toBe('Hello! This is Acme.');
  expect(line.came.map(({ fault }) => fault)).toEqual([...faults, undefined]);
  expect(new Set(line.came.map(({ key }) => key)).size).toBe(1);

  line.came.length = 0;
  await chat.send('hours');
  const given = new AbortController();
  const read: string[] = [];
  for await (const { messages } of chat.messages({ signal: given.signal })) {
    read.push(...messages.filter(({ author }) => author === 'user').map(({ text }) => text));
    break;
  }
  expect(read).toEqual(['hello', 'hours']);
});

it('late replies are awaited, over a connection that loses polls', async () => {
  const chat = openChat();
  await chat.send('hello');
  line.decide = (n, { method }) => (method === 'GET' && n % 2 === 1 ? 'cut-after' : undefined);
  const { replies } = await chat.send('warehouse');
  expect(textsOf(replies)).toContain('The warehouse says: order 1002 is in preparation.');
});

it('a page without HTTPS, where crypto.randomUUID is missing, sends with IDs and keys of its own', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto), subtle: crypto.subtle });
  const client = createGatewayClient({ baseUrl: line.url });
  const chat = openVisitorChat(client, { tenantId: 'acme', widgetId: 'acme-web', user: { id: '42' } });
  const { replies } = await chat.send('hello');
  expect(textsOf(replies)[0]).toBe('Hello! This is Acme.');
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(chat.sessionId).toMatch(uuid);
  expect(line.came[0]?.key).toMatch(uuid);
});

it('a refusal is an error with the gateway’s own text, and is not sent again', async () => {
  const refused = await openChat({ widgetId: 'nobody' })
    .send('hello')
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GatewayProblem);
  expect(refused).toMatchObject({ status: 404, code: 'widget_not_found' });
  expect((refused as GatewayProblem).correlationId).toBeTruthy();
  expect(line.came).toHaveLength(1);
});

it('a refusal of API Gateway’s own has a code, too', async () => {
  const client = createGatewayClient({ baseUrl: stack.url, token: 'none', attempts: 1 });
  const refused = await client
    .GET('/v1/admin/flows')
    .then(answerOf)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GatewayProblem);
  expect(refused).toMatchObject({ status: 401, code: 'unauthorized', problem: null, correlationId: null });
});

it('following ends with the reason of the abort, also in the middle of a poll', async () => {
  const chat = openChat();
  await chat.send('hello');
  await chat.send('agent');
  const given = new AbortController();
  const following = (async () => {
    for await (const { messages } of chat.messages({ signal: given.signal }))
      if (messages.length > 0) queueMicrotask(() => given.abort(new Error('enough')));
  })();
  await expect(following).rejects.toThrow('enough');
});
