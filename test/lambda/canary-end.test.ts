import { randomUUID } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditTable } from '../../src/aws/audit-table.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { RunsTable } from '../../src/aws/runs-table.ts';
import { functionTimeoutMs } from '../../src/contract/function-settings.ts';
import { directoryKeys } from '../../src/domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../../src/domain/errors.ts';
import { judgeCanary } from '../../src/domain/runs/canary.ts';
import { slotOf } from '../../src/domain/runs/cells.ts';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { type LocalBus, startEventBus } from '../../src/local/aws/event-bus.ts';
import { lambdaContext } from '../../src/local/lambda/environment-messages.ts';
import { readFlow } from '../../src/operations/admin/flows/read-flows.ts';
import type { Mail, Mailer } from '../../src/ports/mails.ts';
import { localClients } from '../support/local-clients.ts';
import { storyOf } from '../support/told-runs.ts';

const publishedAt = '2026-11-02T09:10:00.000Z';
const [minuteMs, hourMs] = [60_000, 3_600_000];

let server: Awaited<ReturnType<typeof startDynamodb>>;
let bus: LocalBus;
const mails: Mail[] = [];
/** Has sending a mail fail, in this way. */
let mailFault: Error | null = null;
let clients: ReturnType<typeof localClients>;
const prefix = 'canary-';
/** One of its own for each test. */
let tenantId = '';
let nowMs = 0;
beforeAll(async () => {
  server = await startDynamodb(undefined);
  bus = await startEventBus('bus');
  clients = localClients({ DYNAMODB: server.url, EVENTBRIDGE: bus.url });
  await createTables(clients.dynamodb, prefix);
});
afterAll(async () => {
  await server.stop();
  await bus.stop();
});
beforeEach(async () => {
  tenantId = `acme-${randomUUID()}`;
  nowMs = Date.parse(publishedAt);
  mails.length = 0;
  mailFault = null;
  const document = { id: tenantId, name: 'Acme', status: 'active', time_zone: 'Europe/Berlin' };
  await records().write(tenantId, { sk: directoryKeys.tenant, attributes: { document } }, 'nothing');
});

const records = () => new DirectoryRecordsTable(clients.dynamodb, prefix);
const flow = async () => (await readFlow({ records: records() }, { tenantId }, 'support')).body;
const trail = async () => {
  const all = { from: '0', to: 'Z' };
  return (await new AuditTable(clients.dynamodb, prefix).list(tenantId, all, 100)).entries;
};

async function publish(canary: object): Promise<void> {
  const attributes = { document: 1, canary: { version: 2, percent: 20, ...canary }, at: publishedAt };
  await records().write(tenantId, { sk: directoryKeys.published('support'), attributes }, 'nothing');
}

let told = 0;
/** So many runs of a version, in some of which the flow raised, from a minute on. @param caller calls it */
async function run(version: number, count: number, raised: number, fromMs: number, caller?: string) {
  const runs = Array.from({ length: count }, (_, n) => {
    told += 1;
    const last = storyOf(told * 5 + 1, fromMs + n * 100).at(-1);
    if (!last) throw new Error('a run has a state');
    const own = { id: 'support', version, steps: '' };
    const flows = caller === undefined ? [own] : [{ id: caller, version: 1, steps: '' }, own];
    const state = { ...last.run, flows, flow: { ...last.run.flow, version } };
    return { ...last, tenantId, run: n < raised ? { ...state, failedTurns: 1 } : state };
  });
  const table = new RunsTable(clients.dynamodb, prefix, () => nowMs);
  // As many at a time as a batch of the queue holds.
  for (let at = 0; at < runs.length; at += 10)
    await Promise.all(runs.slice(at, at + 10).map((one) => table.merge(one)));
  await table.mark(tenantId, [slotOf(fromMs)]);
}

const mailer: Mailer = {
  async send(mail) {
    if (mailFault) throw mailFault;
    mails.push(mail);
  },
};
/** Puts somebody into the tenant's index of users. */
const enter = (id: string, more: object = {}) =>
  records().write(
    tenantId,
    {
      sk: directoryKeys.user(id),
      attributes: {
        ...{ email: `${id}@acme.example`, name: id, role: 'admin', status: 'active' },
        ...{ createdAt: publishedAt, lastSignInAt: null, ...more },
      },
    },
    'nothing',
  );
