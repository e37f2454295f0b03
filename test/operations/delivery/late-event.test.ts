import { expect, it } from 'vitest';
import { RetryLaterError } from '../../../src/domain/errors.ts';
import { deliverReplies } from '../../../src/operations/delivery/deliver-replies.ts';
import { newCursor } from '../../../src/operations/delivery/reply-task.ts';

const conversation = { tenantId: 'acme', conversationId: 'c' };

/** An event for a sequence, where five replies are done and the log has nothing behind them. */
async function announced(sequence: number) {
  const reads: string[] = [];
  const gateway = {
    cursors: {
      find: async () => ({ ...newCursor('acme', 'c'), version: 1, doneMessageId: 'M5', doneSequence: 5 }),
    },
    turnLog: { read: async () => reads.push('log') && [] },
    conversations: { find: async () => ({ lastSeq: 6 }) },
    nowMs: () => 0,
  };
  const request = { ...conversation, sequence, replyId: `M${sequence}`, sinceMs: 0 };
  await deliverReplies(gateway as never, request, { done: new Map() } as never);
  return reads;
}

it('a late or repeated event finds its reply done, and ends after one read', async () => {
  expect(await announced(5)).toEqual([]);
  expect(await announced(1)).toEqual([]);
});

it('an event ahead of the log is delivered again', async () => {
  await expect(announced(6)).rejects.toThrow(RetryLaterError);
});
