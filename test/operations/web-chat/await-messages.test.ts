import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogMessage } from '../../../src/contract/poll.ts';
import type { CommittedTurn } from '../../../src/domain/conversation.ts';
import { replyIdsAfter } from '../../../src/engine/step-context.ts';
import { awaitMessages, messagesAfter } from '../../../src/operations/web-chat/poll-conversation.ts';

/** A log of turns with so many replies each. */
function logOf(replyCounts: readonly number[]): CommittedTurn[] {
  const ids = replyIdsAfter('01HEZR4T000000000000000000');
  let seq = 0;
  let last: string | null = null;
  const message = (author: LogMessage['author']): LogMessage => {
    seq += 1;
    return { id: ids.next(), seq, author, text: `m${seq}`, timestamp: '2026-01-01T00:00:00.000Z' };
  };
  return replyCounts.map((count, n) => {
    const previousMessageId = last;
    const inbound = message('user');
    const replies = Array.from({ length: count }, () => message('bot'));
    last = replies.at(-1)?.id ?? inbound.id;
    return {
      turnId: `t${n}`,
      tenantId: 'acme',
      conversationId: 'c',
      channel: 'webchat',
      correlationId: 'x',
      to: 'u',
      committedAtMs: 0,
      expiresAtS: 86_400,
      previousMessageId,
      inbound,
      replies,
      notices: [],
      status: 'active',
      flow: { id: 'f', version: 1, stepId: 's' },
      handoff: null,
    };
  });
}

const lastIdOf = (turn: CommittedTurn) => turn.replies.at(-1)?.id ?? turn.inbound?.id ?? '';
const replyCounts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 });

describe('reading on after a message', () => {
  it('returns every message once and in order, at most 50 at a time', () => {
    fc.assert(
      fc.property(replyCounts, (counts) => {
        const log = logOf(counts);
        const seen: number[] = [];
        for (let after: string | null = null; ; ) {
          const known: string = after ?? '';
          const { messages } = messagesAfter(
            log.filter((turn) => lastIdOf(turn) > known).slice(0, 50),
            after,
            0,
          );
          if (messages.length === 0) break;
          expect(messages.length).toBeLessThanOrEqual(50);
          seen.push(...messages.map((message) => message.seq));
          after = messages.at(-1)?.id ?? after;
        }
        const total = counts.reduce((sum, count) => sum + count + 1, 0);
        expect(seen).toEqual(Array.from({ length: total }, (_, n) => n + 1));
      }),
    );
  });

  it('waits for a turn that is not in the log yet instead of skipping it', () => {
    fc.assert(
      fc.property(replyCounts, fc.nat(), (counts, pick) => {
        const log = logOf(counts);
        const missing = pick % log.length;
        const { messages } = messagesAfter(log.toSpliced(missing, 1), null, 0);
        const reachable = log.slice(0, missing).reduce((sum, turn) => sum + 1 + turn.replies.length, 0);
        expect(messages.map((message) => message.seq)).toEqual(
          Array.from({ length: Math.min(50, reachable) }, (_, n) => n + 1),
        );
      }),
    );
  });

  it('continues past a turn that the log has lost', () => {
    const dayMs = 86_400_000;
    const { messages } = messagesAfter(logOf([1, 1, 1]).slice(1), null, 1_700_000_000_000 + dayMs);
    expect(messages.map((message) => message.seq)).toEqual([3, 4, 5, 6]);
  });
});

/** A poll's answer where the item is that after so many turns of the log. */
async function answerAfter(turns: number, log: readonly CommittedTurn[]) {
  const read = async (_tenantId: string, _conversationId: string, _after: string | null, limit: number) =>
    log.slice(0, limit);
  const ports = { turnLog: { read }, nowMs: () => 0, random: () => 0 };
  const item = {
    ...{ tenantId: 'acme', conversationId: 'c', openTurn: null, waiting: [], state: null, handoff: null },
    lastMessageId: lastIdOf(log[turns - 1] as CommittedTurn),
  };
  const { response } = await awaitMessages(
    ports as unknown as Parameters<typeof awaitMessages>[0],
    item as unknown as Parameters<typeof awaitMessages>[1],
    { after: null, untilMs: 0 },
  );
  return response;
}

describe('what may come next', () => {
  async function nextAfter(turns: number): Promise<unknown> {
    const { messages, next } = await answerAfter(turns, logOf([1, 1]));
    expect(messages).toHaveLength(4);
    return next;
  }

  it('is the rest, at once, where a page of 50 does not hold all', async () => {
    const { messages, next } = await answerAfter(60, logOf(Array.from({ length: 60 }, () => 0)));
    expect([messages.length, messages.at(-1)?.seq, next]).toEqual([50, 50, 'now']);
  });

  it('is the due time in the item that the last message read belongs to', async () => {
    await expect(nextAfter(2)).resolves.toBe(null);
  });

  it('is unknown when a turn was committed between the item and the log', async () => {
    await expect(nextAfter(1)).resolves.toBe('now');
  });
});
