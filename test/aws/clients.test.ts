import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type AwsClients, awsDeadlines, createAwsClients, withDeadline } from '../../src/aws/clients.ts';
import { TemporarilyUnavailableError } from '../../src/domain/errors.ts';
import { start } from '../support/serve.ts';

const clientsOf = (endpoint: string) =>
  createAwsClients({
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: endpoint,
  });

/** Accepts, and never answers. */
async function silentServer() {
  let requests = 0;
  const { origin } = await start(() => {
    requests += 1;
  });
  return { clients: clientsOf(origin), requests: () => requests };
}

const calls: Record<string, (clients: AwsClients) => Promise<unknown>> = {
  DynamoDB: ({ dynamodb }) => dynamodb.send(new GetCommand({ TableName: 't', Key: { pk: 'x' } })),
  SQS: ({ sqs }) => sqs.send(new SendMessageCommand({ QueueUrl: 'http://q/1/q', MessageBody: 'x' })),
  EventBridge: ({ events }) => events.send(new PutEventsCommand({ Entries: [] })),
  'Secrets Manager': ({ secrets }) => secrets.send(new GetSecretValueCommand({ SecretId: 's' })),
};

it('no client copies its calls for a log', () => {
  const { dynamodb, dynamodbOnce, sqs, events, secrets } = clientsOf('http://localhost');
  const stacks = [dynamodb, dynamodbOnce, sqs, events, secrets].map((client) => client.middlewareStack);
  expect(stacks.flatMap((stack) => stack.identify()).filter((name) => /logger/i.test(name))).toEqual([]);
});

describe('a call to a service that accepts and never answers', () => {
  it.each(Object.keys(calls))('ends with its invocation as unavailable: %s', async (service) => {
    const { clients, requests } = await silentServer();
    const call = withDeadline(500, async () => calls[service]?.(clients));
    await expect(call).rejects.toBeInstanceOf(TemporarilyUnavailableError);
    // None at all on a machine so busy that the time is up before the call is signed.
    expect(requests()).toBeLessThanOrEqual(1);
  });

  it('is retried after a second, a third time, and then given up', async () => {
    const { clients, requests } = await silentServer();
    await expect(calls.DynamoDB?.(clients)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
    expect(requests()).toBe(3);
  });

  it('is not started when the invocation has no time left', async () => {
    const { clients, requests } = await silentServer();
    await expect(withDeadline(0, async () => calls.SQS?.(clients))).rejects.toMatchObject({ status: 503 });
    expect(requests()).toBe(0);
  });

  it('has the shorter of two timeouts, and parallel calls all end', async () => {
    const { clients } = await silentServer();
    const errors: unknown[] = [];
    const many = Array.from({ length: 30 }, () => () => calls.DynamoDB?.(clients));
    const all = withDeadline(60_000, () =>
      awsDeadlines(1).within(150, () =>
        Promise.all(many.map((call) => call()?.catch((error: unknown) => errors.push(error)))),
      ),
    );
    // The last of the calls and the bound itself end at the same moment, whichever is heard of first.
    await all.catch((error: unknown) => expect(error).toBeInstanceOf(TemporarilyUnavailableError));
    await expect.poll(() => errors.length).toBe(many.length);
    for (const error of errors) expect(error).toMatchObject({ status: 503, cause: { name: 'AbortError' } });
  });
});

describe('a call that fails', () => {
  it('for its content, not for the service, keeps its own error', async () => {
    const { origin } = await start((_, response) => {
      response.statusCode = 400;
      response.end(JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException' }));
    });
    await expect(calls.DynamoDB?.(clientsOf(origin))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it.each([
    [400, 'ProvisionedThroughputExceededException'],
    [400, 'ThrottlingException'],
    [503, 'ServiceUnavailable'],
  ])('with %i %s is tried three times and reported as unavailable', async (statusCode, name) => {
    let requests = 0;
    const { origin } = await start((_, response) => {
      requests += 1;
      response.statusCode = statusCode;
      response.end(JSON.stringify({ __type: name }));
    });
    await expect(calls.DynamoDB?.(clientsOf(origin))).rejects.toBeInstanceOf(TemporarilyUnavailableError);
    expect(requests).toBe(3);
  });

  it('with a refused connection is reported as unavailable', async () => {
    await expect(calls.DynamoDB?.(clientsOf('http://127.0.0.1:9'))).rejects.toBeInstanceOf(
      TemporarilyUnavailableError,
    );
  });
});

it('a failed condition is one on a machine whose clock is an hour off, too', async () => {
  let requests = 0;
  const { origin } = await start((_request, response) => {
    requests += 1;
    const type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    response.writeHead(400, { date, 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: type, message: 'The conditional request failed' }));
  });
  const refused = calls.DynamoDB?.(clientsOf(origin));
  await expect(refused).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(requests).toBe(1);
});

it('requests aborted before they have a connection leave no timer running', async () => {
  const { clients } = await silentServer();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  // More than the SDK connects at once.
  const many = () => Promise.allSettled(Array.from({ length: 80 }, () => calls.DynamoDB?.(clients)));
  await withDeadline(300, many);
  expect(timers() - before).toBeLessThan(20);
});
