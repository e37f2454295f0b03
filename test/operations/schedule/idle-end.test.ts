import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { overdueAtMs } from '../../../src/domain/conversation.ts';
import { newMessageId } from '../../../src/domain/message-ids.ts';
import { visitConversation } from '../../../src/operations/schedule/visit-conversation.ts';
import { runTurn } from '../../../src/operations/turn/run-turn.ts';
import { awaitTurn } from '../../../src/operations/web-chat/answer-turn.ts';
import { IdleWorld, type Luck, name, recordOf, smooth, start } from '../../support/idle-world.ts';

beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => vi.useRealTimers());

/** Behind the deadline of an idle minute, and what the schedule leaves of time. */
const longIdleMs = 60_000 + limits.idleEndMarginMs + 1_000;

/** A conversation with its first message, so long ago; what is acknowledged is answered at `serveAtMs`. */
async function begun(serveAtMs: number): Promise<IdleWorld> {
  const world = new IdleWorld();
  world.serve = async (record, place) => {
    await new Promise((resolve) => setTimeout(resolve, start + serveAtMs - Date.now()));
    await runTurn(world.process(smooth), record, { from: 'queue', deadlineMs: Date.now() + 25_000, place });
  };
  await done(
    runTurn(world.process(smooth), recordOf('first', start), { from: 'request', deadlineMs: start + 8_000 }),
  );
  return world;
}

/** Lets what was begun end, however long it takes. */
async function done<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, vi.runAllTimersAsync()]);
  return result;
}

async function acknowledge(world: IdleWorld, text: string): Promise<void> {
  if (world.stored)
    await awaitTurn(
      world.process(smooth),
      recordOf(text, Date.now()),
      { outcome: 'busy', conversation: world.stored },
      0,
    );
}

const visit = (world: IdleWorld, luck: Luck) => visitConversation(world.process(luck), name);

it('a message that is acknowledged while the end of its run is published starts the next run', async () => {
  const world = await begun(longIdleMs + 60_000);
  vi.setSystemTime(start + longIdleMs);
  // The write comes ten seconds behind the announcement.
  const visiting = visit(world, { ...smooth, takesMs: [5, 5, 5, 5, 10_000, 5] }).catch(() => 'refused');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.ends).toHaveLength(1);
  const acknowledged = acknowledge(world, 'second');
  expect(await done(visiting)).toBe('refused');
  await done(acknowledged.then(() => world.served));
  expect(world.wentOn).toEqual([]);
  expect([...world.runs.values()].map(({ outcome }) => outcome)).toEqual(['expired', undefined]);
  expect(world.log().map(({ inbound }) => inbound?.text)).toEqual(['first', 'second']);
});

it('a message that is acknowledged before the deadline continues its run, however late it is served', async () => {
  const world = await begun(longIdleMs + 60_000);
  vi.setSystemTime(start + 59_000);
  const acknowledged = acknowledge(world, 'second');
  await vi.advanceTimersByTimeAsync(1_000);
  await acknowledged;
  await vi.advanceTimersByTimeAsync(longIdleMs - 60_000);
  const visiting = visit(world, smooth);
  await vi.advanceTimersByTimeAsync(1_000);
  await visiting;
  expect(world.ends).toEqual([]);
  await done(world.served);
  expect([...world.runs.values()]).toMatchObject([{ said: [2, 2, 0] }]);
});

it('an end that can’t be published blocks nothing, and is published later', async () => {
  const world = await begun(longIdleMs);
  vi.setSystemTime(start + longIdleMs);
  const before = world.stored;
  // The second call publishes.
  expect(await done(visit(world, { ...smooth, refused: 1 }).catch(() => 'refused'))).toBe('refused');
  expect(world.ends).toEqual([]);
  expect(world.stored).toMatchObject({ version: before?.version, outbox: [] });
  expect(world.stored?.dueAtMs).toBeGreaterThan(Date.now());
  vi.setSystemTime(Date.now() + limits.requeueAfterMs);
  await done(visit(world, smooth));
  expect(world.ends).toHaveLength(1);
  expect(world.stored).toMatchObject({ state: { status: 'completed' }, dueAtMs: null });
});

it('a message that may still be on the queue delays the end well past its last moment', async () => {
  const world = await begun(longIdleMs);
  const lost = {
    turnId: 'lost',
    messageId: newMessageId(
      () => start,
      () => 0,
    ),
    place: null,
  };
  if (world.stored) world.stored = { ...world.stored, waiting: [lost] };
  const lastMs = overdueAtMs(lost);
  vi.setSystemTime(lastMs + 30_000);
  await done(visit(world, smooth));
  expect(world.ends).toEqual([]);
  if (world.stored) world.stored = { ...world.stored, waiting: [lost] };
  vi.setSystemTime(lastMs + limits.idleEndMarginMs + 1_000);
  await done(visit(world, smooth));
  expect(world.ends).toHaveLength(1);
});