const announced = () =>
  bus.events.filter(({ detail }) => detail.tenantId === tenantId).map(({ detail }) => detail.data);
/** Both versions have run, the canary has raised too often, and its hour is counted. */
async function fail(): Promise<void> {
  await publish({});
  const beganMs = nowMs + minuteMs;
  await run(1, 30, 0, beganMs);
  await run(2, 30, 30, beganMs);
  nowMs += 2 * minuteMs;
  await count(beganMs);
}

/** Counts the hour that runs began in, as the schedule has it counted. */
async function count(slotMs: number): Promise<void> {
  const lines = {
    info() {},
    warn() {},
    error: (message: string, error: unknown) => expect(mailFault ? [] : [message, error]).toEqual([]),
  };
  const handler = createRuns(
    { TABLE_PREFIX: prefix, RUNS_QUEUE_URL: 'none', EVENT_BUS_NAME: 'bus' },
    { clients: { ...clients }, mailer, nowMs: () => nowMs, metrics: { count() {} }, log: lines },
  );
  const body = JSON.stringify({ kind: 'roll-up', tenantId, slotMs });
  const record = { body, messageId: 'm', attributes: { ApproximateReceiveCount: '1' } };
  const event = { Records: [record as SQSRecord] };
  expect(await handler(event, lambdaContext('runs', functionTimeoutMs.runs))).toEqual({
    batchItemFailures: [],
  });
}

