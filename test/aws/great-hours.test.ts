import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTables } from '../../src/aws/create-tables.ts';
import { RunErasure } from '../../src/aws/personal-data-tables.ts';
import { RunCountsTable } from '../../src/aws/run-counts-table.ts';
import { expiresAtOf, packRun, runIndexKeys, runKey } from '../../src/aws/run-items.ts';
import { RunsTable } from '../../src/aws/runs-table.ts';
import type { RollUpTask, RunTask } from '../../src/contract/runs.ts';
import { countedBy } from '../../src/domain/runs/cells.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { recount } from '../../src/operations/reports/enqueue-counting.ts';
import { type CountPorts, rollUpHour } from '../../src/operations/reports/roll-up-hour.ts';
import type { CountedRun } from '../../src/ports/runs.ts';
import { localClients } from '../support/local-clients.ts';
import { storyOf } from '../support/told-runs.ts';

const startMs = Date.parse('2026-10-25T08:00:00Z');
const minuteMs = 60_000;
const prefix = 'great-';
const many = 1_100;

let server: Awaited<ReturnType<typeof startDynamodb>>;
let clients: ReturnType<typeof localClients>;
let nowMs = startMs + 90 * minuteMs;
let miscounted = 0;
const operations: string[] = [];
beforeAll(async () => {
  server = await startDynamodb(undefined);
  clients = localClients({ DYNAMODB: server.url });
  await createTables(clients.dynamodb, prefix);
  const ended = Array.from({ length: many }, (_, n) => storyOf(5 * n + 1, startMs + n * 3_000).at(-1));
  await put(ended.flatMap((one) => one ?? []));
  await runs().mark('acme', quarters);
  nowMs += 2 * minuteMs;
});
afterAll(() => server.stop());

const quarters = [0, 15, 30, 45].map((minutes) => startMs + minutes * minuteMs);
const clock = () => nowMs;
const runs = () => new RunsTable(clients.dynamodb, prefix, clock);
const counts = () => new RunCountsTable(clients.dynamodb, prefix, clock);
const quiet = () => undefined;
const ports = (): CountPorts => ({
  counts: counts(),
  directory: { findTenant: async (id) => ({ id, time_zone: 'UTC' }) as never, findFlow: async () => null },
  metrics: {
    count() {
      miscounted += 1;
    },
  },
  log: { info: quiet, warn: quiet, error: quiet },
  nowMs: clock,
});

/** As they are merged, without a call for each. */
async function put(all: readonly CountedRun[]): Promise<void> {
  const items = all.map((told) => {
    const { tenantId, conversationId, run } = told;
    const key = runKey({ tenantId, conversationId, runId: run.id });
    return { ...key, run: packRun(told), v: run.v, expiresAt: expiresAtOf(run), ...runIndexKeys(told) };
  });
  for (let at = 0; at < items.length; at += 25)
    await clients.dynamodb.send(
      new BatchWriteCommand({
        RequestItems: {
          [`${prefix}runs`]: items.slice(at, at + 25).map((item) => ({ PutRequest: { Item: item } })),
        },
      }),
    );
}

/** Each invocation as far as its budget goes. @returns how many there were */
async function countOn(task: RollUpTask, budget: number, between?: (page: number) => Promise<void>) {
  let invocations = 1;
  let { next } = await rollUpHour(ports(), task, { left: budget });
  for (; next; invocations += 1) {
    await between?.(invocations);
    ({ next } = await rollUpHour(ports(), next, { left: budget }));
  }
  return invocations;
}

const hour: RollUpTask = { kind: 'roll-up', tenantId: 'acme', slotMs: startMs };
const stored = async () => (await counts().hours('acme', startMs, startMs + 1)).get(startMs);
const started = (cells: readonly { readonly n: Readonly<Record<string, number>> }[] = []) =>
  cells.reduce((sum, { n }) => sum + (n.started ?? 0), 0);

