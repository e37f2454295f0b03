import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import type { TurnRecord } from '../../../src/contract/queue-records.ts';
import { agentTurn } from '../../../src/domain/agent-turn.ts';
import { runsOutAtMs } from '../../../src/domain/due-time.ts';
import { visitConversation } from '../../../src/operations/schedule/visit-conversation.ts';
import { changeAsAgent } from '../../../src/operations/turn/change-as-agent.ts';
import { giveUpTurn } from '../../../src/operations/turn/give-up-turn.ts';
import { runTurn } from '../../../src/operations/turn/run-turn.ts';
import { awaitTurn } from '../../../src/operations/web-chat/answer-turn.ts';
import { IdleWorld, type Luck, name, recordOf, smooth, start } from '../../support/idle-world.ts';

beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => vi.useRealTimers());

const patience = 100;
const idleMs = 60_000;

/** A request of the visitor, sent again until it is answered or acknowledged. @param isBusy it can't run at once */
async function post(world: IdleWorld, text: string, luck: Luck, isBusy: boolean): Promise<void> {
  const record = recordOf(text, Date.now());
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const gateway = world.process(attempt === 0 ? luck : { ...smooth, skewMs: luck.skewMs });
    try {
      const deadlineMs = gateway.nowMs() + 8_000;
      const stored = isBusy && (await gateway.conversations.find(name.tenantId, name.conversationId));
      const outcome = stored
        ? ({ outcome: 'busy', conversation: stored } as const)
        : await runTurn(gateway, record, { from: 'request', deadlineMs });
      if ('conversation' in outcome) await awaitTurn(gateway, record, outcome, 0);
      return;
    } catch {
      await sleep(3_000);
    }
  }
  throw new Error(`${text} was never taken`);
}

/** A record of the queue is delivered until it is done with. */
async function serve(world: IdleWorld, record: TurnRecord, luck: Luck, place: string | null): Promise<void> {
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const gateway = world.process(attempt === 0 ? luck : { ...smooth, skewMs: luck.skewMs });
    const deadlineMs = gateway.nowMs() + 25_000;
    const outcome = await runTurn(gateway, record, { from: 'queue', deadlineMs, place }).catch(() => null);
    if (outcome?.outcome === 'committed' || outcome?.outcome === 'duplicate') return;
    await sleep(3_000);
  }
  throw new Error(`${record.message.text} was never served`);
}

/** A message of the queue is given up, by new processes, until that is done. */
async function giveUp(world: IdleWorld, text: string, luck: Luck): Promise<void> {
  const record = recordOf(text, Date.now());
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const gateway = world.process(attempt === 0 ? luck : smooth);
    try {
      return await giveUpTurn(gateway, record, { reason: 'broken', attempts: 1, raised: false });
    } catch {
      await sleep(3_000);
    }
  }
  throw new Error(`${text} was never given up`);
}

/** A system says something beside the talk, which is no activity of it. */
async function sayBeside(world: IdleWorld, text: string, luck: Luck): Promise<void> {
  const gateway = world.process(luck);
  const turnId = `beside-of-${text}`;
  await changeAsAgent(gateway, { ...name, turnId }, (stored) => {
    const { state, epoch, handoff, lastHandoff } = stored;
    if (!state) return null;
    const told = { turnId, correlationId: 'beside', status: state.status, notices: [] };
    const turn = agentTurn(gateway, stored, state, { ...told, says: [{ author: 'bot', text }] });
    return { turn, state, held: { epoch, handoff, lastHandoff }, beside: true };
  }).catch(() => null);
}

const visit = (world: IdleWorld, luck: Luck) =>
  visitConversation(world.process(luck), name).catch(() => null);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const call = fc.option(fc.nat(12), { nil: undefined, freq: 2 });
