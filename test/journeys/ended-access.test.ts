import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { DirectoryTable } from '../../src/aws/directory-table.ts';
import { UserSightingsTable } from '../../src/aws/sightings-table.ts';
import { UserAccessTable } from '../../src/aws/user-access-table.ts';
import { CognitoUserPool, createCognitoClient } from '../../src/aws/user-pool.ts';
import { limits } from '../../src/contract/limits.ts';
import { TemporarilyUnavailableError } from '../../src/domain/errors.ts';
import { createAuthBff } from '../../src/lambda/create-auth-bff.ts';
import {
  deleteUser,
  disableUser,
  enableUser,
  setUserRole,
  signUserOut,
} from '../../src/operations/users/change-account.ts';
import { inviteUser } from '../../src/operations/users/invite-user.ts';
import type { UserAdministration } from '../../src/operations/users/user-administration.ts';
import type { UserPool } from '../../src/ports/users.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const manager = { id: null, role: 'super-admin', tenantId: 'acme' } as const;
let aheadMs = 0;
const nowMs = () => Date.now() + aheadMs;
let stack: TestStack;
let parts: UserAdministration;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
  const prefix = String(stack.env.TABLE_PREFIX);
  parts = {
    pool: new CognitoUserPool(createCognitoClient(stack.env), String(stack.env.USER_POOL_ID)),
    records: new DirectoryRecordsTable(stack.clients.dynamodb, prefix),
    nowMs,
    giveBack: async () => undefined,
    audited: (_change, make) => make(),
  };
});
afterAll(() => stack.stop());

/** The pool, but nobody can tell whether a role was set. */
const failingPool = (pool: UserPool): UserPool =>
  new Proxy(pool, {
    get: (target, name: keyof UserPool) =>
      name === 'setRole'
        ? () => Promise.reject(new TemporarilyUnavailableError())
        : target[name].bind(target),
  });

/** The session endpoint's own function, one environment of it, with a clock that a test can turn on. */
function newEnvironment() {
  const prefix = String(stack.env.TABLE_PREFIX);
  const { dynamodb } = stack.clients;
  const directory = new DirectoryTable(dynamodb, prefix, nowMs);
  const access = new UserAccessTable(dynamodb, prefix, nowMs);
  const sightings = new UserSightingsTable(dynamodb, prefix, nowMs);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const handler = createAuthBff(stack.env, { directory, access, sightings, log });
  /** Asks with a token of an admin that was given at that time. */
  return async (userId: string, signedInMs: number) => {
    const event = httpEvent('GET', '/v1/auth/session');
    const auth_time = String(Math.floor(signedInMs / 1000));
    const claims = {
      token_use: 'access',
      sub: userId,
      auth_time,
      'custom:tenant_id': 'acme',
      'custom:role': 'admin',
    };
    Object.assign(event.requestContext, { authorizer: { jwt: { claims, scopes: null } } });
    const { statusCode, body } = await handler(event, lambdaContext);
    const { code, roles } = JSON.parse(body);
    return statusCode === 200 ? roles[0] : `${statusCode} ${code}`;
  };
}

describe('an earlier token', () => {
  it.each([
    [
      'a role is lowered',
      (userId: string) => setUserRole(parts, manager, { userId, role: 'viewer' }),
      'viewer',
    ],
    ['the user is disabled', (userId: string) => disableUser(parts, manager, { userId }), '401 access_ended'],
    [
      'the user is signed out',
      (userId: string) => signUserOut(parts, manager, { userId }),
      '401 access_ended',
    ],
    ['the user is deleted', (userId: string) => deleteUser(parts, manager, { userId }), '401 access_ended'],
    [
      'the user is disabled and enabled again',
      async (userId: string) => {
        await disableUser(parts, manager, { userId });
        await enableUser(parts, manager, { userId });
      },
      '401 access_ended',
    ],
  ])(
    'is rejected when %s: elsewhere at once, within a minute where it was just accepted',
    async (_title, end, then) => {
      const email = `${crypto.randomUUID()}@acme.example`;
      const { user } = await inviteUser(parts, manager, { email, role: 'admin' });
      const signedInMs = nowMs();
      aheadMs += 2_000;
      const warm = newEnvironment();
      expect(await warm(user.id, signedInMs)).toBe('admin');
      await end(user.id);
      expect(await newEnvironment()(user.id, signedInMs)).toBe(then);
      aheadMs += limits.userAccessCacheMs;
      expect(limits.userAccessCacheMs).toBeLessThan(60_000);
      expect(await warm(user.id, signedInMs)).toBe(then);
    },
  );

  it('is rejected for a user that no index has', async () => {
    expect(await newEnvironment()(crypto.randomUUID(), nowMs())).toBe('401 access_ended');
  });

  it('a change that failed halfway in the pool applies all the same', async () => {
    const { user } = await inviteUser(parts, manager, { email: 'broken@acme.example', role: 'admin' });
    const signedInMs = nowMs();
    const broken = { ...parts, pool: failingPool(parts.pool) };
    await expect(setUserRole(broken, manager, { userId: user.id, role: 'viewer' })).rejects.toThrow();
    expect(await newEnvironment()(user.id, signedInMs)).toBe('viewer');
    // Nobody else changes them meanwhile; later the pool tells what became of it.
    const again = () => setUserRole(parts, manager, { userId: user.id, role: 'editor' });
    await expect(again()).rejects.toMatchObject({ code: 'user_busy' });
    aheadMs += limits.userChangeMs;
    expect((await again()).user.role).toBe('editor');
  });
});
