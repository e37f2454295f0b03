import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { settleTurns } from '../../../src/operations/turn/settle-turn.ts';

const nowMs = Date.UTC(2025, 0, 1);

/** Settles a conversation's turns, each given by its name and age, as whoever has committed the one called `own`. */
async function settled(ages: Readonly<Record<string, number>>, fault?: Error) {
  const logged: string[] = [];
  const remembered: string[] = [];
  const gateway = {
    nowMs: () => nowMs,
    log: { info: () => undefined, error: () => undefined },
    patience: { within: (_: number, work: () => Promise<void>) => work() },
    turnLog: {
      record: async (turns: readonly { turnId: string }[]) => {
        if (fault) throw fault;
        logged.push(...turns.map(({ turnId }) => turnId));
      },
    },
    bus: { publish: async () => undefined },
    settled: { add: (_: unknown, turnIds: readonly string[]) => void remembered.push(...turnIds) },
  };
  const outbox = Object.entries(ages).map(([turnId, ageMs]) => ({
    turnId,
    committedAtMs: nowMs - ageMs,
    inbound: { id: turnId },
    replies: [],
    notices: [],
  }));
  const conversation = { tenantId: 'acme', conversationId: 'conversation', outbox };
  const outcome = await settleTurns(gateway as never, conversation as never, 'own');
  return { outcome, logged, remembered };
}

describe('whoever has committed a turn', () => {
  it('leaves what others have committed a moment ago to them', async () => {
    expect(await settled({ others: limits.settleAfterMs - 1, own: 0 })).toEqual({
      outcome: 'part',
      logged: ['own'],
      remembered: ['own'],
    });
  });

  it('settles what others have left for long', async () => {
    expect(await settled({ others: limits.settleAfterMs, own: 0 })).toEqual({
      outcome: 'whole',
      logged: ['others', 'own'],
      remembered: ['others', 'own'],
    });
  });

  it('takes nothing for done that failed', async () => {
    expect(await settled({ own: 0 }, new Error('refused'))).toEqual({
      outcome: 'failed',
      logged: [],
      remembered: [],
    });
  });
});
