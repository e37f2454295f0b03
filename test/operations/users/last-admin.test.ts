import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../src/domain/errors.ts';

import {
  deleteUser,
  disableUser,
  enableUser,
  setUserRole,
} from '../../../src/operations/users/change-account.ts';
import { syncUsers } from '../../../src/operations/users/sync-users.ts';
import { isCounted, readUser } from '../../../src/operations/users/user-administration.ts';
import { type UsersInMemory, usersInMemory } from '../../support/users-in-memory.ts';

const admin = (id: string) => ({ id, role: 'admin', enabled: true, status: 'active' }) as const;
const by = (id: string | null) => ({ id, role: 'admin', tenantId: 'acme' }) as const;
const admins = ({ poolUsers }: UsersInMemory) => [...poolUsers.values()].filter(isCounted);

describe('the last admin', () => {
  const ends = {
    'set another role': (parts: UsersInMemory, userId: string) =>
      setUserRole(parts, by(null), { userId, role: 'editor' }),
    disabled: (parts: UsersInMemory, userId: string) => disableUser(parts, by(null), { userId }),
    deleted: (parts: UsersInMemory, userId: string) => deleteUser(parts, by(null), { userId }),
  };

  it.each(Object.entries(ends))('can’t be %s, and stays unchanged', async (_title, end) => {
    const parts = usersInMemory([
      admin('ada'),
      { ...admin('never-came'), status: 'invited' },
      { ...admin('disabled'), enabled: false },
      { id: 'operator', role: 'super-admin', enabled: true, status: 'active' },
    ]);
    await syncUsers(parts);
    await expect(end(parts, 'ada')).rejects.toMatchObject({ code: 'last_admin' });
    expect((await readUser(parts, 'acme', 'ada')).user).toMatchObject({ role: 'admin', status: 'active' });
  });

  it.each(Object.entries(ends))('with another, one can be %s', async (_title, end) => {
    const parts = usersInMemory([admin('ada'), admin('bo')]);
    await syncUsers(parts);
    await end(parts, 'ada');
    expect(admins(parts).map(({ id }) => id)).toEqual(['bo']);
    await expect(end(parts, 'bo')).rejects.toMatchObject({ code: 'last_admin' });
  });

  it('an admin who was made one in Cognito’s console counts, and one who was demoted there does not', async () => {
    const parts = usersInMemory([admin('ada'), admin('bo')]);
    await syncUsers(parts);
    parts.poolUsers.set('bo', { ...(await parts.pool.find('bo')), role: 'viewer' } as never);
    await expect(setUserRole(parts, by(null), { userId: 'ada', role: 'viewer' })).rejects.toMatchObject({
      code: 'last_admin',
    });
  });

  it('of two admins who demote each other at once, one stays', async () => {
    const parts = usersInMemory([admin('ada'), admin('bo')]);
    await syncUsers(parts);
    const both = await Promise.allSettled([
      setUserRole(parts, by('ada'), { userId: 'bo', role: 'editor' }),
      setUserRole(parts, by('bo'), { userId: 'ada', role: 'editor' }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(admins(parts)).toHaveLength(1);
  });
});

/** Anything that admins may do at once, in whatever order its calls are made, some of which fail. */
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('demote', 'disable', 'delete', 'promote', 'enable', 'read', 'sync'),
    user: fc.constantFrom('ada', 'bo', 'cem'),
  }),
  { minLength: 2, maxLength: 5 },
);

function act(parts: UsersInMemory, { kind, user: userId }: { kind: string; user: string }): Promise<unknown> {
  if (kind === 'demote') return setUserRole(parts, by(null), { userId, role: 'editor' });
  if (kind === 'disable') return disableUser(parts, by(null), { userId });
  if (kind === 'delete') return deleteUser(parts, by(null), { userId });
  if (kind === 'promote') return setUserRole(parts, by(null), { userId, role: 'admin' });
  if (kind === 'enable') return enableUser(parts, by(null), { userId });
  return kind === 'read' ? readUser(parts, 'acme', userId) : syncUsers(parts);
}

describe('whatever admins do at once', () => {
  it('a tenant keeps one', async () => {
    await fc.assert(
      fc.asyncProperty(
        acts,
        fc.scheduler(),
        fc.array(fc.nat(60), { maxLength: 2 }),
        async (all, s, failing) => {
          let calls = 0;
          const wait = (call: string, value: () => unknown) => {
            calls += 1;
            const fails = failing.includes(calls);
            return s.schedule(Promise.resolve(), call).then(() => {
              // An answer that is lost, of a call that was made.
              const made = value();
              if (fails) throw new TemporarilyUnavailableError();
              return made;
            });
          };
          let running = false;
          const parts = usersInMemory(
            [admin('ada'), admin('bo'), { ...admin('cem'), role: 'editor' }],
            (call, value) => (running ? (wait(call, value) as never) : Promise.resolve(value())),
          );
          await syncUsers(parts);
          running = true;
          const done = Promise.allSettled(all.map((one) => act(parts, one)));
          while (s.count() > 0) {
            await s.waitOne();
            expect(admins(parts).length).toBeGreaterThan(0);
          }
          await s.waitFor(done);
          expect(admins(parts).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 400 },
    );
  });
});
