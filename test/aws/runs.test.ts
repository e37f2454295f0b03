import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { RunErasure } from '../../src/aws/personal-data-tables.ts';
import { RunCountsTable } from '../../src/aws/run-counts-table.ts';
import { RunListTable } from '../../src/aws/run-list-table.ts';
import { RunsTable } from '../../src/aws/runs-table.ts';
import { enqueueCounting, recount } from '../../src/operations/reports/enqueue-counting.ts';
import { listConversations } from '../../src/operations/reports/list-conversations.ts';
import { readFigures } from '../../src/operations/reports/read-figures.ts';
import { type CountPorts, rollUpHour } from '../../src/operations/reports/roll-up-hour.ts';
import { takeRuns } from '../../src/operations/reports/take-runs.ts';
import type { CountedRun, RunCounts } from '../../src/ports/runs.ts';
import { freshTables } from '../support/fresh-tables.ts';
import { storyOf } from '../support/told-runs.ts';

/** Sunday, the night in which Berlin's clocks know the hour from two to three twice. */
const autumn = Date.parse('2026-10-25T00:00:00Z');
const minuteMs = 60_000;
const day = '2026-10-25';

const fresh = freshTables();
let nowMs = autumn;
const conversations = { findAll: async () => [] };
beforeEach(() => {
  nowMs = autumn;
  zone = 'Europe/Berlin';
  miscounted = 0;
});

let zone = 'Europe/Berlin';
let miscounted = 0;
const clock = () => nowMs;
const runs = () => new RunsTable(fresh.clients.dynamodb, fresh.prefix, clock);
const counts = () => new RunCountsTable(fresh.clients.dynamodb, fresh.prefix, clock);
type Hour = Parameters<typeof rollUpHour>[1];
const quiet = () => undefined;
const directory = {
  findTenant: async () => ({ id: 'acme', time_zone: zone }) as never,
  findFlow: async () => null,
  listTenants: async () => [],
};
const ports = (over: Partial<RunCounts> = {}): CountPorts => ({
  counts: new Proxy(counts(), {
    get: (table, name) => {
      const value = Reflect.get(over, name) ?? Reflect.get(table, name);
      return typeof value === 'function' ? value.bind(table) : value;
    },
  }),
  directory,
  metrics: {
    count() {
      miscounted += 1;
    },
  },
  log: { info: quiet, warn: quiet, error: quiet },
  nowMs: clock,
});
const tell = (told: readonly CountedRun[]) =>
  takeRuns(
    { runs: runs(), directory, tasks: { enqueue: async () => undefined }, nowMs: clock },
    told.map((one) => ({ ...one, again: false, failed: false })),
  );
const figures = async (group?: 'hour') =>
  readFigures({ counts: counts(), directory, inboxIndex: { list: async () => [] }, nowMs: clock }, 'acme', {
    from: day,
    to: day,
    ...(group && { group }),
  });

/** Counts what is marked, as the schedule hands it out. */
async function countAll(): Promise<void> {
  nowMs += 2 * minuteMs;
  const tasks: Hour[] = [];
  await enqueueCounting({
    counts: counts(),
    directory,
    tasks: { enqueue: async (some) => void tasks.push(...(some as readonly Hour[])) },
    nowMs: clock,
  });
  for (const task of tasks) await rollUpHour(ports(), task);
}

const shuffled = <Item>(items: readonly Item[], random: () => number) =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
const inBatches = <Item>(items: readonly Item[]) =>
  Array.from({ length: Math.ceil(items.length / 10) }, (_, n) => items.slice(n * 10, n * 10 + 10));
const stories = (count: number) =>
  Array.from({ length: count }, (_, n) => storyOf(n, autumn + n * 4 * minuteMs));

