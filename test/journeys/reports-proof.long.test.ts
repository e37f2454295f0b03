import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunCountsTable } from '../../src/aws/run-counts-table.ts';
import { readFigures } from '../../src/operations/reports/read-figures.ts';
import { readSteps } from '../../src/operations/reports/read-reports.ts';
import { type Desk, startDesk } from '../support/inbox.ts';
import { actOutVisits, lookAfter, type Noted, seeded } from '../support/reports/act-out-visits.ts';
import { type CountedRun, countLog } from '../support/reports/count-log.ts';
import { mixedEvents } from '../support/reports/mixed-events.ts';
import { handoffsOf, sumLog } from '../support/reports/sum-log.ts';
import { visitsFlow, visitsTenant } from '../support/reports/visits-flow.ts';
import { runCli } from '../support/run-cli.ts';

/** `REPORTS_CONVERSATIONS=10000` for the whole proof. */
const conversations = Number(process.env.REPORTS_CONVERSATIONS ?? 300);
/** A hundred take half a minute on one core. */
const timeout = 120_000 + conversations * 1_000;
const erased = Math.min(40, Math.ceil(conversations / 50));
/** The night in which Berlin's clocks know the hour from two to three twice. */
const [fromMs, untilMs] = [Date.parse('2026-10-24T16:00:00Z'), Date.parse('2026-10-25T08:00:00Z')];
const range = { from: '2026-10-24', to: '2026-10-25' };

let folder: string;
let desk: Desk;
let noted: Noted;
let log: readonly CountedRun[];
let miscounted = 0;
const count = () => {
  miscounted += 1;
};
const clock = { aheadMs: fromMs - Date.now() };
const nowMs = () => Date.now() + clock.aheadMs;
const post = mixedEvents({ nowMs, metrics: { count } });
const random = seeded(5);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  desk = await startDesk({ clock, changeFolder: visitsTenant, own: { runs: post.create } });
  const beganMs = Date.now();
  noted = await actOutVisits(desk, { count: conversations, fromMs, untilMs, halfway: publish });
  await lookAfter(desk);
  log = await countLog(desk.stack.clients.dynamodb, `${desk.stack.env.TABLE_PREFIX}messages`, noted, nowMs());
  const s = Math.round((Date.now() - beganMs) / 1000);
  console.log(`${conversations} visits, ${log.length} runs, ${post.count} events of theirs in ${s} s`);
}, timeout);
afterAll(async () => {
  await desk.stack.stop();
  await rm(folder, { recursive: true });
});

/** New conversations begin on another version from now on. */
async function publish(): Promise<void> {
  const file = join(folder, 'support.json');
  await writeFile(file, JSON.stringify(visitsFlow(2)));
  const run = await runCli(['flow', 'publish', file, '--tenant', 'acme', '--endpoint', desk.stack.url], {
    nowMs,
  });
  if (run.code !== 0) throw new Error(run.err);
}

async function counted(): Promise<void> {
  clock.aheadMs += 2 * 60_000;
  await desk.stack.countRuns();
}

const ports = () => ({
  counts: new RunCountsTable(desk.stack.clients.dynamodb, String(desk.stack.env.TABLE_PREFIX), nowMs),
  directory: desk.ports.directory,
  inboxIndex: desk.ports.inboxIndex,
  nowMs,
});
const figures = (query: object = {}) => readFigures(ports(), 'acme', { ...range, ...query });

/** Equal, but for times: a histogram tells them within five per cent, and two clocks of one turn differ by a moment. */
function expectSame(told: unknown, log: unknown, way: string): void {
  if (typeof log === 'object' && log !== null) {
    for (const [name, value] of Object.entries(log))
      expectSame(Reflect.get(Object(told), name), value, `${way}.${name}`);
    return;
  }
  const isTime = /\.(p50|p95|heldMs|attendedMs)$/.test(way) && typeof log === 'number';
  if (isTime)
    expect(Math.abs(Number(told) - log), `${way}: ${told} for ${log}`).toBeLessThanOrEqual(0.055 * log + 5);
  // Above that many they are estimated: four standard errors.
  else if (way.endsWith('visitors.distinct') && typeof log === 'number' && log > 682)
    expect(Math.abs(Number(told) / log - 1), `${way}: ${told} for ${log}`).toBeLessThan(0.064);
  else expect(told, way).toEqual(log);
}

/** `2026-10-25T02:00:00+01:00` */
function berlinHour(timeMs: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: 'Europe/Berlin', timeZoneName: 'longOffset', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
  });
  const [, date = '', hour = '', offset = ''] = /^(\S+) (\d\d) GMT(.*)$/.exec(format.format(timeMs)) ?? [];
  return `${date}T${hour}:00:00${offset.replace('−', '-')}`;
}

