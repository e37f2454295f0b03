import { describe, expect, it } from 'vitest';
import { type RunTask, runLimits } from '../../../src/contract/runs.ts';
import { enqueueCounting } from '../../../src/operations/reports/enqueue-counting.ts';
import type { Mark } from '../../../src/ports/runs.ts';

const minuteMs = 60_000;
const evening = Date.parse('2026-10-24T22:30:00Z');
const tenants = Array.from({ length: 10_000 }, (_, n) => `t-${String(n).padStart(5, '0')}`);

/** A deployment of many tenants, by the calls that it takes. */
function deployment({ nowMs, marks = [] }: { readonly nowMs: number; readonly marks?: readonly Mark[] }) {
  const calls = new Map<string, number>();
  const seen = { running: 0, most: 0, night: null as string | null, diesAt: Number.POSITIVE_INFINITY };
  const handedOut: RunTask[] = [];
  const call = async <Result>(name: string, result: () => Result): Promise<Result> => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await null;
    seen.running -= 1;
    return result();
  };
  const ports = {
    counts: {
      marks: (shard: number) =>
        call('marks', () => ({
          marks: marks.filter((_, n) => n % runLimits.markShards === shard),
          next: null,
        })),
      hours: () => call('hours', () => new Map()),
      findNight: () => call('findNight', () => seen.night),
      saveNight: (_: string, id: string) =>
        call('saveNight', () => {
          seen.night = id;
        }),
    },
    directory: {
      findTenant: (id: string) => call('findTenant', () => ({ id, time_zone: 'Asia/Kathmandu' }) as never),
      listTenants: () => call('listTenants', () => tenants.map((id) => ({ id }) as never)),
    },
    tasks: {
      enqueue: (some: readonly RunTask[]) =>
        call('enqueue', () => {
          if ((calls.get('enqueue') ?? 0) > seen.diesAt) throw new Error('killed');
          handedOut.push(...some);
        }),
    },
    nowMs: () => nowMs,
  };
  return { calls, seen, handedOut, look: () => enqueueCounting(ports) };
}

describe('hours to be counted of ten thousand tenants', () => {
  it('are queued once each, in a few calls a tenant of which many run in parallel', async () => {
    const quarters = [0, 15, 30].map((minutes) => evening + minutes * minuteMs);
    const marks = tenants.flatMap((tenantId) =>
      quarters.map((slotMs) => ({ tenantId, slotMs, count: 1, atMs: slotMs })),
    );
    const nowMs = Date.parse('2026-10-25T00:10:00Z');
    const { calls, seen, handedOut, look } = deployment({ nowMs, marks });
    const { hours } = await look();
    const keys = handedOut.map((task) => JSON.stringify(task));
    expect(new Set(keys.map((key) => JSON.parse(key).tenantId)).size).toBe(tenants.length);
    expect(hours).toBe(handedOut.length);
    // In Kathmandu's time the three quarters are of two hours, each of which the shards may tell of more than once.
    expect(hours).toBeLessThanOrEqual(3 * tenants.length);
    expect(calls.get('findTenant')).toBeLessThanOrEqual(3 * tenants.length);
    expect(calls.get('enqueue')).toBeLessThanOrEqual(3 * (tenants.length / 10) + runLimits.markShards);
    expect(calls.get('marks')).toBe(runLimits.markShards);
    expect(seen.most).toBe(25);
    // It is night in Kathmandu, and not yet in UTC.
    expect(calls.get('listTenants')).toBeUndefined();
  });

  it('are all queued once a night, and after a crash by the next run, from about there', async () => {
    const { calls, seen, handedOut, look } = deployment({ nowMs: Date.parse('2026-10-25T02:05:00Z') });
    seen.diesAt = 130;
    await expect(look()).rejects.toThrow('killed');
    expect(seen.night).toBe(tenants[999]);
    seen.diesAt = Number.POSITIVE_INFINITY;
    await look();
    expect(new Set(handedOut.map(({ tenantId }) => tenantId)).size).toBe(tenants.length);
    expect(handedOut.length).toBeLessThan(tenants.length + 500);
    const before = calls.get('enqueue');
    await look();
    expect([calls.get('enqueue'), calls.get('listTenants')]).toEqual([before, 2]);
  });

  it('are queued later in the day when the night was missed', async () => {
    const { handedOut, look } = deployment({ nowMs: Date.parse('2026-10-25T09:00:00Z') });
    await look();
    expect(handedOut).toHaveLength(tenants.length);
  });
});
