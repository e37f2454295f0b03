import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../../../src/aws/clients.ts';
import { functionTimeoutMs } from '../../../../src/contract/function-settings.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../../../support/cloud-api.ts';
import { startTestStack, type TestStack } from '../../../support/start-stack.ts';

const clock = { aheadMs: 0 };
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    queues: { nowMs: () => Date.now() + clock.aheadMs },
  });
});
afterAll(() => stack.stop());

describe("the stack's queues", () => {
  it('have the visibility, the throughput and the retention of those that are deployed', async () => {
    const { sqs } = createAwsClients(stack.env);
    const attributesOf = async (QueueUrl: string) =>
      (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))).Attributes;
    const common = {
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      MessageRetentionPeriod: '1209600',
    };
    expect(await attributesOf(stack.queues.turnsQueueUrl)).toMatchObject({
      ...common,
      VisibilityTimeout: String((6 * functionTimeoutMs.worker) / 1000),
    });
    expect(await attributesOf(stack.queues.outboundQueueUrl)).toMatchObject({
      ...common,
      VisibilityTimeout: String((6 * functionTimeoutMs.outbound) / 1000),
    });
    expect(await attributesOf(stack.queues.turnsDeadLetterUrl)).toMatchObject(common);
  });

  it('follow the clock that the stack is given', async () => {
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage('4915160000001', 'hello')] }));
    expect(stack.queues.waiting(stack.queues.turnsQueueUrl)).toHaveLength(1);
    clock.aheadMs += 14 * 24 * 3_600_000;
    expect(stack.queues.waiting(stack.queues.turnsQueueUrl)).toEqual([]);
  });
});
