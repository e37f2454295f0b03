import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import { limits } from '../../src/contract/limits.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { createHandler } from '../../src/lambda/create-handler.ts';
import { readTranscript } from '../support/conversation.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { watchCalls } from '../support/watched-calls.ts';

/** Echoes; `slow` is a step of the queue. */
const slowFlow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'ask',
  variables: { said: 'welcome' },
  steps: {
    ask: { kind: 'question', text: '{{ said }}', saveAs: 'said', next: 'route' },
    route: { kind: 'branch', branches: [{ when: 'said == "slow"', next: 'outside' }], otherwise: 'ask' },
    outside: {
      kind: 'http',
      method: 'GET',
      url: 'https://127.0.0.1/',
      background: true,
      next: 'ask',
      onError: 'ask',
    },
  },
});
const slowTenant = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  tenant: { ...folder.tenant, limit_per_minute: 100_000 },
  flows: folder.flows.map((flow) => (flow.id === 'support' ? slowFlow : flow)),
});

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    createHandler: (env) => createHandler(env, { nowMs }),
    changeTenant: slowTenant,
  });
});
afterAll(() => stack.stop());

interface Answered {
  readonly statusCode: number;
  readonly body: string;
}

/** An environment of its own; its requests find their 3 s over, so that nobody waits in the test. */
function startProcess() {
  const watched = watchCalls();
  const clients = createAwsClients(stack.env, watched.requestHandler);
  let looks = 0;
  // The first look at the clock is when a request is received.
  const impatient = () => nowMs() + (looks++ === 0 ? 0 : limits.slowReplyMs);
  const handler = createHandler(stack.env, { clients, nowMs: impatient });
  const post = async (session: string, text: string, key: string = randomUUID()) => {
    const event = httpEvent('POST', '/v1/webchat/messages', {
      headers: {
        'x-tenant-id': 'acme',
        'x-widget-id': 'acme-web',
        'x-session-id': session,
        'idempotency-key': key,
      },
      body: { text, attachments: [], user: { id: 'visitor' } },
    });
    looks = 0;
    const { statusCode, body } = (await handler(event, lambdaContext)) as Answered;
    return { ...JSON.parse(body), code: statusCode };
  };
  return { watched, post };
}

/** Runs one record of the queue, which delivers it once more later. */
const work = (record = '') => createHandler(stack.env, { nowMs })(queueEvent(record), lambdaContext);

const said = async (session: string, conversationId: string) =>
  (await readTranscript(stack, session, conversationId)).filter(({ author }) => author === 'user');

describe('a message behind acknowledged ones', () => {
  it('waits for its turn, although nothing runs at the moment, and keeps the id that it was promised', async () => {
    const session = randomUUID();
    const [one, other] = [startProcess(), startProcess()];
    const { conversationId } = await one.post(session, 'hello');
    const promised = [await one.post(session, 'slow'), await other.post(session, 'yes')];
    const [continuation] = stack.queues.waiting(stack.queues.continuationsQueueUrl);
    expect(continuation).toContain('slow');
    await work(continuation);
    promised.push(await one.post(session, 'no'), await other.post(session, 'maybe'));
    expect(promised.map(({ code }) => code)).toEqual([202, 202, 202, 202]);
    await stack.drain();
    const messages = await said(session, conversationId);
    expect(messages.map(({ text }) => text)).toEqual(['hello', 'slow', 'yes', 'no', 'maybe']);
    expect(messages.slice(1).map(({ id }) => id)).toEqual(promised.map(({ messageId }) => messageId));
    const transcript = await readTranscript(stack, session, conversationId);
    expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
    expect((await one.post(session, 'next')).code).toBe(200);
  });
});
