import { expect, it } from 'vitest';
import { leastIdAt } from '../../../src/domain/message-ids.ts';
import { isOver } from '../../../src/operations/turn/find-turn.ts';
import { messageOf } from '../../support/turn-of.ts';

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = Date.UTC(2026, 0, 31);

/** What is found of a message first tried so many days ago, where the log has pages of turns. */
async function ask({ triedDaysAgo, pages }: { triedDaysAgo?: number; pages: readonly string[][] }) {
  const reads: unknown[][] = [];
  const counted: string[] = [];
  const turnLog = {
    read: async (...asked: unknown[]) => {
      reads.push(asked);
      return (pages[reads.length - 1] ?? []).map((turnId) => ({
        turnId,
        replies: turnId === 'answered' ? [{ id: 'first' }, { id: 'second' }, { id: 'third' }] : [],
        inbound: turnId === 'silent' ? null : { id: turnId },
      }));
    },
  };
  const gateway = {
    turnLog,
    nowMs: () => nowMs,
    log: { warn: () => undefined },
    metrics: { count: (name: string) => void counted.push(name) },
  };
  const record = {
    kind: 'turn',
    turnId: 'mine',
    message: messageOf('hello', { channel: 'chatapp' }),
    retentionDays: 2,
    ...(triedDaysAgo !== undefined && { triedSinceMs: nowMs - triedDaysAgo * dayMs }),
  };
  const conversation = { tenantId: 'acme', conversationId: 'talk', recentTurnIds: ['another'] };
  return {
    served: await isOver(gateway as never, conversation as never, record as never),
    reads,
    counted,
  };
}

it('a message that was never tried before is new, without a look at the log', async () => {
  expect(await ask({ pages: [['mine']] })).toEqual({ served: false, reads: [], counted: [] });
});

it('one that was tried before is looked for in the current log', async () => {
  const pages = [['one', 'two'], ['answered'], ['silent'], ['mine']];
  const { served, reads } = await ask({ triedDaysAgo: 1, pages });
  expect(served).toBe(true);
  const since = leastIdAt(nowMs - dayMs - 60_000);
  // Each page begins after the last message of the one before.
  expect(reads.map(([, , after, , as]) => [after, as])).toEqual([
    [since, 'now'],
    ['two', 'now'],
    ['third', 'now'],
    // A turn without a message is sorted by its own ID.
    ['silent', 'now'],
  ]);
  expect(await ask({ triedDaysAgo: 1, pages: [['one', 'two']] })).toMatchObject({
    served: false,
    counted: [],
  });
});

it('one that was first tried before the log begins is not run, and is reported', async () => {
  expect(await ask({ triedDaysAgo: 2, pages: [] })).toEqual({
    ...{ served: true, reads: [] },
    counted: ['MessagesGivenUp'],
  });
});