describe('a canary', () => {
  it('whose flow fails more often than the live version serves no new conversation, and its audit entry says why', async () => {
    await publish({});
    const beganMs = nowMs + minuteMs;
    await run(1, 60, 1, beganMs);
    await run(2, 30, 3, beganMs);
    nowMs += 20 * minuteMs;
    await count(beganMs);
    expect((await flow()).live.canary).not.toBeNull();
    await run(2, 30, 15, beganMs + 5 * minuteMs);
    nowMs += 5 * minuteMs;
    await count(beganMs);
    const verdict = { raised: { part: 18, of: 60 }, against: { part: 1, of: 60 } };
    expect(await flow()).toMatchObject({
      live: { version: 1, canary: null },
      canaryEnded: { version: 2, action: 'cancel', at: new Date(nowMs).toISOString(), ...verdict },
    });
    expect(await trail()).toMatchObject([
      {
        who: { id: 'gateway', email: null, role: 'service' },
        action: 'flow.cancel-canary',
        resource: { kind: 'flow', id: 'support' },
        outcome: 'done',
        note: 'the flow raised in 18 of 60 runs, beside 1 of 60',
      },
    ]);
    await count(beganMs);
    expect(await trail()).toHaveLength(1);
  });

  it('that nearly everyone gets is compared with earlier runs of the live version, too', async () => {
    const earlierMs = nowMs - 30 * hourMs;
    await run(1, 40, 1, earlierMs);
    await count(earlierMs);
    await publish({ percent: 95 });
    const beganMs = nowMs + minuteMs;
    await run(1, 1, 0, beganMs);
    await run(2, 30, 15, beganMs);
    nowMs += 5 * minuteMs;
    await count(beganMs);
    expect(await flow()).toMatchObject({
      live: { version: 1, canary: null },
      canaryEnded: { raised: { part: 15, of: 30 }, against: { part: 1, of: 41 } },
    });
  });

  it('of a flow that others call is judged by the runs that call it, too', async () => {
    await publish({});
    const beganMs = nowMs + minuteMs;
    await run(1, 30, 0, beganMs, 'menu');
    await run(2, 19, 19, beganMs, 'menu');
    nowMs += 5 * minuteMs;
    await count(beganMs);
    expect((await flow()).live.canary).not.toBeNull();
    await run(2, 1, 1, beganMs);
    await count(beganMs);
    expect(await flow()).toMatchObject({
      live: { version: 1, canary: null },
      canaryEnded: { raised: { part: 20, of: 20 }, against: { part: 0, of: 30 } },
    });
  });

  it('that has ended is announced once: on the bus, and to its publisher by mail', async () => {
    await enter('ada');
    await enter('bob');
    const about = { note: 'tried', by: { id: 'bob', email: 'bob@acme.example' }, at: publishedAt };
    await records().write(
      tenantId,
      { sk: directoryKeys.version('support', 2), attributes: about },
      'nothing',
    );
    await fail();
    await count(nowMs);
    expect(announced()).toEqual([
      {
        ...{ flowId: 'support', version: 2, action: 'cancel', liveVersion: 1 },
        raised: { part: 30, of: 30 },
        against: { part: 0, of: 30 },
      },
    ]);
    expect(mails.map(({ to }) => to)).toEqual(['bob@acme.example']);
    expect(mails[0]?.text).toContain('It failed in 30 of 30 conversations');
    // Neither is what is known of the version lost.
    const version = await records().find(tenantId, directoryKeys.version('support', 2));
    expect(version?.attributes).toMatchObject(about);
  });

  it('whose publisher is gone, or unknown, is announced to the admins who can sign in', async () => {
    await enter('ada');
    await enter('cem', { status: 'disabled' });
    await records().write(
      tenantId,
      {
        sk: directoryKeys.version('support', 2),
        attributes: { by: { id: 'gone', email: 'g@acme.example' } },
      },
      'nothing',
    );
    await fail();
    expect(mails.map(({ to }) => to)).toEqual(['ada@acme.example']);
  });

  it('is announced at the next count when the mail could not be sent, and not again when it was rejected', async () => {
    await enter('ada');
    mailFault = new TemporarilyUnavailableError();
    await fail();
    expect([announced().length, mails.length]).toEqual([1, 0]);
    mailFault = null;
    await count(nowMs);
    expect(mails).toHaveLength(1);
    await publish({});
    nowMs += hourMs;
    mailFault = new Error('MessageRejected');
    await fail();
    mailFault = null;
    await count(nowMs);
    expect(mails).toHaveLength(1);
  });

  it('that has run its hours serves everyone, if it was published so', async () => {
    await publish({ promoteAfterHours: 2 });
    await run(1, 100, 2, nowMs + minuteMs);
    await run(2, 100, 1, nowMs + minuteMs);
    const [first, last] = [nowMs, nowMs + 2 * hourMs + minuteMs];
    nowMs += hourMs;
    await count(first);
    expect((await flow()).live).toMatchObject({ version: 1, canary: { version: 2 } });
    nowMs = last;
    await run(1, 1, 0, last);
    nowMs += 2 * minuteMs;
    await count(last);
    expect(await flow()).toMatchObject({
      live: { version: 2, canary: null },
      canaryEnded: { version: 2, action: 'promote', raised: { part: 1, of: 100 } },
    });
    expect(await trail()).toMatchObject([{ action: 'flow.promote-canary', outcome: 'done' }]);
  });

  it('continues while hours, runs or a difference are missing, and where no hours were set', async () => {
    await publish({});
    await run(1, 30, 1, nowMs);
    await run(2, 30, 3, nowMs);
    const began = nowMs;
    nowMs += 9 * hourMs;
    await count(began);
    expect((await flow()).live.canary).toMatchObject({ version: 2 });
    expect(await trail()).toEqual([]);
  });

  it.each([
    ['raises always, of few', { part: 20, of: 20 }, { part: 0, of: 400 }, false, 'cancel'],
    ['is too young', { part: 19, of: 19 }, { part: 0, of: 400 }, false, null],
    ['raises always, with little beside it', { part: 30, of: 30 }, { part: 0, of: 3 }, false, 'cancel'],
    ['raises always, with nothing beside it', { part: 20, of: 20 }, { part: 0, of: 0 }, false, 'cancel'],
    ['raises as the little beside it does', { part: 30, of: 30 }, { part: 2, of: 3 }, false, null],
    ['raises at times, with little beside it', { part: 20, of: 30 }, { part: 0, of: 19 }, false, null],
    ['is a little worse, as chance may have it', { part: 9, of: 100 }, { part: 20, of: 400 }, false, null],
    [
      'is likely to be worse, though not surely: nobody promotes it',
      { part: 14, of: 100 },
      { part: 20, of: 400 },
      true,
      null,
    ],
    ['raises as the other does', { part: 100, of: 200 }, { part: 100, of: 200 }, true, 'promote'],
    ['was met by too few to be promoted', { part: 0, of: 99 }, { part: 0, of: 500 }, true, null],
  ] as const)('that %s', (_title, canary, live, isDue, verdict) => {
    expect(judgeCanary({ canary, live, isDue })).toBe(verdict);
  });
});
