import { expect, it } from 'vitest';
import { shareAdminApi } from '../../support/start-admin-api.ts';

/** Changes whose entries no other test of the admin API reads. */
const shared = shareAdminApi();
const admin = () => shared.api.as('admin');

it('each change has its entry: who, what, on what, and the result', async () => {
  /** Makes a change, and tells what the log has of it. */
  const changed = async (method: string, path: string, options: Parameters<ReturnType<typeof admin>>[2]) => {
    const { status, body, etag } = await admin()(method, path, options);
    expect([path, status < 300]).toEqual([path, true]);
    const { items } = (await admin()('GET', '/audit?limit=1')).body;
    expect(items[0]).toMatchObject({
      who: { email: 'admin@acme.example', role: 'admin', tenantId: 'acme' },
      outcome: 'done',
    });
    const { action, resource } = items[0];
    return { id: body?.id ?? body?.key?.id, etag, entry: `${action} ${resource.kind}`, of: resource.id };
  };
  const key = { name: 'Shop', capabilities: ['conversations:read'] };
  const made = await changed('POST', '/service-keys', { body: key });
  expect(made).toMatchObject({ entry: 'service-key.create service-key', of: made.id });
  const revoked = await changed('DELETE', `/service-keys/${made.id}`, {});
  expect(revoked).toMatchObject({ entry: 'service-key.revoke service-key', of: made.id });

  const user = { email: 'audited@acme.example', role: 'viewer' };
  const invited = await changed('POST', '/users', { body: user });
  // Whose id is not known before.
  expect(invited).toMatchObject({ entry: 'user.invite user', of: user.email });
  for (const what of ['reset-password', 'sign-out']) {
    const { entry, of } = await changed('POST', `/users/${invited.id}/${what}`, {});
    expect([entry, of]).toEqual([`user.${what} user`, invited.id]);
  }

  const resumed = await changed('POST', '/channels/chatapp/whatsapp/resume', {});
  expect([resumed.entry, resumed.of]).toEqual(['channel.resume channel', 'chatapp/whatsapp']);

  const real = { message: { text: 'hello' }, real: true };
  const tried = await changed('POST', '/flows/support/draft/test', { body: real });
  expect([tried.entry, tried.of]).toEqual(['flow.test-for-real flow', 'support']);
});
