import { randomUUID } from 'node:crypto';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { limits } from '../../src/contract/limits.ts';
import { problem } from '../../src/contract/problem-body.ts';
import { cloudApiBody, signatureOf, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { type Fault, watchCalls } from '../support/watched-calls.ts';

const origin = 'http://localhost:3000';
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    changeTenant: (folder) => ({
      ...folder,
      widgets: folder.widgets.map((widget) => ({ ...widget, allowed_origins: [origin] })),
    }),
  });
});
afterAll(() => stack.stop());

interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A process of its own whose calls the test breaks. */
function startProcess(settings: Record<string, string | undefined> = {}) {
  const watched = watchCalls();
  const env = { ...stack.env, PATIENCE: '1', ...settings };
  const handler = createHandler(env, { clients: createAwsClients(env, watched.requestHandler) });
  const ask = async (event: unknown) => (await handler(event, lambdaContext)) as Answer;
  /** Breaks the calls of these operations, or all. */
  const breakCalls = (fault: Fault | undefined, ...operations: string[]) => {
    watched.breakCall = ({ operation }) =>
      operations.length === 0 || operations.includes(operation) ? fault : undefined;
  };
  return { ask, breakCalls, watched };
}

const headersOf = (session: string, key: string) => ({
  'x-tenant-id': 'acme',
  'x-widget-id': 'acme-web',
  'x-session-id': session,
  'idempotency-key': key,
  origin,
});
const message = (session: string, text = 'hello', key: string = randomUUID()) =>
  httpEvent('POST', '/v1/webchat/messages', {
    headers: headersOf(session, key),
    body: { text, attachments: [], user: { id: 'visitor' } },
  });
const poll = (session: string, conversationId: string) =>
  httpEvent('GET', `/v1/webchat/conversations/${conversationId}/messages`, {
    headers: headersOf(session, 'none'),
    query: { wait: '0' },
  });
const webhook = () => {
  const body = cloudApiBody({ messages: [textMessage('4915110009001', 'hello')] });
  return httpEvent('POST', '/v1/webhooks/chatapp-a', {
    headers: { 'x-hub-signature-256': signatureOf(body) },
    body,
  });
};

function expectUnavailable(answer: Answer, allowedOrigin: string | null = origin) {
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['access-control-allow-origin'] ?? null).toBe(allowedOrigin);
  expect(problem.parse(JSON.parse(answer.body)).code).toBe('temporarily_unavailable');
}

describe('with an event bus that never answers', () => {
  it('every message is answered in time, and is published when the bus is back', async () => {
    const { ask, breakCalls } = startProcess();
    const session = randomUUID();
    await ask(message(session));
    breakCalls('hanging', 'PutEvents');
    const answers = await Promise.all([ask(message(session, '2')), ask(message(randomUUID()))]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const { messageId } = JSON.parse(answers[0]?.body ?? '');
    const published = () => stack.bus.events.filter(({ detail }) => detail.messageId === messageId);
    expect(published()).toEqual([]);
    breakCalls(undefined);
    await lookAfterAll(stack.env, { nowMs: () => Date.now() + 2 * limits.settleAfterMs });
    expect(published()).not.toEqual([]);
  });
});

describe('a service that throttles', () => {
  it.each(['BatchGetItem', 'UpdateItem', 'PutItem'])(
    'gives a visitor 503, not 500: %s',
    async (operation) => {
      const { ask, breakCalls } = startProcess();
      const session = randomUUID();
      const key = randomUUID();
      await ask(message(session));
      breakCalls('throttled', operation);
      expectUnavailable(await ask(message(session, '2', key)));
      breakCalls(undefined);
      expect((await ask(message(session, '2', key))).statusCode).toBe(200);
    },
  );

  it('gives a poll and the settings 503', async () => {
    const { ask, breakCalls } = startProcess();
    const session = randomUUID();
    const { conversationId } = JSON.parse((await ask(message(session))).body);
    breakCalls('throttled', 'Query');
    expectUnavailable(await ask(poll(session, conversationId)));
    const other = startProcess();
    await other.ask(message(session, '2'));
    other.breakCalls('throttled', 'BatchGetItem');
    expectUnavailable(await other.ask(poll(session, conversationId)));
  });

  it.each(['SendMessageBatch', 'PutEvents', 'UpdateItem', 'BatchGetItem'])(
    'gives a provider 503 so that it delivers again: %s',
    async (operation) => {
      const { ask, breakCalls } = startProcess();
      breakCalls('throttled', operation);
      expectUnavailable(await ask(webhook()), null);
    },
  );

  it('on the write of the answer leaves a repeat the same answer, without waiting for the lease', async () => {
    const { ask, breakCalls } = startProcess();
    const session = randomUUID();
    await ask(message(session));
    const key = randomUUID();
    breakCalls('throttled', 'BatchWriteItem');
    const first = await ask(message(session, '2', key));
    const repeat = await ask(message(session, '2', key));
    expect([first.statusCode, repeat.statusCode]).toEqual([200, 200]);
    expect(repeat.body).toBe(first.body);
    expect(repeat.headers['idempotent-replayed']).toBe('true');
    expect((await ask(message(session, 'other', key))).statusCode).toBe(409);
  });
});

describe('the start of a process', () => {
  it('whose secret could not be read is repeated', async () => {
    const { ask, breakCalls } = startProcess({ ID_SECRET: undefined, ID_SECRET_ARN: 'gateway/id-secret' });
    const { secrets } = createAwsClients(stack.env);
    await secrets.send(new CreateSecretCommand({ Name: 'gateway/id-secret', SecretString: 'a key' }));
    breakCalls('throttled', 'GetSecretValue');
    expectUnavailable(await ask(message(randomUUID())));
    breakCalls(undefined);
    expect((await ask(message(randomUUID()))).statusCode).toBe(200);
  });

  it('without a setting names it at each invocation', async () => {
    const { ask } = startProcess({ EVENT_BUS_NAME: undefined });
    for (let n = 0; n < 2; n += 1) await expect(ask(message(randomUUID()))).rejects.toThrow('EVENT_BUS_NAME');
  });

  it('calls nothing', async () => {
    const { watched } = startProcess({ ID_SECRET: undefined, ID_SECRET_ARN: 'gateway/id-secret' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(watched.calls).toEqual([]);
  });
});
