import { expect, it } from 'vitest';
import { afterFailure, holdAccount } from '../../../src/operations/delivery/after-failure.ts';
import { HeldCursor, newCursor, type ReplyTask } from '../../../src/operations/delivery/reply-task.ts';
import type { AccountBlock } from '../../../src/ports/deliveries.ts';

const nowMs = 1_790_000_000_000;
const account = { tenantId: 'acme', channel: 'chatapp', accountId: 'whatsapp' };
const turn = { tenantId: 'acme', channel: 'chatapp', conversationId: 'c', correlationId: 'correlation' };

/** An account whose token is refused: what was counted and logged, and how its block stands. */
function refusing() {
  const seen: unknown[] = [];
  const blocks: AccountBlock[] = [];
  const gateway = {
    nowMs: () => nowMs,
    pacing: {
      findBlock: async () => blocks.at(-1) ?? null,
      block: async (_account: unknown, block: AccountBlock) => void blocks.push(block),
    },
    metrics: { count: (...counted: unknown[]) => void seen.push(counted) },
    log: { error: (...line: unknown[]) => void seen.push(line) },
  } as never;
  const cursors = { find: async () => null, save: async () => undefined };
  const cursor = new HeldCursor(cursors, newCursor('acme', 'c'));
  return { seen, blocks, gateway, task: { pending: { turn }, cursor, account } as unknown as ReplyTask };
}

it('an account whose token is rejected is paused, counted and named in the log, at each try', async () => {
  const { seen, blocks, gateway, task } = refusing();
  const held = await afterFailure(gateway, task, { outcome: 'held', reason: 'token_refused' }, null);
  const untilMs = nowMs + 60_000;
  expect(held).toEqual({ untilMs, reason: 'token_refused', isAccounts: false, leavesQueue: true });
  expect(blocks).toEqual([{ untilMs, reason: 'token_refused', held: true, failures: 1 }]);
  expect(seen).toEqual([
    ['AccountsHeld', { tenantId: 'acme', channel: 'chatapp' }],
    [
      'an account is held until it is mended',
      undefined,
      { ...turn, accountId: 'whatsapp', reason: 'token_refused' },
    ],
  ]);
  // Whoever finds it held already says nothing.
  await holdAccount(gateway, task, 'token_refused');
  expect([seen.length, blocks.length]).toEqual([2, 1]);
});
