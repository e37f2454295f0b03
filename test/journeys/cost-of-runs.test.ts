import { randomUUID } from 'node:crypto';
import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCounts } from '../../bin/cost/counts.ts';
import { createAwsClients } from '../../src/aws/clients.ts';
import { limits } from '../../src/contract/limits.ts';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** What keeping and counting a run costs, beside its messages: nobody waits for it, but it is paid. @see handoff.md 6.5 */
/** At noon: a night counts what is young once more, and is paid for tenants. */
const clock = { aheadMs: new Date().setUTCHours(36, 0, 0, 0) - Date.now() };
const nowMs = () => Date.now() + clock.aheadMs;

let proxy: FaultProxy;
let stack: TestStack;
let invocations = 0;
beforeAll(async () => {
  proxy = await startFaultProxy({ countUnits: true });
  stack = await startTestStack({
    background: false,
    changeTenant: echoTenant,
    queues: { nowMs },
    createHandler: (env) => createHandler(env, { nowMs }),
    own: {
      runs: (env) => {
        const serve = createRuns(proxy.inFrontOf(env), { nowMs });
        return (event, context) => {
          invocations += 1;
          return serve(event, context);
        };
      },
    },
  });
  // As deployed: what is published comes back after a while.
  const { sqs } = createAwsClients(stack.env);
  const Attributes = { DelaySeconds: String(limits.markDelayS) };
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: stack.env.CHORES_QUEUE_URL, Attributes }));
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});

const texts = ['hello', '1', 'menu', '2', 'menu', '3'];
const conversations = 6;

/** The night before is done. */
async function passTheNight(): Promise<void> {
  await stack.countRuns();
  proxy.reset();
  invocations = 0;
}

/** Time, in steps of the schedule that counts. */
async function pass(minutes: number): Promise<void> {
  for (let past = 0; past < minutes; past += 5) {
    clock.aheadMs += 5 * 60_000;
    await stack.drain();
    await lookAfterAll(stack.env, { nowMs });
    await stack.countRuns();
  }
}

it('a run of six messages in three minutes, from its first turn to the hour that it is counted in', async () => {
  await passTheNight();
  const sessions = Array.from({ length: conversations }, () => randomUUID());
  for (const text of texts)
    for (const session of sessions) {
      const { status } = await say(stack, session, text, { 'idempotency-key': randomUUID() });
      expect(status).toBe(200);
      clock.aheadMs += 30_000 / conversations;
      // Each event by itself: on a quiet deployment nothing comes together.
      await stack.drain();
    }
  await pass(130);
  const each = (sum: number) => Math.round((sum / conversations) * 10) / 10;
  const found = {
    writeUnits: each(proxy.calls.reduce((sum, { write }) => sum + write, 0)),
    readUnits: each(proxy.calls.reduce((sum, { read }) => sum + read, 0)),
  };
  console.log(`a run: ${JSON.stringify(found)}, ${each(invocations)} invocations`);
  // It depends a little on where minutes and quarters of an hour begin.
  expect(found.writeUnits).toBeLessThanOrEqual(runCounts.writeUnits);
  expect(found.writeUnits).toBeGreaterThan(0.9 * runCounts.writeUnits);
  expect(found.readUnits).toBeLessThanOrEqual(runCounts.readUnits);
  expect(each(invocations)).toBeLessThanOrEqual(runCounts.invocations);
});
