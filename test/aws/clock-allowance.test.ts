import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../src/domain/errors.ts';
import { startAllowances } from '../support/start-allowances.ts';

const someTimeMs = 1_800_000_000_000;

let allowances: Awaited<ReturnType<typeof startAllowances>>;
beforeAll(async () => {
  allowances = await startAllowances();
});
afterAll(() => allowances.stop());
beforeEach(() => {
  allowances.proxy.decide = () => undefined;
  allowances.proxy.reset();
});

describe("a tenant's minute", () => {
  it('of twelve messages over three environments takes three calls, each a write', async () => {
    const tenantId = allowances.freshTenant();
    const environments = [0, 1, 2].map(() => allowances.environment(() => someTimeMs));
    for (let n = 0; n < 12; n += 1) await environments[n % 3]?.take(tenantId, 600);
    expect(allowances.proxy.calls.map(({ operation }) => operation)).toEqual(Array(3).fill('UpdateItem'));
  });

  it('of fifty messages at once takes two calls: the first block, and the rest', async () => {
    const tenantId = allowances.freshTenant();
    const environment = allowances.environment(() => someTimeMs);
    const taken = await Promise.all(Array.from({ length: 50 }, () => environment.take(tenantId, 600)));
    expect(taken).toEqual(Array(50).fill({ ok: true }));
    expect(allowances.proxy.calls).toHaveLength(2);
  });

  it('ends by the clock, whenever it was first used, and a refused request learns when', async () => {
    const tenantId = allowances.freshTenant();
    let nowMs = someTimeMs;
    const environment = allowances.environment(() => nowMs);
    const other = allowances.environment(() => nowMs);
    const { endMs } = allowances.windowAt(tenantId, nowMs);
    expect(await environment.take(tenantId, 1)).toEqual({ ok: true });
    expect(await other.take(tenantId, 1)).toEqual({ ok: false, retryAtMs: endMs });
    nowMs = endMs - 1;
    expect(await environment.take(tenantId, 1)).toEqual({ ok: false, retryAtMs: endMs });
    nowMs = endMs;
    expect(await other.take(tenantId, 1)).toEqual({ ok: true });
    nowMs += 30_000;
    expect(await environment.take(tenantId, 1)).toEqual({ ok: false, retryAtMs: endMs + 60_000 });
  });

  it('keeps its tokens when a clock that had passed its end is set back', async () => {
    const tenantId = allowances.freshTenant();
    const { endMs } = allowances.windowAt(tenantId, someTimeMs);
    let nowMs = endMs - 1;
    const environment = allowances.environment(() => nowMs);
    await environment.take(tenantId, 600);
    nowMs = endMs;
    await environment.take(tenantId, 600);
    nowMs = endMs - 1;
    for (let n = 0; n < 4; n += 1) await environment.take(tenantId, 600);
    expect(await allowances.leasedAt(tenantId, endMs - 1)).toBe(5);
    expect(await allowances.leasedAt(tenantId, endMs)).toBe(5);
  });

  it('does not use a late block of the minute before', async () => {
    const tenantId = allowances.freshTenant();
    const { endMs } = allowances.windowAt(tenantId, someTimeMs);
    let nowMs = endMs - 1;
    allowances.proxy.decide = () => {
      nowMs = endMs;
      return undefined;
    };
    expect(await allowances.environment(() => nowMs).take(tenantId, 1)).toEqual({ ok: true });
    expect(await allowances.leasedAt(tenantId, endMs)).toBe(1);
  });

  it('is apart from that of the previous release, whose item stays', async () => {
    const tenantId = allowances.freshTenant();
    const theirs = { windowEndMs: someTimeMs + 60_000, leased: 1 };
    await allowances.table.update(`${tenantId}#tenant`, {
      UpdateExpression: 'SET windowEndMs = :windowEndMs, leased = :leased',
      ExpressionAttributeValues: { ':windowEndMs': theirs.windowEndMs, ':leased': theirs.leased },
    });
    expect(await allowances.environment(() => someTimeMs).take(tenantId, 1)).toEqual({ ok: true });
    expect(await allowances.table.find(`${tenantId}#tenant`)).toMatchObject(theirs);
  });

  it('is separate for tenants with similar names', async () => {
    const tenantId = allowances.freshTenant();
    const environment = allowances.environment(() => someTimeMs);
    const { number } = allowances.windowAt(tenantId, someTimeMs);
    for (const more of ['', '#tenant', `#tenant#${number}`, `#${number}`, '1', '#', '#🌵'])
      expect(await environment.take(tenantId + more, 1), more).toEqual({ ok: true });
    expect(await environment.take(tenantId, 1)).toMatchObject({ ok: false });
  });

  it('leaves an item that the TTL deletes, not before every clock has passed its end', async () => {
    const tenantId = allowances.freshTenant();
    await allowances.environment(() => someTimeMs).take(tenantId, 600);
    const { number, endMs } = allowances.windowAt(tenantId, someTimeMs);
    const item = await allowances.table.find(`${tenantId}#tenant#${number}`);
    expect(Number(item?.expiresAt) * 1000 - endMs).toBeGreaterThanOrEqual(60 * 60_000);
    expect(Number(item?.expiresAt) * 1000 - endMs).toBeLessThan(2 * 60 * 60_000);
  });

  it('is returned once, though the answer is lost', async () => {
    const tenantId = allowances.freshTenant();
    const environment = allowances.environment(() => someTimeMs);
    for (let n = 0; n < 3; n += 1) await environment.take(tenantId, 3);
    allowances.proxy.reset();
    allowances.proxy.decide = () => 'done-but-reset';
    await expect(environment.giveBack(tenantId)).rejects.toBeInstanceOf(TemporarilyUnavailableError);
    expect(allowances.proxy.calls).toHaveLength(1);
    expect(await allowances.leasedAt(tenantId, someTimeMs)).toBe(2);
  });
});
