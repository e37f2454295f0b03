import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const visitors = 120;
const clock = { aheadMs: 0 };
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    tenantLimit: 100_000,
    createHandler: (env) => createHandler(env, { nowMs: () => Date.now() + clock.aheadMs }),
    changeTenant: echoTenant,
  });
});
afterAll(() => stack.stop());

it('a minute of the schedule settles all conversations of a busy minute whose marks were lost', async () => {
  for (let n = 0; n < visitors; n += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => say(stack, randomUUID(), 'hello')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  }
  clock.aheadMs = 2 * limits.settleAfterMs;
  const run = () => lookAfterAll(stack.env, { nowMs: () => Date.now() + clock.aheadMs });
  expect(await run()).toMatchObject({ visited: visitors, failed: 0 });
  expect(await run()).toMatchObject({ visited: 0 });
});
