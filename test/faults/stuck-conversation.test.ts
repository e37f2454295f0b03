import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DeadLettersTable } from '../../src/aws/dead-letters.ts';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { TurnLogTables } from '../../src/aws/turn-log-tables.ts';
import { limits } from '../../src/contract/limits.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';
import { raisingTenant } from '../support/raising-tenant.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { watchCalls } from '../support/watched-calls.ts';

const hourMs = 60 * 60_000;
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
const sorry = 'Sorry, this message could not be answered. Please try again later.';
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
const newProcess = (watched = watchCalls()) =>
  createHandler(stack.env, { nowMs, clients: createAwsClients(stack.env, watched.requestHandler) });
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    createHandler: (env) => createHandler(env, { nowMs }),
    changeTenant: raisingTenant,
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const waiting = () =>
  [stack.queues.turnsQueueUrl, stack.queues.continuationsQueueUrl].flatMap(stack.queues.waiting);
const textsOf = async (answer: Response) =>
  (await answer.json()).replies.map(({ text }: { text: string }) => text);
/** A batch of one group in one receive, by an environment of its own. */
const receive = (bodies: string | readonly string[], receives = 1, watched = watchCalls()) =>
  newProcess(watched)(queueEvent(bodies, receives), lambdaContext);
const lettersOf = async (conversationId: string, tenantId = 'acme') => {
  const table = new DeadLettersTable(createAwsClients(stack.env).dynamodb, String(stack.env.TABLE_PREFIX));
  return (await table.list({ tenantId, conversationId }, null, 100)).deadLetters;
};
const sentTo = (user: string) =>
  provider.sends.filter(({ to }) => to === user).map(({ body }) => (body.text as { body: string }).body);
/** The turns that the log of a conversation holds. */
const loggedTurns = (conversationId: string) => {
  const { dynamodb } = createAwsClients(stack.env);
  const log = new TurnLogTables(dynamodb, String(stack.env.TABLE_PREFIX), nowMs);
  return log.read('acme', conversationId, null, 100);
};
const none = { batchItemFailures: [] };
const failed = { batchItemFailures: [{ itemIdentifier: 'record' }] };
/** Messages of one user, as they lie on the queue; the first one began the conversation. */
async function queued(user: string, texts: readonly string[]): Promise<string[]> {
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
  await stack.drain();
  for (const text of texts)
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, text, `wamid.${user}.${text}`)] }));
  return waiting().filter((body) => body.includes(`wamid.${user}.`));
}

