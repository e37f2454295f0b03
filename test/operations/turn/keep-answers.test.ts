import { describe, expect, it } from 'vitest';
import { type CommittedTurn, type Conversation, newConversation } from '../../../src/domain/conversation.ts';
import { rememberedId } from '../../../src/domain/turn-memory.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { withKeptAnswers } from '../../../src/operations/turn/commit-turn.ts';
import type { Answer } from '../../../src/ports/http-client.ts';
import { messageOf } from '../../support/turn-of.ts';

const atMs = Date.UTC(2025, 0, 1);
const turns = Array.from({ length: 15 }, (_, n) => ({
  turnId: `turn-${n}-of-fifteen`,
  committedAtMs: atMs - 1_000,
  replies: [],
  inbound: { id: String(n) },
  claim: { key: `key ${n}`, fingerprint: 'print', form: 'b' },
})) as unknown as readonly CommittedTurn[];
const stored: Conversation<FlowState> = {
  ...newConversation<FlowState>(
    { message: messageOf('hello'), sessionId: 'session', idleMinutes: 30, retentionDays: 30 } as never,
    atMs - 1_000,
  ),
  version: 15,
  recentTurnIds: turns.map(({ turnId }) => rememberedId(turnId)),
  answersInLog: 15,
  outbox: turns.slice(-1),
};

/** What was written, and the conversation then. */
async function kept(before: Conversation<FlowState>, { version = before.version, isSlow = false } = {}) {
  const answers: Answer[] = [];
  let pages = [turns.slice(0, -1)];
  const gateway = {
    nowMs: () => atMs,
    log: { error: () => undefined },
    deadlines: {
      within: <T>(ms: number, work: () => Promise<T>) => {
        expect(ms).toBeLessThanOrEqual(1_000);
        return isSlow ? Promise.reject(new Error('too late')) : work();
      },
    },
    conversations: { find: async () => ({ ...before, version }) },
    turnLog: {
      read: async () => {
        const [page = []] = pages;
        pages = [];
        return page;
      },
      record: async (_: unknown, more: readonly Answer[]) => void answers.push(...more),
    },
  };
  const { answersInLog } = await withKeptAnswers(gateway as never, before);
  return { keys: answers.map(({ key }) => key), answersInLog };
}

describe('answers that are in the log alone', () => {
  it('are written when there are fifteen, including those of turns that are not logged yet', async () => {
    expect(await kept({ ...stored, answersInLog: 14 })).toEqual({ keys: [], answersInLog: 14 });
    const keys = turns.map((_, n) => `key ${n}`);
    expect(await kept(stored)).toEqual({ keys, answersInLog: 'apart' });
  });

  it('stay there, and are read again five turns later, when it takes too long', async () => {
    expect(await kept(stored, { isSlow: true })).toEqual({ keys: [], answersInLog: 15 });
    expect((await kept({ ...stored, answersInLog: 16 })).answersInLog).toBe(16);
    expect((await kept({ ...stored, answersInLog: 20 })).answersInLog).toBe('apart');
  });

  it('are not written for a conversation that others have written since: its visitor may be erased', async () => {
    expect(await kept(stored, { version: 16 })).toEqual({ keys: [], answersInLog: 15 });
  });
});
