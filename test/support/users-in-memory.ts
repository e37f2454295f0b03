import type { SyncParts } from '../../src/operations/users/sync-users.ts';
import type { UserAdministration } from '../../src/operations/users/user-administration.ts';
import type { DirectoryRecord } from '../../src/ports/directory-writer.ts';
import type { PoolUser, UserPool } from '../../src/ports/users.ts';

/** Waits before each call, so that a test can say in which order calls of several are made. */
export type Wait = <T>(call: string, value: () => T) => Promise<T>;

export interface UsersInMemory extends UserAdministration {
  readonly records: SyncParts['records'];
  readonly poolUsers: Map<string, PoolUser>;
  readonly changes: unknown[];
  /** Whose conversations were given back. */
  readonly givenBack: readonly string[];
}

/** Pool and index in memory, with the port's conditions and nothing else. */
export function usersInMemory(
  first: readonly Pick<PoolUser, 'id' | 'role' | 'status' | 'enabled'>[],
  wait: Wait = async (_call, value) => value(),
  nowMs: () => number = () => 1_760_000_000_000,
): UsersInMemory {
  const poolUsers = new Map<string, PoolUser>();
  for (const user of first)
    poolUsers.set(user.id, {
      ...{ email: `${user.id}@acme.example`, name: null, tenantId: 'acme' },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', hasSecondFactor: false, ...user },
    });
  const records = new Map<string, DirectoryRecord>();
  const changes: unknown[] = [];
  const givenBack: string[] = [];
  let revisions = 0;
  const change = (id: string, patch: Partial<PoolUser>) => () => {
    const user = poolUsers.get(id);
    if (user) poolUsers.set(id, { ...user, ...patch });
    return user !== undefined;
  };
  const fits = (key: string, expected: Parameters<UserAdministration['records']['write']>[2]) => {
    const stored = records.get(key);
    return expected === 'nothing' ? !stored : stored?.revision === expected.revision;
  };
  const pool: UserPool = {
    create: ({ email, name = null, tenantId, role }) =>
      wait('create', () => {
        if ([...poolUsers.values()].some((user) => user.email === email)) return null;
        const id = `user-${poolUsers.size}`;
        const createdAt = '2026-01-01T00:00:00.000Z';
        const user: PoolUser = {
          id,
          email,
          name,
          tenantId,
          role,
          enabled: true,
          status: 'invited',
          hasSecondFactor: false,
          createdAt,
        };
        poolUsers.set(id, user);
        return user;
      }),
    find: (name) =>
      wait(
        'find',
        () => [...poolUsers.values()].find(({ id, email }) => id === name || email === name) ?? null,
      ),
    list: (limit, after) =>
      wait('list', () => {
        const from = Number(after ?? 0);
        const users = [...poolUsers.values()].slice(from, from + limit);
        return {
          users: users.map((user) => ({ ...user, hasSecondFactor: null })),
          next: from + limit < poolUsers.size ? String(from + limit) : null,
        };
      }),
    setRole: (id, role) => wait('setRole', change(id, { role })),
    disable: (id) => wait('disable', change(id, { enabled: false })),
    enable: (id) => wait('enable', change(id, { enabled: true })),
    resetPassword: (id) => wait('resetPassword', change(id, { status: 'reset_required' })),
    inviteAgain: (email) =>
      wait('inviteAgain', () => [...poolUsers.values()].some((user) => user.email === email)),
    forgetSecondFactor: (id) => wait('forgetSecondFactor', change(id, { hasSecondFactor: false })),
    signOut: (id) => wait('signOut', () => poolUsers.has(id)),
    remove: (id) => wait('remove', () => poolUsers.delete(id)),
  };
  return {
    ...{ pool, poolUsers, changes, nowMs },
    records: {
      find: (tenantId, sk) => wait('read', () => records.get(`${tenantId} ${sk}`) ?? null),
      list: (tenantId, prefix, { limit, after = '' }) =>
        wait('query', () =>
          [...records]
            .filter(([key, { sk }]) => key.startsWith(`${tenantId} ${prefix}`) && sk > after)
            .map(([, record]) => record)
            .sort((a, b) => (a.sk < b.sk ? -1 : 1))
            .slice(0, limit),
        ),
      listTenants: () =>
        wait('query', () =>
          [...new Set([...records.keys()].map((key) => key.slice(0, key.indexOf(' '))))]
            .sort()
            .map((tenantId) => ({ tenantId, sk: 'tenant', revision: null, attributes: {} })),
        ),
      write: (tenantId, { sk, attributes }, expected) =>
        wait('write', () => {
          const key = `${tenantId} ${sk}`;
          if (!fits(key, expected)) return null;
          revisions += 1;
          records.set(key, { sk, attributes, revision: `r${revisions}` });
          return `r${revisions}`;
        }),
      remove: (tenantId, sk, expected) =>
        wait('delete', () => {
          const key = `${tenantId} ${sk}`;
          return records.has(key) ? fits(key, expected) && records.delete(key) : true;
        }),
    },
    giveBack: async (_tenantId, userId) => void givenBack.push(userId),
    givenBack,
    audited(made, make) {
      changes.push(made);
      return make();
    },
  };
}