describe('reported runs', () => {
  it('are in their latest state, in whatever order and however often events arrive', async () => {
    let n = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 0, 1, 2, 3], { minLength: 1 }),
        fc.nat(7),
        async (order, at) => {
          n += 5;
          const story = storyOf(n, autumn);
          const told = order.map((index) => story[index] as CountedRun);
          told.splice(at, 0, story.at(-1) as CountedRun);
          for (const one of told) await tell([one]);
          const [kept] = await new RunListTable(fresh.clients.dynamodb, fresh.prefix).read([
            { tenantId: 'acme', conversationId: `conversation-${n}`, runId: story[0]?.run.id ?? '' },
          ]);
          expect(kept?.run).toEqual(story.at(-1)?.run);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('report a conversation once whose visitor was seen in two of its runs', async () => {
    const [last, next] = [
      storyOf(1, autumn, { conversationId: 'c-1' }),
      storyOf(2, autumn, { conversationId: 'c-1' }),
    ];
    const seen = await tell([...last, ...next]);
    expect(seen).toEqual([{ tenantId: 'acme', conversationId: 'c-1', channel: 'webchat' }]);
  });

  it('case 27: are counted right when their events are shuffled, doubled and all lost but the last', async () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const all = stories(60);
    const sent = all.flatMap((story) => [
      ...story.slice(0, -1).flatMap((one) => Array.from({ length: Math.floor(random() * 4) }, () => one)),
      ...Array.from({ length: 1 + Math.floor(random() * 3) }, () => story.at(-1) as CountedRun),
    ]);
    for (const batch of inBatches(shuffled(sent, random))) await tell(batch);
    nowMs = autumn + 6 * 60 * minuteMs;
    await countAll();
    const handed = all.filter((_, n) => n % 5 === 0).length;
    const abandoned = all.filter((_, n) => n % 5 !== 0 && n % 3 === 0).length;
    const { total } = await figures();
    expect(total.runs).toMatchObject({
      ...{ started: 60, open: 0, ended: 60, handedOver: handed, abandoned },
      flowAlone: 60 - handed - abandoned,
    });
    expect(total.messages).toMatchObject({ visitor: 120, bot: 120 });
    expect(total.visitors).toEqual({ distinct: 60, exact: true });
    expect(total.handoffs).toMatchObject({ requested: handed, taken: handed, ended: { closed: handed } });
    // Four hours of 15 runs: the second of those from two to three on Berlin's clocks is one of its own.
    const { rows } = await figures('hour');
    expect(rows).toHaveLength(25);
    expect(rows.filter(({ figures: { runs: of } }) => of.started > 0).map(({ key }) => key)).toEqual([
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
      '2026-10-25T04:00:00+01:00',
    ]);
    await recount(ports(), { tenantId: 'acme', fromMs: nowMs - 180 * minuteMs });
    expect(miscounted).toBe(0);
    zone = 'Asia/Kathmandu';
    await rollUpHour(ports(), { tenantId: 'acme', slotMs: autumn });
    await countAll();
    const there = (await figures('hour')).rows.filter(({ figures: { runs: of } }) => of.started > 0);
    expect(there.map(({ key, figures: { runs: of } }) => [key, of.started])).toEqual([
      ['2026-10-25T05:00:00+05:45', 4],
      ['2026-10-25T06:00:00+05:45', 15],
      ['2026-10-25T07:00:00+05:45', 15],
      ['2026-10-25T08:00:00+05:45', 15],
      ['2026-10-25T09:00:00+05:45', 11],
    ]);
    expect((await figures()).total.runs.started).toBe(60);
  });

  it('case 28: of a forgotten conversation that starts again leave the old ones unchanged', async () => {
    const before = storyOf(1, autumn);
    const after = storyOf(1, autumn + 60 * minuteMs).slice(0, 1);
    await tell(before);
    await tell(after);
    const runList = new RunListTable(fresh.clients.dynamodb, fresh.prefix);
    const names = [before, after].map((story) => ({
      tenantId: 'acme',
      conversationId: 'conversation-1',
      runId: story[0]?.run.id ?? '',
    }));
    const kept = await runList.read(names);
    expect(kept.map(({ run }) => run.v).sort()).toEqual([1, 5]);
    const list = await listConversations(
      { conversations, runList, nowMs: clock },
      { tenantId: 'acme', limit: 25, after: null, channel: 'webchat', user: 'visitor-1' },
    );
    // One conversation is one row, of its latest run.
    expect(list.items.map(({ runId }) => runId)).toEqual([after[0]?.run.id]);
  });

  it('case 29: are counted again where counting died, or was done twice at once, and where one came meanwhile', async () => {
    const hour = { tenantId: 'acme', slotMs: autumn };
    const [first = [], second = []] = stories(2);
    await tell(first);
    nowMs += 2 * minuteMs;
    const dies = ports({ clear: async () => Promise.reject(new Error('killed')) });
    await expect(rollUpHour(dies, hour)).rejects.toThrow('killed');
    nowMs += 1;
    const [row] = [...(await counts().hours('acme', autumn, autumn + 1)).values()];
    await Promise.all([rollUpHour(ports(), hour), rollUpHour(ports(), hour)]);
    const [again] = [...(await counts().hours('acme', autumn, autumn + 1)).values()];
    expect(again?.cells).toEqual(row?.cells);
    expect(await counts().marksOf('acme', [autumn])).toEqual([]);

    await tell(first);
    nowMs += 2 * minuteMs;
    const table = counts();
    const late = ports({
      async *inSlots(tenantId, slots, after) {
        yield* table.inSlots(tenantId, slots, after);
        await tell(second);
      },
    });
    await rollUpHour(late, hour);
    expect((await figures()).total.runs.started).toBe(1);
    expect(await counts().marksOf('acme', [autumn])).toHaveLength(1);
    await countAll();
    expect((await figures()).total.runs.started).toBe(2);
    expect(await counts().marksOf('acme', [autumn])).toEqual([]);
  });

  it('case 30: of an erased visitor belong to no one, are counted as before, and don’t return with a late event', async () => {
    const all = stories(20);
    await tell(all.flat());
    nowMs += 60 * minuteMs;
    await countAll();
    const before = await figures();
    expect(before.total.visitors.distinct).toBe(20);
    const erasure = new RunErasure(fresh.clients.dynamodb, fresh.prefix, clock);
    for (const n of [0, 1, 3, 5]) {
      const visitor = { tenantId: 'acme', channel: 'webchat', userId: `visitor-${n}` };
      expect(await erasure.conversationsOfRuns(visitor)).toEqual([`conversation-${n}`]);
      await erasure.eraseRuns({ tenantId: 'acme', conversationId: `conversation-${n}` }, ['never-told']);
      expect(await erasure.conversationsOfRuns(visitor)).toEqual([]);
    }
    nowMs += 13 * 24 * 60 * minuteMs;
    await tell(all.slice(0, 6).flat());
    const [late = []] = [storyOf(0, autumn)];
    await tell(late.map((one) => ({ ...one, run: { ...one.run, id: 'never-told', v: one.run.v + 9 } })));
    await countAll();
    await rollUpHour(ports(), { tenantId: 'acme', slotMs: autumn });
    const after = await figures();
    expect({ ...after.total, runs: { ...after.total.runs, resolvedFinal: false } }).toEqual(before.total);
    const runList = new RunListTable(fresh.clients.dynamodb, fresh.prefix);
    const list = await listConversations(
      { conversations, runList, nowMs: clock },
      { tenantId: 'acme', limit: 100, after: null },
    );
    expect(list.items).toHaveLength(16);
    expect(JSON.stringify(list)).not.toMatch(/visitor-(0|1|3|5)"/);
  });

  it('are counted at night whatever is marked, and a lost mark is reported', async () => {
    await tell(storyOf(1, autumn));
    nowMs += 5 * minuteMs;
    for (const mark of await counts().marksOf('acme', [autumn])) await counts().clear(mark);
    await recount(ports(), { tenantId: 'acme', fromMs: nowMs - 180 * minuteMs });
    expect(miscounted).toBe(1);
    expect((await figures()).total.runs.started).toBe(1);
    await recount(ports(), { tenantId: 'acme', fromMs: nowMs - 180 * minuteMs });
    expect(miscounted).toBe(1);
  });

  it('of the previous release count no visitors, which is no miscount, and do when they are counted again', async () => {
    await tell(storyOf(1, autumn));
    await countAll();
    const [row] = [...(await counts().hours('acme', autumn, autumn + 1)).values()];
    const cells = (row?.cells ?? []).map(({ visitors: _, ...cell }) => cell);
    nowMs += minuteMs;
    await counts().putHour('acme', autumn, { cells, countedBy: 1, readStartedAtMs: nowMs });
    const { total, rows } = await figures('hour');
    expect([total, rows[2]?.figures].map((of) => of?.visitors)).toEqual([
      { distinct: null, exact: false },
      { distinct: null, exact: false },
    ]);
    expect(rows[3]?.figures.visitors).toEqual({ distinct: 0, exact: true });
    nowMs += minuteMs;
    await recount(ports(), { tenantId: 'acme', fromMs: autumn });
    expect(miscounted).toBe(0);
    expect((await figures()).total.visitors).toEqual({ distinct: 1, exact: true });
  });

  it('count a visitor who returned within three days, whichever run is reported first', async () => {
    const of = { conversationId: 'other' };
    const again = (n: number, afterMs: number) =>
      storyOf(n, autumn + afterMs, of).map((one) => ({
        ...one,
        run: { ...one.run, id: `${one.run.id}b` },
      }));
    await tell(storyOf(1, autumn));
    await tell(again(1, 60 * minuteMs));
    await tell(again(7, 60 * minuteMs));
    await tell(storyOf(7, autumn));
    await tell(storyOf(11, autumn));
    await tell(again(11, 4 * 24 * 60 * minuteMs));
    nowMs += 5 * 24 * 60 * minuteMs;
    await countAll();
    const { total } = await figures();
    expect(total.runs).toMatchObject({ flowAlone: 5, resolvedAssumed: 3 });
  });
});
