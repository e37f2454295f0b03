import { expect, it } from 'vitest';
import { RetryLaterError } from '../../../src/domain/errors.ts';
import { deliverReplies } from '../../../src/operations/delivery/deliver-replies.ts';
import { newCursor } from '../../../src/operations/delivery/reply-task.ts';
import type { DeliveryCursor } from '../../../src/ports/deliveries.ts';

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

/** A record that releases a conversation whose reply waits; its account's rate has a place in three seconds only. */
function releasing(before: Partial<DeliveryCursor>) {
  const nowMs = 1_790_000_000_000;
  const waiting = { channel: 'chatapp', accountId: 'whatsapp', dueAtMs: 0, toSequence: 1 } as const;
  const kept = { cursor: { ...newCursor('acme', 'c'), waiting, ...before } as DeliveryCursor, looks: 0 };
  const turn = {
    ...{ ...conversation, channel: 'chatapp', accountId: 'whatsapp', to: '4915100000000' },
    ...{ committedAtMs: nowMs, expiresAtS: nowMs / 1000 + 60, previousMessageId: null, inbound: null },
    replies: [{ id: 'M1', seq: 1, author: 'bot', text: 'hello' }],
  };
  const account = {
    ...{ id: 'whatsapp', channel: 'chatapp', phone_number_id: '1' },
    secrets: { sending_token: 'token' },
  };
  const gateway = {
    cursors: {
      find: async () => kept.cursor,
      save: async (next: DeliveryCursor) => {
        kept.cursor = next;
      },
    },
    turnLog: {
      read: async () => {
        kept.looks += 1;
        return [turn];
      },
    },
    directory: { findTenant: async () => ({ status: 'active' }), findAccount: async () => account },
    sendingSecrets: { read: async () => ({ token: 'secret' }) },
    pacing: {
      reserve: async () => ({ permit: 'granted', atMs: nowMs + 3_000, furtherAtMs: [], after: null }),
    },
    nowMs: () => nowMs,
  };
  const request = { ...conversation, sequence: null, replyId: null, sinceMs: nowMs };
  const deliver = () =>
    deliverReplies(gateway as never, request, { untilMs: nowMs + 60_000, done: new Map() } as never);
  return { kept, deliver };
}

it('a released record finds its replies again after it had to wait for the rate of their account', async () => {
  const { kept, deliver } = releasing({});
  await expect(deliver()).rejects.toThrow(RetryLaterError);
  await expect(deliver()).rejects.toThrow(RetryLaterError);
  expect(kept.looks).toBe(2);
});

it('a released record whose replies were sent with later ones takes the conversation off the list', async () => {
  const { kept, deliver } = releasing({ doneSequence: 1, doneMessageId: 'M1' });
  await deliver();
  expect(kept.cursor.waiting).toBeNull();
});
