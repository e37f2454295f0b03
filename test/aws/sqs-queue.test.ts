import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { SqsQueue } from '../../src/aws/sqs-queue.ts';
import { turnRecord } from '../../src/contract/queue-records.ts';
import { messageOf } from '../support/turn-of.ts';

async function sent(message: Parameters<typeof messageOf>[1]) {
  const client = new SQSClient({ region: 'eu-west-1' });
  const sqs = mockClient(client);
  sqs.on(SendMessageCommand).resolves({ SequenceNumber: '18849496460467696128' });
  const record = turnRecord.parse({
    kind: 'turn',
    turnId: 'turn',
    message: messageOf('a\uffff\ufffe\u0001b', message),
    flowId: 'flow',
    sessionId: 'session',
    idleMinutes: 1,
    retentionDays: 1,
  });
  const place = await new SqsQueue({ sqs: client }, 'queue').send(record, 'once');
  return { place, input: sqs.commandCalls(SendMessageCommand)[0]?.args[0].input, record };
}

it('a record holds nothing that SQS rejects, and is read back unchanged', async () => {
  const { input, record, place } = await sent({});
  expect(place).toBe('18849496460467696128');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that SQS refuses
  expect(input?.MessageBody).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  expect(JSON.parse(input?.MessageBody ?? '')).toEqual(record);
});

it('a group ID fits 128 characters and still separates two conversations', async () => {
  const tenantId = 't'.repeat(128);
  const groups = [
    (await sent({ tenantId, conversationId: 'koTj-LNI0Kps6Dky8G0k1P7x' })).input?.MessageGroupId,
    (await sent({ tenantId, conversationId: 'koTj-LNI0Kps6Dky8G0k1P7y' })).input?.MessageGroupId,
  ];
  expect(groups.map((group) => group?.length)).toEqual([128, 128]);
  expect(new Set(groups).size).toBe(2);
});
