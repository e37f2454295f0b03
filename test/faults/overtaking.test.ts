import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import { limits } from '../../src/contract/limits.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { readTranscript } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
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
  it('waits in order, although nothing runs at the moment, and keeps its promised ID', async () => {
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

describe('a message that is acknowledged with 202', () => {
  const faults = ['refused', 'answer-lost'] as const;
  const kinds = [
    ['that is slow', []],
    ['that waits behind another', ['slow']],
  ] as const;
  const cases = kinds.flatMap(([kind, before]) => faults.map((fault) => [kind, fault, before] as const));

  it.each(cases)(
    '%s is answered once, whichever of its calls is %s and its process dies',
    async (kind, fault, before) => {
      const text = kind === 'that is slow' ? 'slow' : 'yes';
      for (let index = 0, calls = 1; index < calls; index += 1) {
        const session = randomUUID();
        const mortal = startProcess();
        const { conversationId } = await mortal.post(session, 'hello');
        for (const earlier of before) await mortal.post(session, earlier);
        mortal.watched.reset();
        mortal.watched.breakCall = (call) => {
          calls = Math.max(calls, call.index + 1);
          if (call.index > index) return 'refused';
          return call.index === index ? fault : undefined;
        };
        const key = randomUUID();
        await mortal.post(session, text, key);
        clock.aheadMs += limits.idempotencyLeaseMs + 1_000;
        const heir = startProcess();
        const repeated = await heir.post(session, text, key);
        expect([200, 202]).toContain(repeated.code);
        await stack.drain();
        const final = await startProcess().post(session, text, key);
        expect(final).toMatchObject({ code: 200, messageId: repeated.messageId });
        expect((await startProcess().post(session, 'next')).code).toBe(200);
        const messages = await said(session, conversationId);
        expect(messages.map((message) => message.text)).toEqual(['hello', ...before, text, 'next']);
        expect(messages.map(({ id }) => id)).toContain(repeated.messageId);
      }
    },
    120_000,
  );

  it('is refused with 429 when thirty of its conversation wait already', async () => {
    const session = randomUUID();
    const process = startProcess();
    await process.post(session, 'hello');
    const codes: number[] = [];
    for (let n = 0; n <= limits.waitingMessages; n += 1) {
      clock.aheadMs += 5_000;
      codes.push((await process.post(session, n === 0 ? 'slow' : `text ${n}`)).code);
    }
    expect(codes).toEqual([...Array.from({ length: limits.waitingMessages }, () => 202), 429]);
    expect(await process.post(session, 'one more')).toMatchObject({ code: 429 });
    await stack.drain();
    expect((await process.post(session, 'after all')).code).toBe(200);
  });
});

describe('whatever visitors and workers do', () => {
  const step = fc.oneof(
    fc.record({ post: fc.constantFrom('slow', 'fast'), by: fc.nat(2) }),
    fc.constant('work' as const),
  );

  it('messages are logged in order, under the IDs that their answers named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const session = randomUUID();
        const processes = Array.from({ length: 3 }, startProcess);
        const first = await startProcess().post(session, 'hello');
        const { conversationId } = first;
        const answers = [first];
        let worked = 0;
        for (const next of steps) {
          if (next === 'work') {
            const records = stack.queues
              .waiting(stack.queues.continuationsQueueUrl)
              .filter((body) => body.includes(conversationId));
            if (worked < records.length) await work(records[worked++]);
          } else answers.push(await processes[next.by]?.post(session, next.post));
        }
        await stack.drain();
        const messages = await said(session, conversationId);
        expect(messages.map(({ id }) => id)).toEqual(answers.map(({ messageId }) => messageId));
        const transcript = await readTranscript(stack, session, conversationId);
        expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
        expect(transcript.map(({ id }) => id)).toEqual(transcript.map(({ id }) => id).toSorted());
      }),
      { numRuns: 12 },
    );
  });

  it('simultaneous messages keep their promised IDs, too', async () => {
    const session = randomUUID();
    const { conversationId } = await startProcess().post(session, 'hello');
    const slow = await startProcess().post(session, 'slow');
    const texts = ['a', 'b', 'c', 'd', 'e'];
    const answers = await Promise.all(texts.map((text) => startProcess().post(session, text)));
    await stack.drain();
    const ids = (await said(session, conversationId)).slice(1).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(ids);
    expect(ids.toSorted()).toEqual([slow, ...answers].map(({ messageId }) => messageId).toSorted());
  });
});
