import { afterEach, describe, expect, it, vi } from 'vitest';
import { awsDeadlines } from '../../../src/aws/clients.ts';
import { limits } from '../../../src/contract/limits.ts';
import { settleTurns, unawaited } from '../../../src/operations/turn/settle-turn.ts';

const nowMs = Date.UTC(2025, 0, 1);

/** Settles a conversation's turns, each given by its name and age, as whoever has committed the one called `own`. */
async function settled(ages: Readonly<Record<string, number>>, fault?: Error) {
  const logged: string[] = [];
  const remembered: string[] = [];
  const gateway = {
    nowMs: () => nowMs,
    log: { info: () => undefined, error: () => undefined },
    deadlines: { within: (_: number, work: () => Promise<void>) => work() },
    turnLog: {
      record: async (turns: readonly { turnId: string }[]) => {
        if (fault) throw fault;
        logged.push(...turns.map(({ turnId }) => turnId));
      },
    },
    bus: { publish: async () => undefined },
    settled: {
      drop: () => undefined,
      add: (_: unknown, turnIds: readonly string[]) => void remembered.push(...turnIds),
    },
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

describe('the process that committed a turn', () => {
  it('leaves recently committed turns to their process', async () => {
    expect(await settled({ others: limits.settleAfterMs - 1, own: 0 })).toEqual({
      outcome: 'part',
      logged: ['own'],
      remembered: ['own'],
    });
  });

  it('settles turns that were left for long', async () => {
    expect(await settled({ others: limits.settleAfterMs, own: 0 })).toEqual({
      outcome: 'whole',
      logged: ['others', 'own'],
      remembered: ['others', 'own'],
    });
  });

  it('marks nothing as done that failed', async () => {
    expect(await settled({ own: 0 }, new Error('refused'))).toEqual({
      outcome: 'failed',
      logged: [],
      remembered: [],
    });
  });
});

describe('an answer that waits for the effects of its turn', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** How long it waits on a laptop, whose services may be five times slower, when these parts never answer. */
  async function waited(hanging: { log?: true; bus?: true; center?: true }, options = {}): Promise<number> {
    vi.useFakeTimers({ now: nowMs, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    const part = (hangs?: true) => () => (hangs ? new Promise(() => undefined) : Promise.resolve());
    const gateway = {
      nowMs: Date.now,
      log: { info: () => undefined, error: () => undefined },
      deadlines: awsDeadlines(5),
      turnLog: { record: part(hanging.log) },
      bus: { publish: part(hanging.bus) },
      centers: { wake: part(hanging.center) },
      settled: { drop: () => undefined, add: () => undefined },
    };
    const turn = { turnId: 'own', committedAtMs: nowMs, inbound: null, replies: [], status: 'handoff' };
    const outbox = [{ ...turn, notices: [] }];
    const state = { status: 'handoff', handoff: { reason: '', queue: null, requestedAt: '' } };
    const handoff = { id: 'handoff', owner: null, center: { accountId: 'center' } };
    const conversation = { ...{ tenantId: 'acme', conversationId: 'conversation' }, outbox, state, handoff };
    const settling = settleTurns(gateway as never, conversation as never, 'own', options);
    await vi.runAllTimersAsync();
    expect(await settling).toBe('failed');
    return Date.now() - nowMs;
  }

  it.each([{ bus: true }, { log: true }, { center: true }, { log: true, bus: true, center: true }] as const)(
    'is sent within 1.5 s whatever hangs: %o',
    async (hanging) => {
      expect(await waited(hanging)).toBeLessThanOrEqual(1_500);
      vi.useRealTimers();
      expect(await waited(hanging, { ...unawaited, isAwaited: true })).toBeLessThanOrEqual(1_500);
    },
  );
});
