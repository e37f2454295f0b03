import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { SendPacingTable } from '../../src/aws/send-pacing-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { createHandler } from '../support/create-handler.ts';
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

it('a notice has a slot of its own after the sends, and none in a rush or a block', async () => {
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

it('it has its slot though the one before ends during the request', async () => {
  const clock = { nowMs: 1_790_000_000_000 };
  const table = tableAt(clock, 10);
  const account = accountOf('slow');
  expect(await table.reserveAside(account, pace)).not.toBeNull();
  expect(await table.reserveAside(account, pace)).not.toBeNull();
});

it('it does not separate failures in a row', async () => {
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

it('a send that would have to wait too long behind the others is rejected', async () => {
  const clock = { nowMs: 1_790_000_000_000 };
  const table = tableAt(clock);
  const account = accountOf('crowded');
  const granted = { permit: 'granted', atMs: clock.nowMs, furtherAtMs: [], after: null };
  expect(await table.reserve(account, { perSecond: 1, withinMs: 0 })).toEqual(granted);
  expect(await table.reserve(account, { perSecond: 1, withinMs: 999 })).toEqual({ permit: 'crowded' });
  expect(await table.reserve(account, { perSecond: 1, withinMs: 1_000 })).toMatchObject({
    permit: 'granted',
    atMs: clock.nowMs + 1_000,
  });
});

it('one sender tests whether a block is over, and the others wait as long as a send may take', async () => {
  const clock = { nowMs: 1_790_000_000_000 };
  const [table, other] = [tableAt(clock), tableAt(clock)];
  const account = accountOf('probed');
  const block = { untilMs: clock.nowMs + 1_000, reason: 'http_500', held: false, failures: 1 };
  await table.block(account, block);
  expect(await table.reserve(account, pace)).toEqual({ permit: 'blocked', block, isProbed: false });
  clock.nowMs += 1_000;
  const both = await Promise.all([table.reserve(account, pace), other.reserve(account, pace)]);
  expect(both.map(({ permit }) => permit).sort()).toEqual(['blocked', 'granted']);
  clock.nowMs += limits.sendTimeoutMs;
  expect(await other.reserve(account, pace)).toMatchObject({ permit: 'blocked', isProbed: true });
  // Whoever tried has died.
  clock.nowMs += 2_000;
  expect(await other.reserve(account, pace)).toMatchObject({ permit: 'granted', after: { failures: 1 } });
});

it('the result of the test ends it, also when a shorter block begins', async () => {
  const clock = { nowMs: 1_790_000_000_000 };
  const table = tableAt(clock);
  const account = accountOf('tried');
  await table.block(account, { untilMs: clock.nowMs, reason: 'http_500', held: false, failures: 1 });
  expect(await table.reserve(account, pace)).toMatchObject({ permit: 'granted', after: { failures: 1 } });
  const again = { untilMs: clock.nowMs + 1, reason: 'http_503', held: false, failures: 2 };
  await table.block(account, again);
  expect(await table.reserve(account, pace)).toEqual({ permit: 'blocked', block: again, isProbed: false });
});
