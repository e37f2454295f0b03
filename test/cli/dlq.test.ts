import {
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let sqs: SQSClient;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
  ({ sqs } = createAwsClients(stack.env));
});
afterAll(() => stack.stop());

const sixMinutesOn = () => Date.now() + 6 * 60_000;
const gateway = (args: readonly string[], nowMs = sixMinutesOn) =>
  runCli([...args, '--endpoint', stack.url], { nowMs });

const bury = (queueUrl: string, group: string, body: string) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: body,
      MessageGroupId: group,
      MessageDeduplicationId: body,
    }),
  );
const waiting = () => ({
  turns: stack.queues.waiting(stack.queues.turnsQueueUrl),
  turnsDead: stack.queues.waiting(stack.queues.turnsDeadLetterUrl),
  outbound: stack.queues.waiting(stack.queues.outboundQueueUrl),
  outboundDead: stack.queues.waiting(stack.queues.outboundDeadLetterUrl),
});

it('says that there are no dead letters', async () => {
  expect(await gateway(['dlq', 'list'])).toMatchObject({
    code: 0,
    out: '0 dead letters\nin the SQS dead-letter queues: turns 0, continuations 0, outbound 0',
  });
});

it('lists the dead letters of both queues, and leaves them in place', async () => {
  await bury(stack.queues.turnsDeadLetterUrl, 'acme:one', 'first');
  await bury(stack.queues.turnsDeadLetterUrl, 'acme:one', 'second');
  await bury(stack.queues.turnsDeadLetterUrl, 'acme:two', 'third');
  await bury(stack.queues.outboundDeadLetterUrl, 'acme:one', 'reply');
  for (const _time of ['once', 'again']) {
    const { code, out } = await gateway(['dlq', 'list', '--json']);
    expect(code).toBe(0);
    const { queues, queued } = JSON.parse(out);
    expect(queues).toEqual([
      { queue: 'turns', total: 3 },
      { queue: 'continuations', total: 0 },
      { queue: 'outbound', total: 1 },
    ]);
    const ids = queued.map(({ deduplicationId }: { deduplicationId: string }) => deduplicationId);
    expect(ids).toEqual(expect.arrayContaining(['first', 'third', 'reply']));
  }
});

it('names the tenant of a reply whose group, as on AWS, is its conversation alone', async () => {
  const queueUrl = stack.queues.continuationsDeadLetterUrl;
  const event = JSON.stringify({ detail: { tenantId: 'globex', conversationId: 'alone' } });
  await bury(queueUrl, 'alone', event);
  const { out } = await gateway(['dlq', 'list']);
  expect(out).toMatch(/^in the queue continuations: \S+ globex alone$/m);
  expect(out).toMatch(/^in the queue turns: \S+ acme two$/m);
  const ofTenant = async (tenant: string) =>
    JSON.parse((await gateway(['dlq', 'list', '--tenant', tenant, '--json'])).out).queued.length;
  expect([await ofTenant('globex'), await ofTenant('acme')]).toEqual([1, 4]);
  await sqs.send(new PurgeQueueCommand({ QueueUrl: queueUrl }));
});

it('a dry run of a redrive moves nothing', async () => {
  const before = waiting();
  expect(await gateway(['dlq', 'redrive', '--dry-run'])).toMatchObject({
    code: 0,
    out: 'turns: 3 would be sent again, 0 left\ncontinuations: 0 would be sent again, 0 left\noutbound: 1 would be sent again, 0 left',
  });
  expect(waiting()).toEqual(before);
});

it('redrives one queue only when asked, in order, at once, under the same group', async () => {
  const run = await gateway(['dlq', 'redrive', '--queue', 'turns']);
  expect(run).toMatchObject({ code: 0, out: 'turns: 3 sent again, 0 left' });
  expect(waiting()).toMatchObject({ turnsDead: [], outbound: [], outboundDead: ['reply'] });
  const { turns } = waiting();
  expect(turns.toSorted()).toEqual(['first', 'second', 'third']);
  expect(turns.indexOf('first')).toBeLessThan(turns.indexOf('second'));
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: stack.queues.turnsQueueUrl,
      MessageSystemAttributeNames: ['All'],
      MaxNumberOfMessages: 10,
    }),
  );
  for (const { Body, Attributes } of Messages) {
    expect(Attributes?.MessageDeduplicationId).toMatch(/^again-/);
    expect(Attributes?.MessageGroupId).toBe(Body === 'third' ? 'acme:two' : 'acme:one');
  }
});

it('shows progress of many', async () => {
  for (let n = 0; n < 21; n += 1) await bury(stack.queues.outboundDeadLetterUrl, `acme:${n}`, `many-${n}`);
  const run = await gateway(['dlq', 'redrive', '--queue', 'outbound']);
  expect(run.out).toBe('outbound: 22 sent again, 0 left');
  expect(run.err).toBe('outbound: 10 of about 22\noutbound: 20 of about 22');
});
