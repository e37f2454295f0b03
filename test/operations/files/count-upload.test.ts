import { expect, it } from 'vitest';
import { countUpload } from '../../../src/operations/files/take-upload.ts';
import type { Taken } from '../../../src/ports/turns.ts';

/** Counts as the table does, all in one hour. */
function hour() {
  const counts = new Map<string, number>();
  const take = async (key: string, limit: number): Promise<Taken> => {
    const before = counts.get(key) ?? 0;
    if (before >= limit) return { ok: false as const, retryAtMs: 3_600_000 };
    counts.set(key, before + 1);
    return { ok: true as const };
  };
  const uploadAllowance = { take, giveBack: async () => undefined };
  return { counts, ports: { uploadAllowance, nowMs: () => 0 } };
}

it('a tenant’s visitors and agents together share one hourly limit of uploads', async () => {
  const { ports } = hour();
  const tenant = { id: 'acme', uploads_per_hour: 4 };
  for (const whose of ['a', 'b', 'c']) await countUpload(ports, tenant, [['session', whose, 10]]);
  await countUpload(ports, tenant, [['person', 'maria', 200]]);
  await expect(countUpload(ports, tenant, [['session', 'd', 10]])).rejects.toMatchObject({
    status: 429,
    code: 'too_many_uploads',
    message: 'more than 4 files an hour for this tenant',
    headers: { 'retry-after': '3600' },
  });
  await countUpload(ports, { id: 'globex' }, [['session', 'd', 10]]);
});

it('an upload that the limit of its visitor refuses is not counted in the limit of the tenant', async () => {
  const { counts, ports } = hour();
  for (let n = 0; n < 5; n += 1)
    await countUpload(ports, { id: 'acme' }, [['session', 'a', 2]]).catch(() => undefined);
  expect(counts.get('acme#all')).toBe(2);
});
