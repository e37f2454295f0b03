import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { SendPacingTable } from '../../src/aws/send-pacing-table.ts';
import { createHandler } from '../../src/lambda/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false, createHandler: (env) => createHandler(env) });
});
afterAll(() => stack.stop());

const accountOf = (accountId: string) => ({ tenantId: 'acme', channel: 'chatapp', accountId });
const pace = { perSecond: 20, withinMs: 1_000 };

/** A table whose clock goes on by so much each time it is read. */
function tableAt(clock: { nowMs: number }, stepMs = 0) {
  const read = () => {
    clock.nowMs += stepMs;
    return clock.nowMs;
  };
  return new SendPacingTable(createAwsClients(stack.env).dynamodb, String(stack.env.TABLE_PREFIX), read);
}

it('what is no message has a moment of its own behind the sends, and none in a crowd or a block', async () => {
  const clock = { nowMs: 1_790_000_000_000 };
  const table = tableAt(clock);
  const account = accountOf('aside');
  expect(await table.reserve(account, pace)).toMatchObject({ atMs: clock.nowMs });
  expect(await table.reserveAside(account, pace)).toBe(clock.nowMs + 50);
  expect(await table.reserve(account, pace)).toMatchObject({ atMs: clock.nowMs + 100 });
  for (let n = 0; n < 20; n += 1) await table.reserve(account, { ...pace, withinMs: 60_000 });
  expect(await table.reserveAside(account, pace)).toBeNull();
  clock.nowMs += 60_000;
  await table.block(account, { untilMs: clock.nowMs + 1_000, reason: 'http_429', held: false, failures: 1 });
  expect(await table.reserveAside(account, pace)).toBeNull();
  // Whether a block is over is tried by messages only.
  clock.nowMs += 2_000;
  expect(await table.reserveAside(account, pace)).toBeNull();
  expect(await table.reserve(account, pace)).toMatchObject({ after: { reason: 'http_429' } });
});

it('it has its moment though the one before is over while it asks', async () => {
  const clock = { nowMs: 1_790_000_000_000 };
  const table = tableAt(clock, 10);
  const account = accountOf('slow');
  expect(await table.reserveAside(account, pace)).not.toBeNull();
  expect(await table.reserveAside(account, pace)).not.toBeNull();
});

it('it does not part failures in a row', async () => {
  const clock = { nowMs: 1_790_000_000_000 };
  const table = tableAt(clock);
  const account = accountOf('failing');
  const counts: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    await table.reserve(account, pace);
    counts.push(await table.countFailure(account));
    for (let mark = 0; mark < 5; mark += 1) await table.reserveAside(account, pace);
    clock.nowMs += 10_000;
  }
  expect(counts).toEqual([1, 2, 3, 4]);
});