describe('a failure that the message causes', () => {
  it('gives it up at once, and messages behind it in the same receive continue', async () => {
    const [raise = '', ...innocent] = await queued('4915140000001', ['raise', 'one', 'two']);
    const { conversationId } = JSON.parse(raise).message;
    expect(await receive([raise, '{"kind":"poison"}', ...innocent])).toEqual(none);
    await stack.drain();
    expect(sentTo('4915140000001')).toEqual(['welcome', sorry, 'one', 'two']);
    const [letter, ...more] = await lettersOf(conversationId);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({
      kind: 'turn',
      queue: 'turns',
      reason: 'the flow raised: expression_failed at step raise',
      attempts: 1,
    });
    expect(JSON.parse(letter?.body ?? '')).toEqual(JSON.parse(raise));
    // Its group is all that tells whose it is.
    expect(await lettersOf('-', 'group')).toMatchObject([{ kind: 'unreadable', body: '{"kind":"poison"}' }]);
  });

  it('leaves a dead letter although the store rejected it at first', async () => {
    const [raise = ''] = await queued('4915140000002', ['raise']);
    const watched = watchCalls();
    let puts = 0;
    watched.breakCall = ({ operation }) => {
      puts += operation === 'PutItem' ? 1 : 0;
      // The state before and at the step that raises, the failed turn, the dead letter.
      return operation === 'PutItem' && puts === 4 ? 'refused' : undefined;
    };
    expect(await receive(raise, 1, watched)).toEqual(failed);
    const { conversationId } = JSON.parse(raise).message;
    expect(await lettersOf(conversationId)).toEqual([]);
    expect(await receive(raise, 2)).toEqual(none);
    expect(await lettersOf(conversationId)).toHaveLength(1);
  });

  it('is the final answer of its key, after which the conversation continues', async () => {
    const session = randomUUID();
    const key = { 'idempotency-key': randomUUID() };
    await say(stack, session, 'hello');
    const accepted = await say(stack, session, 'raise', key);
    expect(accepted.status).toBe(202);
    const { messageId, conversationId } = await accepted.json();
    expect((await say(stack, session, 'still behind it')).status).toBe(202);
    await stack.drain();
    const final = await say(stack, session, 'raise', key);
    expect([final.status, final.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(await final.json()).toMatchObject({ messageId, replies: [{ text: sorry }] });
    const transcript = await readTranscript(stack, session, conversationId);
    expect(transcript.map(({ text }) => text)).toEqual([
      'hello',
      'welcome',
      'raise',
      sorry,
      'still behind it',
      'still behind it',
    ]);
    expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
    expect(await textsOf(await say(stack, session, 'next'))).toEqual(['next']);
  });

  it('ends the run after three messages in a row', async () => {
    const records = await queued('4915140000003', ['raise', 'raise again', 'and raise', 'hello anew']);
    const raising = records.map((body) => body.replace(/"text":"[a-z ]*raise[a-z ]*"/, '"text":"raise"'));
    const { conversationId } = JSON.parse(records[0] ?? '').message;
    expect(await receive(raising)).toEqual(none);
    const ends = stack.bus.events.filter(
      (event) =>
        event['detail-type'] === 'Conversation.FlowCompleted' &&
        event.detail.conversationId === conversationId,
    );
    expect(ends.map(({ detail }) => detail.data)).toMatchObject([{ outcome: 'failed' }]);
    await stack.drain();
    expect(sentTo('4915140000003').at(-1)).toBe('welcome');
  });

  it('ends the run when it exceeds its limits, and the next message starts another', async () => {
    const session = randomUUID();
    const { conversationId } = await (await say(stack, session, 'hello')).json();
    expect((await say(stack, session, 'grow')).status).toBe(500);
    expect(await textsOf(await say(stack, session, 'hello again'))).toEqual(['welcome']);
    const transcript = await readTranscript(stack, session, conversationId);
    expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
  });
});

describe('a failure that the message does not cause', () => {
  it('never counts against it: an outage of hours leaves it on the queue, and it runs afterwards', async () => {
    const [text = ''] = await queued('4915140000004', ['patience']);
    const watched = watchCalls();
    watched.breakCall = ({ operation }) => (operation === 'PutItem' ? 'refused' : undefined);
    for (const receives of [1, 10, 100, limits.queueReceives - 1]) {
      expect(await receive(text, receives, watched)).toEqual(failed);
    }
    clock.aheadMs += hourMs;
    expect(await receive(text, 500)).toEqual(none);
    expect(await lettersOf(JSON.parse(text).message.conversationId)).toEqual([]);
  });

  it('is no error of the flow, though the store rejects a write in the middle of a step', async () => {
    const [slow = ''] = await queued('4915140000006', ['raise']);
    const watched = watchCalls();
    watched.breakCall = ({ operation }) => (operation === 'PutItem' ? 'refused' : undefined);
    expect(await receive(slow, 1, watched)).toEqual(failed);
    expect(await lettersOf(JSON.parse(slow).message.conversationId)).toEqual([]);
    expect(await receive(slow, 2)).toEqual(none);
  });

  it('returns the messages behind it too, and those that no time is left for', async () => {
    const records = await queued('4915140000005', ['first', 'second']);
    const watched = watchCalls();
    watched.breakCall = ({ operation }) => (operation === 'PutItem' ? 'refused' : undefined);
    const both = { batchItemFailures: [{ itemIdentifier: 'record' }, { itemIdentifier: 'record-1' }] };
    expect(await receive(records, 1, watched)).toEqual(both);
    const late = { ...lambdaContext, getRemainingTimeInMillis: () => 20_000 };
    expect(await newProcess()(queueEvent(records), late)).toEqual(both);
    expect(await receive(records)).toEqual(none);
  });

  it('ends visibly after a day', async () => {
    const session = randomUUID();
    await say(stack, session, 'hello');
    const { conversationId } = await (await say(stack, session, 'raise')).json();
    const record = waiting().at(-1) ?? '';
    await setStatus('suspended');
    expect(await receive(record, 3)).toEqual(failed);
    clock.aheadMs += 24 * hourMs;
    expect(await receive(record, 700)).toEqual(none);
    expect(await lettersOf(conversationId)).toMatchObject([
      { reason: 'not run within a day: TenantNotFoundError', attempts: 700 },
    ]);
    await setStatus('active');
    const said = await readTranscript(stack, session, conversationId);
    expect(said.map(({ text }) => text)).toEqual(['hello', 'welcome', 'raise']);
  });
});

describe.each(['refused', 'answer-lost'] as const)('a record one of whose calls is %s', (fault) => {
  it('is settled when it is delivered again, at once and without the schedule, whichever call it was', async () => {
    for (let index = 0, calls = 1; index < calls; index += 1) {
      const user = `49151600${fault.length}${index + 1_000}`;
      const [text = ''] = await queued(user, ['hours']);
      const { conversationId } = JSON.parse(text).message;
      const watched = watchCalls();
      watched.breakCall = (call) => {
        calls = call.index + 1;
        return call.index === index ? fault : undefined;
      };
      await receive(text, 1, watched);
      expect(await receive(text, 2)).toEqual(none);
      const turns = await loggedTurns(conversationId);
      expect(turns.map(({ inbound }) => inbound?.text)).toEqual(['hello', 'hours']);
      const published = stack.bus.events.filter(
        ({ 'detail-type': type, detail }) =>
          type === 'Channel.OutboundRequested' && detail.conversationId === conversationId,
      );
      expect(new Set(published.map(({ detail }) => detail.eventId)).size).toBe(
        turns.flatMap(({ replies }) => replies).length,
      );
    }
  });
});

const setStatus = async (status: 'active' | 'suspended') => {
  const names = { tablePrefix: String(stack.env.TABLE_PREFIX), secretPrefix: '' };
  await new DirectoryTableWriter(createAwsClients(stack.env), names).setStatus('acme', status);
  clock.aheadMs += 2 * limits.directoryCacheMs;
};

describe('a tenant', () => {
  it.each([
    ['active', 1],
    ['suspended', 0],
  ] as const)('that is %s has %i reply sent', async (status, count) => {
    const user = `491513000000${count}`;
    await setStatus('active');
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
    await receive(waiting().at(-1) ?? '');
    await setStatus(status);
    await stack.drain();
    expect(provider.sends.filter(({ to }) => to === user)).toHaveLength(count);
  });
});
