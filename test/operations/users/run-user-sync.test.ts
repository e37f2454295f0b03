import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { directoryKeys } from '../../../src/domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../../../src/domain/errors.ts';
import { disableUser } from '../../../src/operations/users/change-account.ts';
import { runUserSync } from '../../../src/operations/users/sync-users.ts';
import { readIndexed } from '../../../src/operations/users/user-administration.ts';
import type { PoolUser } from '../../../src/ports/users.ts';
import { type UsersInMemory, usersInMemory } from '../../support/users-in-memory.ts';

const tenants = ['acme', 'globex'];
const userOf = (n: number, change: Partial<PoolUser> = {}): PoolUser => ({
  ...{ id: `user-${n}`, email: `user-${n}@acme.example`, name: null, tenantId: tenants[n % 2] ?? null },
  ...{ role: 'editor', enabled: true, status: 'active', hasSecondFactor: n % 3 === 0 },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', ...change },
});

/** A world whose clock stands, whose calls can fail, and whose metrics are kept. */
function world(count: number) {
  const at = { ms: 1_760_000_000_000, perCallMs: 0 };
  const calls: string[] = [];
  let fails: (call: string) => boolean = () => false;
  const parts: UsersInMemory = usersInMemory(
    Array.from({ length: count }, (_, n) => userOf(n)),
    async (call, value) => {
      calls.push(call);
      at.ms += at.perCallMs;
      if (fails(call)) throw new TemporarilyUnavailableError();
      return value();
    },
    () => at.ms,
  );
  const counted: Record<string, number> = {};
  const ages: number[] = [];
  const metrics = {
    count: (_name: string, { operation = '' }: { operation?: string }, value = 1) => {
      counted[operation] = (counted[operation] ?? 0) + value;
    },
    time: (_name: string, _dimensions: object, ms: number) => void ages.push(ms),
  };
  const run = (forMs: number = limits.userSyncRunMs) =>
    runUserSync({ ...parts, metrics, log: { info: () => undefined } }, forMs);
  return {
    ...{ parts, at, calls, counted, ages, run },
    failWhen: (when: (call: string) => boolean) => {
      fails = when;
    },
    nextDay: () => {
      at.ms += limits.userSyncEveryMs;
    },
  };
}

async function indexOf({ records }: UsersInMemory) {
  const all = [];
  for (const tenantId of tenants) {
    const entries = await records.list(tenantId, directoryKeys.users, { limit: 10_000 });
    for (const record of entries) {
      const entry = readIndexed(record);
      const id = record.sk.slice(directoryKeys.users.length);
      all.push(`${tenantId} ${id} ${entry?.role} ${entry?.status} ${entry?.changingSince ?? ''}`.trim());
    }
  }
  return all.sort();
}

const poolOf = ({ poolUsers }: UsersInMemory) =>
  [...poolUsers.values()]
    .map(
      ({ tenantId, id, role, enabled, status }) =>
        `${tenantId} ${id} ${role} ${enabled ? status : 'disabled'}`,
    )
    .sort();

