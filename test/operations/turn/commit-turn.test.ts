import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../../src/contract/queue-records.ts';
import { newConversation } from '../../../src/domain/conversation.ts';
import { leastIdAt } from '../../../src/domain/message-ids.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { commitTurn } from '../../../src/operations/turn/commit-turn.ts';
import type { Answer } from '../../../src/ports/http-client.ts';
import { messageOf } from '../../support/turn-of.ts';

const nowMs = Date.UTC(2025, 0, 1, 12);
const claim = { key: 'acme#key', fingerprint: 'print', form: 'b' } as const;
const state: FlowState = {
  ...{ status: 'active', flow: { id: 'support', version: 1, stepId: 'size' }, variables: {} },
  ...{ attempts: 0, handoff: null, history: [] },
};

/** The keys whose answers are written apart when a turn of home is committed, by when its message was let in. */
async function keysApart(letInAtMs: number): Promise<readonly string[]> {
  const messageId = leastIdAt(letInAtMs);
  const message = messageOf('hello', { messageId });
  const record: TurnRecord = {
    ...{ kind: 'turn', turnId: 'own', message, flowId: 'support', sessionId: 'session' },
    ...{ idleMinutes: 30, retentionDays: 30, claim },
  };
  const answers: Answer[] = [];
  const gateway = {
    nowMs: () => nowMs,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    metrics: { count: () => undefined, time: () => undefined },
    deadlines: { within: (_: number, work: () => Promise<unknown>) => work() },
    conversations: { save: async () => undefined },
    turnLog: { record: async (_: unknown, more: readonly Answer[]) => void answers.push(...more) },
    bus: { publish: async () => undefined },
    settled: { has: () => false, drop: () => undefined, add: () => undefined },
  };
  const before = newConversation<FlowState>(record, nowMs);
  const begun = { before, messageId, record, options: { from: 'request', answerStaysInLog: true } } as const;
  const result = { outcome: 'ended', state, effects: [] } as const;
  expect(await commitTurn(gateway as never, begun, before, result)).toMatchObject({ outcome: 'committed' });
  return answers.map(({ key }) => key);
}

describe("the answer to a message at the conversation's own session", () => {
  it('is left to the log, where a repeat finds it among the latest turns', async () => {
    expect(await keysApart(nowMs - 3_000)).toEqual([]);
  });

  it('is written apart when its turn was resumed much later, since its IDs are far back', async () => {
    expect(await keysApart(nowMs - 2 * 60 * 60_000)).toEqual([claim.key]);
  });
});
