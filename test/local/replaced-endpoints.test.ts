import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { startEventBus } from '../../src/local/aws/event-bus.ts';
import { startSecretsManager } from '../../src/local/aws/secrets-manager.ts';
import { startSqs } from '../../src/local/aws/sqs/start-sqs.ts';
import { startTestStack } from '../support/start-stack.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Services that somebody else runs. */
async function startElsewhere() {
  const dynamodb = await startDynamodb(undefined);
  const sqs = await startSqs();
  const bus = await startEventBus('messaging-gateway');
  const secrets = await startSecretsManager(undefined);
  onTestFinished(async () => {
    for (const part of [dynamodb, sqs, bus, secrets]) await part.stop();
  });
  return { dynamodb, sqs, bus, secrets };
}

const hello = {
  tenantId: 'acme',
  conversationId: null,
  channel: 'webchat',
  from: { id: '5b0e1c5e-44cb-4d3f-9a3c-0a2c8a6a0001' },
  content: { text: 'hello' },
};

describe('a service whose endpoint is given', () => {
  it('is used in the place of the embedded one, which is not started', async () => {
    const { dynamodb, sqs, bus, secrets } = await startElsewhere();
    const dataDir = await temporaryDirectory();
    const stack = await startTestStack({
      dataDir,
      background: false,
      env: {
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
        AWS_ENDPOINT_URL_SQS: sqs.url,
        AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      },
    });
    onTestFinished(() => stack.stop());
    expect((await stack.post('/v1/webchat/messages', hello)).status).toBe(200);
    expect(bus.events).not.toHaveLength(0);
    expect(stack.queues.turnsQueueUrl).toContain(`:${new URL(sqs.url).port}/`);
    // No database, no journal and no secrets of its own.
    expect(readdirSync(dataDir).filter((name) => /dynamodb|queue|secrets/.test(name))).toEqual([]);
  });

  it('is replaced alone when the others have none', async () => {
    const { bus } = await startElsewhere();
    const stack = await startTestStack({
      background: false,
      env: { AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url, AWS_ENDPOINT_URL_SQS: '' },
    });
    onTestFinished(() => stack.stop());
    expect((await stack.post('/v1/webchat/messages', hello)).status).toBe(200);
    expect(bus.events).not.toHaveLength(0);
    expect(stack.env.AWS_ENDPOINT_URL_SQS).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it('has the queues made with their dead-letter queues', async () => {
    const { sqs } = await startElsewhere();
    const stack = await startTestStack({ background: false, env: { AWS_ENDPOINT_URL_SQS: sqs.url } });
    onTestFinished(() => stack.stop());
    const names = Object.values(stack.queues).flatMap((url) =>
      typeof url === 'string' ? url.split('/').at(-1) : [],
    );
    expect(names.sort()).toEqual([
      'chores',
      'continuations-dlq.fifo',
      'continuations.fifo',
      'files',
      'files-dlq',
      'outbound-dlq.fifo',
      'outbound.fifo',
      'runs',
      'runs-dlq',
      'turns-dlq.fifo',
      'turns.fifo',
    ]);
    expect(() => stack.queues.waiting(stack.queues.turnsQueueUrl)).toThrow('only the embedded queues');
  });
});
