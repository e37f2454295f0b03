import { describe, expect, it } from 'vitest';
import { createHandler } from '../support/create-handler.ts';
import { handlerSettings } from '../support/handler-settings.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';

const handler = createHandler(handlerSettings);
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
  ])('with %s is refused with a clear message', async (_, event) => {
    await expect(handler(event, lambdaContext)).rejects.toThrow(/^unknown invocation: neither/);
  });
});