/** What is counted of a group: runs by their start, handoffs by their request. */
async function expectGroup(
  group: string,
  keyOfRun: (run: CountedRun) => string,
  keyOfHandoff: (...of: ReturnType<typeof handoffsOf>[number]) => string = keyOfRun,
): Promise<void> {
  const { rows } = await figures({ group });
  const all = handoffsOf(log);
  const keys = new Set([...log.map(keyOfRun), ...all.map((of) => keyOfHandoff(...of))]);
  expect(rows.filter((row) => row.figures.runs.started + row.figures.handoffs.requested > 0)).toHaveLength(
    keys.size,
  );
  for (const key of keys) {
    const row = rows.find((one) => one.key === key);
    const own = all.filter((of) => keyOfHandoff(...of) === key);
    expectSame(
      row?.figures,
      sumLog(
        log.filter((run) => keyOfRun(run) === key),
        own,
      ),
      key,
    );
  }
}

describe('reports of a night with a clock change', { timeout }, () => {
  it('equal a count of the log, though events were shuffled, doubled, and one of twenty lost and redriven', async () => {
    await post.deliverMost(random);
    await counted();
    expect(await post.redrive()).toBeGreaterThan(0);
    await counted();
    expectSame((await figures()).total, sumLog(log), 'total');
    // Which step asked is known of each that was taken.
    const { waited, waitedInside } = (await figures()).total.handoffs;
    expect(waitedInside.n).toBe(waited.n);
    await expectGroup('version', ({ version }) => `support@${version}`);
    await expectGroup('place', ({ channel, place }) => `${channel}/${place}`);
    await expectGroup(
      'hour',
      ({ startedMs }) => berlinHour(startedMs),
      (_, { askedMs }) => berlinHour(askedMs),
    );
    const hours = (await figures({ group: 'hour' })).rows.map(({ key }) => key);
    expect(hours).toHaveLength(24 + 25);
    expect(hours).toEqual(expect.arrayContaining(['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00']));
  });

  it('show agents by queue and by owner', async () => {
    const all = handoffsOf(log);
    for (const group of ['queue', 'owner'] as const) {
      const { rows } = await figures({ group });
      const names = new Set(all.flatMap(([, handoff]) => handoff[group] ?? []));
      const nameOf = ({ label }: (typeof rows)[number]) => String(Reflect.get(label, group));
      expect(rows.map(nameOf).sort()).toEqual([...names].sort());
      for (const row of rows) {
        const own = all.filter(([, handoff]) => handoff[group] === nameOf(row));
        const { refusedByHours: _, refusedByHoursShare: __, ...handoffs } = sumLog([], own).handoffs;
        expectSame(row.figures.handoffs, handoffs, nameOf(row));
      }
    }
  });

  it('show how far runs came, and where they were left', async () => {
    for (const version of [1, 2]) {
      const own = log.filter((run) => run.version === version);
      const told = await readSteps(ports(), 'acme', { ...range, flow: 'support', version });
      expect(told.started).toBe(own.length);
      for (const step of [
        'ask',
        'more',
        'found',
        'helped',
        'rate',
        'nps',
        'bye',
        'human',
        'seller',
        'shut',
        'nobody',
      ]) {
        const row = told.steps.find(({ stepId }) => stepId === step);
        const left = own.filter(({ outcome, lastStep }) => outcome === 'abandoned' && lastStep === step);
        expect([step, row?.reached ?? 0, row?.left ?? 0]).toEqual([
          ...[step, own.filter(({ reached }) => reached.has(step)).length, left.length],
        ]);
      }
    }
  });

  it('stay the same when visitors are erased, also when old events of theirs arrive again', async () => {
    const before = await figures({ group: 'hour' });
    // A human who waits for somebody waits no more when they are erased: that is counted.
    const users = [...Map.groupBy(log, ({ user }) => user)]
      .filter(([, own]) =>
        own.every(({ handoffs }) => handoffs.every(({ outcome }) => outcome !== undefined)),
      )
      .map(([user]) => user)
      .filter((_, n) => n % 3 === 0)
      .slice(0, erased);
    const of = ['--tenant', 'acme', '--channel', 'webchat', '--endpoint', desk.stack.url];
    const done = await Promise.all(users.map((user) => runCli(['visitor', 'erase', user, ...of], { nowMs })));
    expect(done.map(({ code }) => code)).toEqual(users.map(() => 0));
    await post.redeliver(new Set(users));
    await counted();
    await post.recount('acme');
    const after = await figures({ group: 'hour' });
    expect(after.rows).toEqual(before.rows);
    // It is of the moment at which it is asked for: by then nobody may be waiting.
    const { longestNowMs } = after.total.handoffs;
    expect(after.total).toEqual({
      ...before.total,
      handoffs: { ...before.total.handoffs, longestNowMs },
    });
    expect(miscounted).toBe(0);
    const list = await runCli(
      [
        'conversation',
        'list',
        '--limit',
        '100',
        '--channel',
        'webchat',
        '--user',
        users[0] ?? '',
        '--tenant',
        'acme',
        '--json',
        '--endpoint',
        desk.stack.url,
      ],
      { nowMs },
    );
    expect(JSON.parse(list.out).items).toEqual([]);
  });
});
