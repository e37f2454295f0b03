import { describe, expect, it } from 'vitest';
import { createHandler } from '../../src/lambda/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';

const queue = 'https://sqs.eu-west-1.amazonaws.com/000000000000/';
const handler = createHandler({
  AWS_REGION: 'eu-west-1',
  TABLE_PREFIX: 'gateway-test-',
  EVENT_BUS_NAME: 'bus',
  TURNS_QUEUE_URL: `${queue}turns.fifo`,
  OUTBOUND_QUEUE_URL: `${queue}outbound.fifo`,
  CONTINUATIONS_QUEUE_URL: `${queue}continuations.fifo`,
  CHORES_QUEUE_URL: `${queue}chores`,
  TENANT_SECRET_PREFIX: 'gateway-test-tenant/',
  ID_SECRET: 'a key of a test',
});
const records = queueEvent('{}');
const schedule = { source: 'aws.scheduler' };

describe('an invocation', () => {
  it.each([
    ['records and a request context', { ...records, requestContext: { http: {} } }],
    ['records and a whole request', { ...httpEvent('GET', '/'), ...records }],
    ['a request and the schedule', { ...httpEvent('GET', '/'), ...schedule }],
    ['records and the schedule', { ...records, ...schedule }],
    ['nothing known', { hello: 'world' }],
    ['nothing', null],
  ])('with %s is refused in clear words', async (_, event) => {
    await expect(handler(event, lambdaContext)).rejects.toThrow(/^unknown invocation: neither/);
  });
});