describe('the job that compares the index of users with the pool', () => {
  it('adds everyone, and a second run has nothing to do', async () => {
    const { parts, run, calls, counted, nextDay } = world(150);
    expect(await run()).toBe('end');
    expect(await indexOf(parts)).toEqual(poolOf(parts));
    expect(counted).toEqual({ entered: 150 });
    nextDay();
    calls.length = 0;
    const before = await indexOf(parts);
    expect(await run()).toBe('end');
    expect(counted).toEqual({ entered: 150 });
    expect(await indexOf(parts)).toEqual(before);
    // A list of the pool's does not tell of second factors: what was known of them stays.
    const kept = await parts.records.find('acme', directoryKeys.user('user-0'));
    expect(readIndexed(kept)?.hasSecondFactor).toBe(true);
    // Nobody is asked for one by one.
    expect(calls.filter((call) => call === 'find')).toEqual([]);
  });

  it('applies changes made outside of the API, also to a tenant’s last users', async () => {
    const { parts, run, counted, nextDay } = world(6);
    await run();
    parts.poolUsers.set('user-0', userOf(0, { role: 'viewer' }));
    parts.poolUsers.set('user-2', userOf(2, { enabled: false }));
    parts.poolUsers.set('user-4', userOf(4, { tenantId: 'globex' }));
    for (const id of ['user-1', 'user-3', 'user-5']) parts.poolUsers.delete(id);
    parts.poolUsers.set('new', userOf(6, { id: 'new', status: 'invited' }));
    nextDay();
    expect(await run()).toBe('end');
    expect(await indexOf(parts)).toEqual([
      'acme new editor invited',
      'acme user-0 viewer active',
      'acme user-2 editor disabled',
      'globex user-4 editor active',
    ]);
    expect(counted).toEqual({ entered: 6 + 2, changed: 2, removed: 4 });
  });

  it('removes all users that the pool no longer has, also more than one page of them', async () => {
    const { parts, run, counted, nextDay } = world(210);
    await run();
    parts.poolUsers.clear();
    nextDay();
    expect(await run()).toBe('end');
    expect(await indexOf(parts)).toEqual([]);
    expect(counted).toEqual({ entered: 210, removed: 210 });
  });

  it('runs once a day, and says how long ago the last whole pass began', async () => {
    const { run, at, ages, calls } = world(3);
    expect(await run()).toBe('end');
    at.ms += limits.userSyncEveryMs - 1;
    calls.length = 0;
    expect(await run()).toBe('waiting');
    expect(calls).toEqual(['read']);
    at.ms += 1;
    expect(await run()).toBe('end');
    expect(ages).toEqual([0, limits.userSyncEveryMs - 1, limits.userSyncEveryMs]);
  });

  it('stops when its time is up, and the next run continues with the next page', async () => {
    const { parts, run, at, calls } = world(200);
    at.perCallMs = 1;
    const listedIn = async (forMs: number) => {
      calls.length = 0;
      const outcome = await run(forMs);
      return [outcome, calls.filter((call) => call === 'list').length];
    };
    expect(await listedIn(1)).toEqual(['time-up', 1]);
    expect(await listedIn(1)).toEqual(['time-up', 1]);
    expect(await listedIn(limits.userSyncRunMs)).toEqual(['end', 2]);
    expect(await indexOf(parts)).toEqual(poolOf(parts));
  });

  it('fails when the pool is unavailable, and the next run continues with that page', async () => {
    const { parts, run, nextDay, failWhen } = world(3);
    await run();
    parts.poolUsers.set('user-1', userOf(1, { role: 'viewer' }));
    nextDay();
    failWhen((call) => call === 'find');
    await expect(run()).rejects.toThrow(TemporarilyUnavailableError);
    failWhen(() => false);
    expect(await run()).toBe('end');
    expect(await indexOf(parts)).toEqual(poolOf(parts));
  });

  it('leaves a user alone who is being changed, and one who is invited meanwhile', async () => {
    const { parts, run, nextDay, failWhen } = world(2);
    await run();
    nextDay();
    failWhen((call) => call === 'disable');
    const manager = { id: null, role: 'admin', tenantId: 'acme' } as const;
    await expect(disableUser(parts, manager, { userId: 'user-0' })).rejects.toThrow();
    const underWay = await indexOf(parts);
    // Invited after the page that would have told of them.
    const { list } = parts.pool;
    parts.pool.list = async (...page) => {
      const listed = await list(...page);
      parts.poolUsers.set('late', userOf(8, { id: 'late' }));
      await parts.records.write('acme', { sk: directoryKeys.user('late'), attributes: {} }, 'nothing');
      return listed;
    };
    expect(await run()).toBe('end');
    expect(await indexOf(parts)).toEqual(['acme late editor active', ...underWay]);
  });

  it('starts again when the pool has lost its page cursor', async () => {
    const { parts, run, at } = world(130);
    at.perCallMs = 1;
    expect(await run(1)).toBe('time-up');
    const { list } = parts.pool;
    const marks: (string | null)[] = [];
    parts.pool.list = async (limit, after) => {
      marks.push(after);
      return after === '60' && marks.length === 1 ? null : list(limit, after);
    };
    expect(await run()).toBe('end');
    expect(marks).toEqual(['60', null, '60', '120']);
    expect(await indexOf(parts)).toEqual(poolOf(parts));
  });

  it('leaves the pass to another run in progress', async () => {
    const { parts, run } = world(130);
    const both = await Promise.all([run(), run()]);
    expect(both.toSorted()).toEqual(['end', 'overtaken']);
    expect(await indexOf(parts)).toEqual(poolOf(parts));
  });

  it('reads a pool of 100,000 users in less than 1.3 calls for each when nothing has changed', async () => {
    const { parts, run, calls, nextDay } = world(600);
    await run();
    nextDay();
    calls.length = 0;
    await run();
    expect(calls.length / parts.poolUsers.size).toBeLessThan(1.3);
  });
});

const change = fc.record({
  n: fc.nat(130),
  what: fc.constantFrom('role', 'tenant', 'disabled', 'deleted', 'created'),
});

function make(parts: UsersInMemory, { n, what }: { n: number; what: string }): void {
  const user = parts.poolUsers.get(`user-${n}`);
  if (what === 'created') parts.poolUsers.set(`new-${n}`, userOf(n, { id: `new-${n}` }));
  if (!user) return;
  if (what === 'deleted') parts.poolUsers.delete(user.id);
  if (what === 'role') parts.poolUsers.set(user.id, { ...user, role: 'viewer' });
  if (what === 'tenant') parts.poolUsers.set(user.id, { ...user, tenantId: 'globex' });
  if (what === 'disabled') parts.poolUsers.set(user.id, { ...user, enabled: false });
}

describe('whatever changes outside of the API, and wherever an outage stops the job', () => {
  it('the next runs bring the index in line, and never treat an existing user as deleted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 30 }),
        fc.array(fc.nat(200), { minLength: 1, maxLength: 4 }),
        async (changes, cuts) => {
          const { parts, run, failWhen, nextDay } = world(130);
          await run();
          const { remove } = parts.records;
          const removedWhoIsThere: string[] = [];
          Object.assign(parts.records, {
            remove: (...[tenantId, sk, expected]: Parameters<typeof remove>) => {
              const user = parts.poolUsers.get(sk.slice(directoryKeys.users.length));
              if (user?.tenantId === tenantId) removedWhoIsThere.push(user.id);
              return remove(tenantId, sk, expected);
            },
          });
          for (const one of changes) make(parts, one);
          nextDay();
          let calls = 0;
          failWhen(() => {
            calls += 1;
            return cuts.includes(calls);
          });
          for (const _ of cuts) await run().catch(() => undefined);
          failWhen(() => false);
          // Not a day later: what was cut off goes on at the next look, and what got through was whole.
          expect(['end', 'waiting']).toContain(await run());
          expect(await indexOf(parts)).toEqual(poolOf(parts));
          expect(removedWhoIsThere).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });
});