describe('an hour with more runs than one invocation can count', () => {
  it('is counted by several, page after page, with the same result as by one', async () => {
    await rollUpHour(ports(), hour);
    const atOnce = await stored();
    expect(started(atOnce?.cells)).toBe(many);
    nowMs += minuteMs;
    await runs().mark('acme', quarters.slice(0, 1));
    nowMs += 2 * minuteMs;
    expect(await countOn(hour, 500)).toBe(3);
    const inPages = await stored();
    expect(inPages?.cells).toEqual(atOnce?.cells);
    expect(inPages?.readStartedAtMs).toBe(nowMs);
    expect(await counts().marksOf('acme', quarters)).toEqual([]);
  });

  it('is right when a page is counted twice, a visitor is erased meanwhile, and a mark is set', async () => {
    nowMs += minuteMs;
    await runs().mark('acme', quarters);
    nowMs += 2 * minuteMs;
    const erasure = new RunErasure(clients.dynamodb, prefix, clock);
    const first = await rollUpHour(ports(), hour, { left: 500 });
    await countOn(hour, 500, async (page) => {
      for (const n of [page, many - page, 600 + page])
        await erasure.eraseRuns({ tenantId: 'acme', conversationId: `conversation-${5 * n + 1}` }, []);
      // Delivered again, behind one that has gone on.
      if (first.next) await rollUpHour(ports(), first.next, { left: 500 });
    });
    expect(started((await stored())?.cells)).toBe(many);
    // Whose runs went meanwhile are counted once more, when the index has settled.
    expect((await counts().marksOf('acme', quarters)).length).toBeGreaterThan(0);
    nowMs += 2 * minuteMs;
    await countOn(hour, 500);
    expect(started((await stored())?.cells)).toBe(many);
    expect(await counts().marksOf('acme', quarters)).toEqual([]);
  });

  it('is continued at night, too, after the invocation that found it, and reported when it was wrong', async () => {
    const row = await stored();
    await counts().putHour('acme', startMs, {
      cells: [],
      countedBy,
      readStartedAtMs: Number(row?.readStartedAtMs),
    });
    nowMs += minuteMs;
    const tasks: RunTask[] = [{ kind: 'recount', tenantId: 'acme', fromMs: startMs - 8 * 60 * minuteMs }];
    const done: string[] = [];
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      done.push(task.kind);
      const budget = { left: 500 };
      if (task.kind === 'recount') tasks.push(...(await recount(ports(), task, budget)));
      else {
        const { next, wasWrong } = await rollUpHour(ports(), task, budget);
        if (next) tasks.push(next);
        if (wasWrong) miscounted += 1;
      }
    }
    expect(done).toEqual(['recount', 'roll-up', 'roll-up']);
    expect(miscounted).toBe(1);
    expect(started((await stored())?.cells)).toBe(many);
  });
});

describe('a night', () => {
  /** By operation, how often each was called. */
  const callsOf = async (work: () => Promise<unknown>) => {
    operations.length = 0;
    clients.dynamodb.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          operations.push(String(commandName).replace('Command', ''));
          return next(args);
        },
      { step: 'initialize', name: 'watch' },
    );
    await work();
    clients.dynamodb.middlewareStack.remove('watch');
    return Object.fromEntries(
      [...Map.groupBy(operations, (name) => name)].map(([name, all]) => [name, all.length]),
    );
  };

  it('of a tenant without conversations takes four reads', async () => {
    const calls = await callsOf(() => recount(ports(), { tenantId: 'silent' }));
    expect(calls).toEqual({ Query: 4 });
  });

  it('of a tenant whose counts are right writes nothing, and reads some twenty times an hour', async () => {
    const calls = await callsOf(() => recount(ports(), { tenantId: 'acme' }));
    expect(Object.keys(calls).sort()).toEqual(['BatchGetItem', 'GetItem', 'Query']);
    expect(calls.Query).toBeLessThanOrEqual(5 + 49 * 17);
    expect(miscounted).toBe(1);
  });
});
