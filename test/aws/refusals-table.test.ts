import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awsDeadlines, createAwsClients } from '../../src/aws/clients.ts';
import { createTables } from '../../src/aws/create-tables.ts';
import { RefusalsTable } from '../../src/aws/refusals-table.ts';
import { limits, refusalLimits } from '../../src/contract/limits.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { writeRefusals } from '../../src/operations/web-chat/count-refusal.ts';
import type { Log } from '../../src/ports/observability.ts';
import { watchCalls } from '../support/watched-calls.ts';

const prefix = 'refusals-';
const date = '2026-10-25';
const watched = watchCalls();
/** Loses the answer to one update in the way that the SDK tries again after. */
const answers = { toLose: 0, updates: 0 };
const losing: typeof watched.requestHandler = {
  destroy: () => watched.requestHandler.destroy(),
  async handle(request, options) {
    const result = await watched.requestHandler.handle(request, options);
    if (!String(request.headers['x-amz-target']).endsWith('.UpdateItem')) return result;
    answers.updates += 1;
    if (answers.toLose === 0) return result;
    answers.toLose -= 1;
    throw Object.assign(new Error('the answer was lost'), { name: 'TimeoutError' });
  },
};
let nowMs = Date.parse('2026-10-25T12:00:00Z');
let dynamodb: ReturnType<typeof createAwsClients>['dynamodb'];
let stop: () => Promise<void>;
beforeAll(async () => {
  const server = await startDynamodb(undefined);
  const keys = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_REGION: 'local' };
  const env = { ...keys, AWS_ENDPOINT_URL_DYNAMODB: server.url };
  ({ dynamodb } = createAwsClients(env, losing));
  await createTables(dynamodb, prefix);
  stop = server.stop;
});
afterAll(() => stop());
beforeEach(() => {
  watched.breakCall = () => undefined;
  nowMs += limits.noteMs;
});

const environment = () => new RefusalsTable(dynamodb, prefix, () => nowMs);

function refuse(counts: RefusalsTable, tenantId: string, times = 1, origin = 'https://shop.example') {
  const refusal = { tenantId, date, code: 'origin_not_allowed', origin, isMessage: false, keptDays: 90 };
  for (let n = 0; n < times; n += 1) counts.add(refusal);
}

async function kept(tenantId: string): Promise<number> {
  const days = await new RefusalsTable(dynamodb, prefix, () => nowMs).read(tenantId, [date]);
  return days.flatMap(({ refused }) => [...refused.values()]).reduce((sum, [requests]) => sum + requests, 0);
}

const warnings: string[] = [];
const log: Log = {
  info: () => undefined,
  warn: (message) => void warnings.push(message),
  error: () => undefined,
};
/** As a request does that comes when they are due; a machine may be slower than AWS, except where that is asked. */
const write = async (refusals: RefusalsTable, patience = 100) =>
  refusals.isDue() && writeRefusals({ refusals, log, deadlines: awsDeadlines(patience) });

describe('counts of refused requests', () => {
  it('of two environments that write at once are added up, whichever write loses', async () => {
    const [one, other] = [environment(), environment()];
    refuse(one, 'at-once', 3);
    refuse(other, 'at-once', 4);
    await Promise.all([write(one), write(other)]);
    nowMs += limits.noteMs;
    await Promise.all([write(one), write(other)]);
    expect(await kept('at-once')).toBe(7);
  });

  it('are written again at once when the answer was lost, and not counted twice', async () => {
    const counts = environment();
    refuse(counts, 'lost', 5);
    Object.assign(answers, { toLose: 1, updates: 0 });
    await counts.write();
    nowMs += limits.noteMs;
    await write(counts);
    expect([answers.updates, await kept('lost')]).toEqual([2, 5]);
  });

  it.each(['refused', 'throttled', 'hanging'] as const)(
    'of a write that is %s are lost, which fails no request, and the next are counted',
    async (fault) => {
      const counts = environment();
      refuse(counts, fault, 2);
      watched.breakCall = ({ operation }) => (operation === 'UpdateItem' ? fault : undefined);
      warnings.length = 0;
      await write(counts, 1);
      expect(warnings).toEqual(['refused requests could not be counted']);
      watched.breakCall = () => undefined;
      nowMs += limits.noteMs;
      refuse(counts, fault, 1);
      await write(counts);
      expect(await kept(fault)).toBe(1);
    },
  );

  it('of ten thousand tenants cost ten reads and writes a minute, in order of arrival', async () => {
    const counts = environment();
    for (let n = 0; n < 10_000; n += 1) refuse(counts, `tenant-${n}`);
    const written: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      nowMs += limits.noteMs;
      watched.reset();
      for (let request = 0; request < 5; request += 1) await write(counts);
      written.push(watched.calls.length);
    }
    expect(written).toEqual(Array.from({ length: 3 }, () => 2 * refusalLimits.rowsPerNote));
    expect([await kept('tenant-0'), await kept('tenant-29'), await kept('tenant-30')]).toEqual([1, 1, 0]);
  });

  it('of more sites than a process holds are counted without them', async () => {
    const counts = environment();
    for (let n = 0; n < 1_000; n += 1) refuse(counts, 'flooded', 1, `https://m${n}.example`);
    await write(counts);
    const [day] = await new RefusalsTable(dynamodb, prefix, () => nowMs).read('flooded', [date]);
    expect(day?.refused.size).toBe(refusalLimits.sitesKept + 1);
    expect(day?.refused.get('origin_not_allowed others')).toEqual([1_000 - refusalLimits.sitesKept, 0]);
  });

  it('expire with the log, though the table still has them', async () => {
    const counts = environment();
    refuse(counts, 'expired');
    await write(counts);
    nowMs += 91 * 24 * 60 * 60_000;
    expect(await kept('expired')).toBe(0);
  });
});
