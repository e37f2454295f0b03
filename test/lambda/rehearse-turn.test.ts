import { expect, it } from 'vitest';
import { rehearseTurn } from '../../src/lambda/rehearse-turn.ts';
import { start } from '../support/serve.ts';

const settings = {
  ...{ AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', TABLE_PREFIX: 't-' },
  ...{ EVENT_BUS_NAME: 'b', TURNS_QUEUE_URL: 'q', CONTINUATIONS_QUEUE_URL: 'c', OUTBOUND_QUEUE_URL: 'o' },
  ...{ CHORES_QUEUE_URL: 'c', TENANT_SECRET_PREFIX: 't/', ID_SECRET_ARN: 'arn' },
};

it('a rehearsal runs whole turns, and calls nothing', async () => {
  const asked: string[] = [];
  const { origin } = await start((request, response) => {
    asked.push(String(request.headers['x-amz-target']));
    response.statusCode = 400;
    response.end('{}');
  });
  const statuses = await rehearseTurn({ ...settings, AWS_ENDPOINT_URL: origin });
  expect(statuses).toEqual([200, 200]);
  expect(asked).toEqual([]);
});
