import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../../src/contract/turn-record.ts';
import { newConversation } from '../../../src/domain/conversation.ts';
import { TemporarilyUnavailableError } from '../../../src/domain/errors.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { processRecord } from '../../../src/operations/turn/process-record.ts';
import { runTurn } from '../../../src/operations/turn/run-turn.ts';
import { messageOf } from '../../support/turn-of.ts';

const nowMs = Date.UTC(2025, 0, 1);
const record: TurnRecord = {
  kind: 'turn',
  turnId: 'second',
  message: messageOf('hello', { messageId: '01JGFJJZ000000000000000002' }),
  flowId: 'support',
  sessionId: 'session',
  idleMinutes: 30,
  retentionDays: 30,
};
/** A conversation whose first message was acknowledged and lies on the queue. */
const stored = {
  ...newConversation<FlowState>(record, nowMs),
  version: 1,
  waiting: [{ turnId: 'first', messageId: '01JGFJJZ000000000000000001', place: null }],
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('a message behind one that was acknowledged', () => {
  it('waits when it comes by a request, and nothing is written', async () => {
    const gateway = { nowMs: () => nowMs, log: silent };
    const options = { from: 'request', conversation: stored, deadlineMs: nowMs + 1_000 } as const;
    expect(await runTurn(gateway as never, record, options)).toMatchObject({ outcome: 'busy' });
  });
});

describe('a queued message that others keep from running', () => {
  /** What became of it, where the conversation can't be read the first time. */
  async function processed(ageMs: number) {
    const saved: unknown[] = [];
    let finds = 0;
    const gateway = {
      nowMs: () => nowMs + ageMs,
      log: silent,
      metrics: { count: () => undefined },
      directory: { findTenant: async () => ({ id: 'acme', status: 'active' }) },
      conversations: {
        find: async () => {
          finds += 1;
          if (finds === 1) throw new TemporarilyUnavailableError();
          return stored;
        },
        save: async (next: unknown) => {
          saved.push(next);
          throw new TemporarilyUnavailableError();
        },
      },
    };
    const options = { receives: 50, place: null, untilMs: nowMs + ageMs + 60_000 };
    await expect(processRecord(gateway as never, record, options)).rejects.toThrow(
      TemporarilyUnavailableError,
    );
    return saved;
  }

  it('comes again, however often it has come', async () => {
    expect(await processed(60_000)).toEqual([]);
  });

  it('is given up after a day', async () => {
    expect(await processed(24 * 60 * 60_000)).toMatchObject([{ outbox: [{ turnId: 'second', failed: {} }] }]);
  });
});
