import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, type FunctionName, functions } from '../../lib/functions.ts';
import { createAwsClients } from '../../src/aws/clients.ts';
import { tables } from '../../src/contract/tables.ts';
import { createHandler } from '../../src/lambda/create-handler.ts';
import { poll, say } from '../support/conversation.ts';
import { recordAccess } from '../support/recorded-access.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const minuteMs = 60_000;
let stack: TestStack;
let aheadMs = 0;
const access = recordAccess(() => 'gateway-');

beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    createHandler: (env) =>
      access.perFunction(() =>
        createHandler(env, {
          clients: createAwsClients(env, access.requestHandler),
          nowMs: () => Date.now() + aheadMs,
        }),
      ),
  });
});
afterAll(() => stack.stop());

/** Every road through the functions that calls AWS in a way of its own. */
async function takeEveryRoad(): Promise<void> {
  await talk();
  await preflight();
  await talkSigned();
  await loseTheQueue();
  await leaveEffectsPending();
  aheadMs += 2 * minuteMs;
  await stack.tick();
  await stack.drain();
  aheadMs += 24 * 60 * minuteMs;
  await stack.tick();
}

async function talk(): Promise<void> {
  const session = randomUUID();
  const key = { 'idempotency-key': randomUUID() };
  const { conversationId } = await (await say(stack, session, 'hello', key)).json();
  await say(stack, session, 'hello', key);
  // Another conversation: marks of settled turns ride along with other people's messages.
  await say(stack, randomUUID(), 'hello');
  await poll(stack, session, conversationId, { wait: '0' });
  // What any of a tenant's processes has drawn is seen by a second one only when the window is contested.
  aheadMs += 61_000;
  await Promise.all(Array.from({ length: 3 }, () => say(stack, randomUUID(), 'hello')));
}

async function preflight(): Promise<void> {
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
  await fetch(`${stack.url}/v1/webchat/messages`, { method: 'OPTIONS', headers });
  await fetch(`${stack.url}/v1/webchat/conversations/unknown/messages?wait=0`, {
    headers: { origin: headers.origin, 'x-tenant-id': 'nobody', 'x-session-id': 'nobody' },
  });
}

async function talkSigned(): Promise<void> {
  const body = JSON.stringify({ text: 'hello', attachments: [], user: { id: 'visitor' } });
  const signature = createHmac('sha256', 'development-only-app-signing-secret').update(body).digest('hex');
  const response = await stack.post('/v1/webchat/messages', body, {
    'x-tenant-id': 'acme',
    'x-widget-id': 'acme-app',
    'x-session-id': randomUUID(),
    'x-signature-256': `sha256=${signature}`,
  });
  expect(response.status).toBe(200);
}

/** A slow turn that nobody takes from the queue. */
async function loseTheQueue(): Promise<void> {
  const session = randomUUID();
  await say(stack, session, 'hello');
  const slow = await say(stack, session, 'warehouse', { 'idempotency-key': randomUUID() });
  expect(slow.status).toBe(202);
}

async function leaveEffectsPending(): Promise<void> {
  access.refuse = 'events:PutEvents bus';
  await say(stack, randomUUID(), 'hello', { 'idempotency-key': randomUUID() });
  access.refuse = null;
}

function allowedTo(name: FunctionName): string[] {
  const { tables: ofTables = {}, indexes = {}, ...rest }: Access = functions[name].access;
  return [
    ...Object.entries(ofTables).flatMap(([key, actions]) =>
      actions.map((action) => `dynamodb:${action} ${tables[key as keyof typeof tables].name}`),
    ),
    ...Object.keys(indexes).map((key) => {
      const table = tables[key as keyof typeof indexes];
      return `dynamodb:Query ${table.name}/${table.index.name}`;
    }),
    ...(rest.publishes ? ['events:PutEvents bus'] : []),
    ...(rest.queuesTurns ? ['sqs:SendMessage turns.fifo'] : []),
    ...(rest.readsSecrets ? ['secretsmanager:GetSecretValue tenants'] : []),
  ].sort();
}

describe('what a function may do is what its code does', () => {
  beforeAll(takeEveryRoad, 60_000);

  it.each(['webchat', 'poll', 'worker', 'schedule'] as const)('%s', (name) => {
    expect(access.of(name)).toEqual(allowedTo(name));
  });
});