const luck: fc.Arbitrary<Luck> = fc.record({
  skewMs: fc.integer({ min: -25_000, max: 25_000 }),
  takesMs: fc.array(fc.oneof(fc.constant(5), fc.nat(12_000)), { minLength: 1, maxLength: 12 }),
  refused: call,
  unanswered: call,
  dies: call,
});
/** Most of it around the deadline, a minute behind the first message, or when the schedule may first announce the end. */
const around = fc.constantFrom(idleMs, idleMs, idleMs + limits.idleEndMarginMs);
/** A web chat has requests, a chat app's conversation records of its queue. */
const says = fc.constantFrom(['request', 'busy request'] as const, ['record', 'given up'] as const);
const actors = fc.tuple(around, says).chain(([focusMs, messages]) => {
  const does = fc.constantFrom(...messages, 'visit', 'visit', 'visit', 'beside');
  const near = fc.integer({ min: focusMs - 20_000, max: focusMs + 20_000 });
  const atMs = fc.oneof({ weight: 6, arbitrary: near }, { weight: 1, arbitrary: fc.nat(400_000) });
  return fc.array(fc.record({ does, atMs, luck }), { minLength: 2, maxLength: 8 });
});

it('a run is published as over once and never continues after that, and each message is answered once', async () => {
  await fc.assert(
    fc.asyncProperty(actors, async (script) => {
      vi.setSystemTime(start);
      const world = new IdleWorld();
      world.serve = (record, place) => serve(world, record, smooth, place);
      const first = post(world, 'first', smooth, false);
      const others = script.map(async ({ does: what, atMs: at, luck: of }, n) => {
        await first;
        await sleep(at);
        if (what === 'visit') await visit(world, of);
        else if (what === 'beside') await sayBeside(world, `beside ${n}`, of);
        else if (what === 'given up') await giveUp(world, `message ${n}`, of);
        else if (what === 'record') await serve(world, recordOf(`message ${n}`, Date.now()), of, null);
        else await post(world, `message ${n}`, of, what === 'busy request');
      });
      const all = Promise.all(others);
      await Promise.all([all, vi.runAllTimersAsync()]);
      await Promise.all([world.served, vi.runAllTimersAsync()]);
      for (let n = 0; n < 4; n += 1) {
        vi.setSystemTime(Date.now() + 10 * 60_000);
        await Promise.all([visit(world, smooth), vi.runAllTimersAsync()]);
      }
      expect(world.wentOn).toEqual([]);
      expect(world.stored).toMatchObject({ state: { status: 'completed' }, outbox: [], dueAtMs: null });
      const byRun = Map.groupBy(world.ends, ({ runId }) => runId);
      for (const ends of byRun.values()) for (const end of ends) expect(end).toEqual(ends[0]);
      expect(new Set(world.ends.map(({ eventId }) => eventId)).size).toBe(byRun.size);
      const runs = [...world.runs.values()];
      // One that was given up before its flow began has ended with that.
      expect(runs.filter(({ outcome }) => outcome !== 'expired' && outcome !== 'failed')).toEqual([]);
      const expired = runs.filter(({ outcome }) => outcome === 'expired').map(({ id }) => id);
      expect([...byRun.keys()].sort()).toEqual(expired.sort());
      const said = world.log().flatMap(({ inbound, replies }) => [inbound ?? [], replies].flat());
      expect(said.map(({ seq }) => seq)).toEqual(said.map((_, n) => n + 1));
      const wanted = script.flatMap(({ does: what }, n) =>
        what === 'visit' || what === 'beside' ? [] : [`message ${n}`],
      );
      const answered = world.log().filter(({ inbound, replies }) => inbound && replies.length === 1);
      expect(answered.map(({ inbound }) => inbound?.text).sort()).toEqual(['first', ...wanted].sort());
      expect(world.stored && runsOutAtMs(world.stored)).toBe(Number.POSITIVE_INFINITY);
    }),
    { numRuns: Number(process.env.RUNS ?? 100), endOnFailure: true },
  );
});
