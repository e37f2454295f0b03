import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { directoryWriter } from '../../src/aws/directory-writer.ts';
import { limits } from '../../src/contract/limits.ts';
import { createHandler } from '../../src/lambda/create-handler.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';
import { raisingTenant } from '../support/raising-tenant.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const clock = { aheadMs: 0 };
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
const newProcess = () => createHandler(stack.env, { nowMs: () => Date.now() + clock.aheadMs });
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    createHandler: (env) => createHandler(env, { nowMs: () => Date.now() + clock.aheadMs }),
    changeTenant: raisingTenant,
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const waiting = () => stack.queues.waiting(stack.queues.turnsQueueUrl);
const textsOf = async (answer: Response) =>
  (await answer.json()).replies.map(({ text }: { text: string }) => text);
const receive = (body: string | undefined, receives: number) =>
  newProcess()(queueEvent(body ?? '', receives), lambdaContext);
const failed = { batchItemFailures: [{ itemIdentifier: 'record' }] };

describe('a conversation', () => {
  it('goes on after an acknowledged turn that fails until its record is given up', async () => {
    const session = randomUUID();
    await say(stack, session, 'hello');
    expect((await say(stack, session, 'raise')).status).toBe(202);
    const record = waiting().at(-1);
    expect(await receive(record, limits.queueReceives - 1)).toEqual(failed);
    expect((await say(stack, session, 'still behind it')).status).toBe(202);
    expect(await receive(record, limits.queueReceives)).toEqual(failed);

    const answer = await say(stack, session, 'next');
    expect(answer.status).toBe(200);
    expect(await textsOf(answer)).toEqual(['next']);
  });

  it('whose run outgrows its bounds begins another run, and says that the flow failed', async () => {
    const session = randomUUID();
    const { conversationId } = await (await say(stack, session, 'hello')).json();
    expect((await say(stack, session, 'grow')).status).toBe(500);
    expect(await textsOf(await say(stack, session, 'hello again'))).toEqual(['welcome']);
    const ends = stack.bus.events.filter(
      (event) =>
        event['detail-type'] === 'Conversation.FlowCompleted' &&
        event.detail.conversationId === conversationId,
    );
    expect(ends.map(({ detail }) => detail.data)).toMatchObject([{ outcome: 'failed' }]);
    const transcript = await readTranscript(stack, session, conversationId);
    expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
  });
});

describe('a tenant', () => {
  const setStatus = async (status: 'active' | 'suspended') => {
    const names = { tablePrefix: String(stack.env.TABLE_PREFIX), secretPrefix: '' };
    await directoryWriter(createAwsClients(stack.env), names).setStatus('acme', status);
    clock.aheadMs += 2 * limits.directoryCacheMs;
  };

  it('suspended meanwhile has no turn run, and the turn goes on when it is active again', async () => {
    const session = randomUUID();
    const { conversationId } = await (await say(stack, session, 'hello')).json();
    expect((await say(stack, session, 'raise')).status).toBe(202);
    const record = waiting().at(-1);
    await setStatus('suspended');
    const before = waiting().length;
    for (let receives = 1; receives <= limits.queueReceives; receives += 1) {
      expect(await receive(record, receives)).toEqual(failed);
    }
    await newProcess()({ source: 'aws.scheduler' }, lambdaContext);
    expect(waiting()).toHaveLength(before);

    await setStatus('active');
    await newProcess()({ source: 'aws.scheduler' }, lambdaContext);
    expect(waiting().slice(before).join()).toContain(conversationId);
  });

  it.each([
    ['active', 1],
    ['suspended', 0],
  ] as const)('that is %s has %i reply sent', async (status, count) => {
    const user = `491513000000${count}`;
    await setStatus('active');
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
    await receive(waiting().at(-1), 1);
    await setStatus(status);
    await stack.drain();
    expect(provider.sends.filter(({ to }) => to === user)).toHaveLength(count);
  });
});
