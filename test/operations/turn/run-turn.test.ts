import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../../src/contract/queue-records.ts';
import { newConversation } from '../../../src/domain/conversation.ts';
import { EngineFailureError, TemporarilyUnavailableError } from '../../../src/domain/errors.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { processRecord } from '../../../src/operations/turn/process-record.ts';
import { runTurn } from '../../../src/operations/turn/run-turn.ts';
import { recordTurns } from '../../../src/operations/turn/settle-turn.ts';
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

describe('a queued message that fails', () => {
  /** What is saved of it, where the first try fails so; nothing can be saved. */
  async function processed(ageMs: number, fault: Error = new TemporarilyUnavailableError()) {
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
          if (finds === 1) throw fault;
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

  it('is delivered again when it did not cause the failure, however often that has happened', async () => {
    expect(await processed(60_000)).toEqual([]);
  });

  it('is given up at once when its flow raises an error', async () => {
    expect(await processed(60_000, new EngineFailureError('no such step'))).toMatchObject([
      { outbox: [{ turnId: 'second', failed: { reason: 'no such step', attempts: 50 } }] },
    ]);
  });

  it('is given up after a day', async () => {
    expect(await processed(24 * 60 * 60_000)).toMatchObject([{ outbox: [{ turnId: 'second', failed: {} }] }]);
  });
});

it('a turn that was given up is kept among the dead letters, and in the log without its record', async () => {
  const kept: unknown[] = [];
  const logged: unknown[] = [];
  const gateway = {
    nowMs: () => nowMs,
    turnLog: { record: async (turns: unknown[]) => void logged.push(...turns) },
    deadLetters: { keep: async (letter: unknown) => void kept.push(letter) },
  };
  const turn = {
    turnId: 'second',
    replies: [],
    inbound: { id: 'm' },
    failed: { reason: 'r', attempts: 1, record },
  };
  await recordTurns(gateway as never, [turn as never]);
  expect(kept).toMatchObject([{ reason: 'r', body: JSON.stringify(record) }]);
  expect(logged).toMatchObject([{ failed: { reason: 'r', attempts: 1 } }]);
  expect(JSON.stringify(logged)).not.toContain('"record"');
});
