import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UserSightingsTable } from '../../../src/aws/sightings-table.ts';
import { adminUser, userPage } from '../../../src/contract/admin/users.ts';
import { limits } from '../../../src/contract/limits.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();
const admin = () => shared.api.as('admin');
const match = (etag: string) => ({ 'if-match': etag });
const invite = async (role = 'viewer') => {
  const email = `${randomUUID()}@acme.example`;
  const invited = await admin()('POST', '/users', { body: { email, role } });
  expect(invited.status).toBe(201);
  return { path: `/users/${invited.body.id}`, email, ...invited };
};

describe('users', () => {
  it('of the tenant are listed page by page, and none of another', async () => {
    const { body: invited } = await invite();
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await admin()('GET', `/users?limit=2${cursor && `&cursor=${cursor}`}`);
      ids.push(...userPage.parse(body).items.map(({ id }) => id));
      cursor = body.cursor;
    }
    expect(ids).toContain(invited.id);
    expect(new Set(ids).size).toBe(ids.length);
    const globex = await shared.api.as('super-admin')('GET', '/users', {
      headers: { 'x-tenant-id': 'globex' },
    });
    expect(globex.body.items.map(({ id }: { id: string }) => id)).not.toContain(invited.id);
  });

  it('are invited once, and not above the role of the inviter', async () => {
    const { email, body } = await invite('editor');
    expect(adminUser.parse(body)).toMatchObject({ email, role: 'editor', status: 'invited' });
    const again = await admin()('POST', '/users', { body: { email, role: 'viewer' } });
    expect([again.status, again.body.code]).toEqual([409, 'already_exists']);
    const above = await admin()('POST', '/users', { body: { email: 'x@acme.example', role: 'super-admin' } });
    expect([above.status, above.body.code]).toEqual([403, 'role_above_own']);
    expect((await admin()('POST', '/users', { body: { email: 'no address', role: 'viewer' } })).status).toBe(
      400,
    );
  });

  it('are changed over the revision that was read, and each change has its entry', async () => {
    const { path, body, etag } = await invite();
    const raised = await admin()('PATCH', path, { body: { role: 'editor' }, headers: match(etag) });
    expect([raised.status, raised.body.role]).toEqual([200, 'editor']);
    const stale = await admin()('PATCH', path, { body: { role: 'viewer' }, headers: match(etag) });
    expect([stale.status, stale.body.current.role, stale.body.currentEtag]).toEqual([
      412,
      'editor',
      raised.etag,
    ]);
    expect((await admin()('PATCH', path, { body: { role: 'viewer' } })).status).toBe(428);
    expect((await admin()('PATCH', path, { body: {}, headers: match(raised.etag) })).status).toBe(400);
    const both = { role: 'viewer', status: 'disabled' };
    const disabled = await admin()('PATCH', path, { body: both, headers: match(raised.etag) });
    expect(disabled.body).toMatchObject(both);
    const refused = await admin()('POST', `${path}/reset-password`);
    expect([refused.status, refused.body.code]).toEqual([409, 'user_disabled']);
    expect((await admin()('POST', `${path}/sign-out`)).status).toBe(200);
    const { etag: last } = await admin()('GET', path);
    expect((await admin()('DELETE', path, { headers: match(last) })).status).toBe(204);
    expect((await admin()('GET', path)).body.code).toBe('user_not_found');
    const { body: log } = await admin()('GET', `/audit?resource=user:${body.id}`);
    expect(
      log.items.map(({ action, outcome }: { action: string; outcome: string }) => [action, outcome]),
    ).toEqual(
      ['delete', 'sign-out', 'disable', 'set-role', 'set-role'].map((action) => [`user.${action}`, 'done']),
    );
  });

  it('are listed with whether they have a second factor', async () => {
    const careful = '5f0c6a52-1d0e-4d0b-9a40-000000000006';
    const { body: invited } = await invite();
    const factors = async () => {
      const { items } = userPage.parse((await admin()('GET', '/users?limit=100')).body);
      return [careful, invited.id].map((one) => items.find(({ id }) => id === one)?.hasSecondFactor);
    };
    expect([await factors(), await factors()]).toEqual([
      [true, false],
      [true, false],
    ]);
    expect((await admin()('GET', `/users/${careful}`)).body.hasSecondFactor).toBe(true);
    const reset = await admin()('POST', `/users/${careful}/reset-mfa`);
    expect([reset.status, reset.body.hasSecondFactor]).toEqual([200, false]);
    expect(await factors()).toEqual([false, false]);
    const { body: log } = await admin()('GET', `/audit?resource=user:${careful}`);
    const changes = [{ path: 'hasSecondFactor', before: true, after: false }];
    expect(log.items[0]).toMatchObject({ action: 'user.reset-mfa', changes });
  });

  it('are listed with when they last had the console open, to within some minutes', async () => {
    const { dynamodb } = shared.api.clients;
    const careful = '5f0c6a52-1d0e-4d0b-9a40-000000000006';
    let nowMs = Date.UTC(2099, 0, 15, 9, 30);
    const sightings = new UserSightingsTable(dynamodb, String(shared.api.env.TABLE_PREFIX), () => nowMs);
    const lastSeenAt = async () => (await admin()('GET', `/users/${careful}`)).body.lastSeenAt;
    expect(await lastSeenAt()).toBeNull();
    await sightings.note('acme', careful);
    nowMs += limits.userSeenMs - 1;
    await sightings.note('acme', careful);
    expect(await lastSeenAt()).toBe('2099-01-15T09:30:00.000Z');
    nowMs += 1;
    await sightings.note('acme', careful);
    const { items } = userPage.parse((await admin()('GET', '/users?limit=100')).body);
    expect(items.find(({ id }) => id === careful)?.lastSeenAt).toBe('2099-01-15T09:35:00.000Z');
    await sightings.note('globex', careful);
    expect(await lastSeenAt()).toBe('2099-01-15T09:35:00.000Z');
  });

  it("can't change themselves", async () => {
    const { body } = await admin()('GET', '/users?limit=100');
    const own = body.items.find(({ email }: { email: string }) => email === 'admin@acme.example');
    const { etag } = await admin()('GET', `/users/${own.id}`);
    const lowered = await admin()('PATCH', `/users/${own.id}`, {
      body: { role: 'viewer' },
      headers: match(etag),
    });
    expect([lowered.status, lowered.body.code]).toEqual([403, 'own_account']);
  });

  it('keep a last admin: the only one is neither lowered nor deleted', async () => {
    const boss = shared.api.as('super-admin');
    const path = '/users/5f0c6a52-1d0e-4d0b-9a40-000000000003';
    const headers = async () => match((await boss('GET', path)).etag);
    const lowered = await boss('PATCH', path, { body: { role: 'viewer' }, headers: await headers() });
    expect([lowered.status, lowered.body.code]).toEqual([409, 'last_admin']);
    const deleted = await boss('DELETE', path, { headers: await headers() });
    expect([deleted.status, deleted.body.code]).toEqual([409, 'last_admin']);
  });

  it('are changed in the current tenant: a super-admin in another one', async () => {
    const headers = { 'x-tenant-id': 'globex' };
    const boss = shared.api.as('super-admin');
    const body = { email: `${randomUUID()}@globex.example`, role: 'viewer' };
    const invited = await boss('POST', '/users', { body, headers });
    expect(invited.status).toBe(201);
    expect((await admin()('GET', `/users/${invited.body.id}`)).body.code).toBe('user_not_found');
    expect((await boss('GET', `/users/${invited.body.id}`, { headers })).status).toBe(200);
  });
});
