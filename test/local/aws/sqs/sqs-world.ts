import { type CreateQueueCommandInput, type Message, SQS } from '@aws-sdk/client-sqs';
import { it, onTestFinished } from 'vitest';
import { type SqsOptions, startSqs } from '../../../../src/local/aws/sqs/start-sqs.ts';

/** One thing that AWS says of its queues, and the page where it does. */
export interface Behaviour {
  readonly says: string;
  readonly page: string;
  readonly test: (world: SqsWorld) => Promise<void>;
  readonly options?: SqsOptions;
}

const guide = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/';
const reference = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/';
export const guidePage = (name: string) => `${guide}${name}.html`;
export const actionPage = (name: string) => `${reference}API_${name}.html`;

/** Runs each row of a table in a world of its own. */
export function itBehaves(rows: readonly Behaviour[]): void {
  for (const { says, page, test, options } of rows)
    it(`${says} (${page})`, async () => test(await sqsWorld(options)));
}

type Given = Record<string, string | number>;

/** An SQS of its own with a clock that only the test moves, spoken to through the SDK's client. */
export async function sqsWorld(options: SqsOptions = {}) {
  const clock = { nowMs: 1_700_000_000_000 };
  const server = await startSqs({ nowMs: () => clock.nowMs, ...options });
  onTestFinished(() => server.stop());
  const sqs = new SQS({
    endpoint: server.url,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const textOf = (given: Given) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const create = async (QueueName: string, Attributes: CreateQueueCommandInput['Attributes']) =>
    (await sqs.createQueue({ QueueName, Attributes })).QueueUrl ?? '';
  const arnOf = async (QueueUrl: string) =>
    (await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['QueueArn'] })).Attributes?.QueueArn ?? '';
  return {
    sqs,
    server,
    clock,
    pass: (seconds: number) => {
      clock.nowMs += seconds * 1000;
    },
    fifo: (given: Given = {}, name = 'queue.fifo') => create(name, textOf({ FifoQueue: 'true', ...given })),
    standard: (given: Given = {}, name = 'queue') => create(name, textOf(given)),
    /** Attributes of a queue that gives up after so many receives. */
    redrive: async (deadLetterUrl: string, maxReceiveCount: number) => ({
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: await arnOf(deadLetterUrl), maxReceiveCount }),
    }),
    /** Sends bodies like `a 1` to group `a`, each under its own deduplication id. */
    send: async (QueueUrl: string, ...bodies: string[]) => {
      for (const body of bodies)
        await sqs.sendMessage({
          QueueUrl,
          MessageBody: body,
          ...(QueueUrl.endsWith('.fifo') && {
            MessageGroupId: body.split(' ')[0],
            MessageDeduplicationId: body.replaceAll(' ', '-'),
          }),
        });
    },
    receive: async (
      QueueUrl: string,
      more: { MaxNumberOfMessages?: number; VisibilityTimeout?: number } = {},
    ) =>
      (
        await sqs.receiveMessage({
          QueueUrl,
          MaxNumberOfMessages: 10,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
          ...more,
        })
      ).Messages ?? [],
    remove: async (QueueUrl: string, messages: readonly Message[]) => {
      for (const { ReceiptHandle } of messages) await sqs.deleteMessage({ QueueUrl, ReceiptHandle });
    },
    show: async (QueueUrl: string, messages: readonly Message[], VisibilityTimeout = 0) => {
      for (const { ReceiptHandle } of messages)
        await sqs.changeMessageVisibility({ QueueUrl, ReceiptHandle, VisibilityTimeout });
    },
  };
}
export type SqsWorld = Awaited<ReturnType<typeof sqsWorld>>;

export const bodiesOf = (messages: readonly Message[]) => messages.map(({ Body }) => Body);
export const receivesOf = (messages: readonly Message[]) =>
  messages.map(({ Attributes }) => Number(Attributes?.ApproximateReceiveCount));
