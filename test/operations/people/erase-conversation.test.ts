import { expect, it } from 'vitest';
import { VersionConflictError } from '../../../src/domain/errors.ts';
import { anonymizeConversation } from '../../../src/operations/people/erase-conversation.ts';
import type { DeliveryCursor } from '../../../src/ports/deliveries.ts';

const nowMs = Date.UTC(2025, 0, 1);
const visitor = { tenantId: 'acme', channel: 'chatapp', userId: '4915' };

/** Takes away a conversation whose sender writes its cursor before the erasure does, so many times. */
async function erase(timesBefore: number) {
  const attempt = { replyId: 'R2', part: 0, startedAtMs: nowMs };
  const cursor = { tenantId: 'acme', conversationId: 'c', doneMessageId: 'R1', doneSequence: 1, attempt };
  const saved: DeliveryCursor[] = [];
  let tries = 0;
  const ports = {
    nowMs: () => nowMs,
    conversations: { find: async () => null, save: async () => undefined },
    cursors: {
      find: async () => ({ ...cursor, version: 1 + tries }),
      save: async (next: DeliveryCursor) => {
        tries += 1;
        if (tries > 20) throw new Error('it is tried for ever');
        if (tries <= timesBefore) throw new VersionConflictError();
        saved.push(next);
      },
    },
  };
  const done = anonymizeConversation(ports as never, visitor, 'c').then(() => 'taken away');
  return { outcome: await done.catch((error: unknown) => error), saved, tries: () => tries };
}

it('replies are stopped over whatever their sender has written meanwhile', async () => {
  const { outcome, saved } = await erase(9);
  expect(outcome).toBe('taken away');
  expect(saved).toMatchObject([{ version: 11, attempt: null, doneSequence: 1 }]);
});

it('a sender that is always faster is left for the next try', async () => {
  const { outcome, saved, tries } = await erase(Number.POSITIVE_INFINITY);
  expect(outcome).toBeInstanceOf(VersionConflictError);
  expect([saved, tries()]).toEqual([[], 10]);
});
