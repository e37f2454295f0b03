import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditPage } from '../../../src/contract/admin/audit.ts';
import { guardedWidgetFields, widgetView } from '../../../src/contract/admin/widgets.ts';
import { limits } from '../../../src/contract/limits.ts';
import { say } from '../../support/conversation.ts';
import { signedHeaders } from '../../support/signed-headers.ts';
import { type AdminAnswer, shareAdminApi } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();
const admin = () => shared.api.as('admin');
const match = ({ etag }: { etag: string }) => ({ 'if-match': etag });

/** A process that has looked at the tenant looks again two seconds later: it is asked twice at most. */
const eventually = { interval: limits.lookAgainMs + 100, timeout: 20_000 };

/** A widget of its own. */
async function widget(id = `w-${randomUUID()}`) {
  const path = `/widgets/${id}`;
  const body = { id, flow: 'support', allowed_origins: [] };
  const made = await admin()('PUT', path, { body, headers: { 'if-none-match': '*' } });
  expect(made.status).toBe(200);
  return {
    ...{ id, path, made, content: body },
    read: () => admin()('GET', path),
    async set(role: string, value: string): Promise<AdminAnswer> {
      const headers = match(await admin()('GET', path));
      return admin()('PUT', `${path}/secrets/${role}`, { body: { value }, headers });
    },
    async drop(what: string): Promise<AdminAnswer> {
      return admin()('DELETE', `${path}/secrets/${what}`, { headers: match(await admin()('GET', path)) });
    },
    /** What a page's message is answered that is signed with this. */
    async write(secret: string): Promise<number> {
      const text = JSON.stringify({ text: 'hello', attachments: [], user: { id: 'visitor' } });
      const signed = signedHeaders({ body: text, session: randomUUID(), secret, widget: id });
      return (await shared.api.post('/v1/webchat/messages', text, signed)).status;
    },
  };
}

const stateOf = ({ body }: AdminAnswer, role = 'signing_secret') => {
  const secret = widgetView.parse(body).secrets.find((one) => one.role === role);
  return [secret?.set, secret?.previous];
};

it('a signing secret applies at once, is replaced with an overlap, and ended', async () => {
  const one = await widget();
  const unsigned = async () =>
    (await say(shared.api, randomUUID(), 'hello', { 'x-widget-id': one.id })).status;
  expect(stateOf(one.made)).toEqual([false, false]);
  expect(await unsigned()).toBe(200);
  const [first, second] = [`first-${randomUUID()}`, `second-${randomUUID()}`];
  const set = await one.set('signing_secret', first);
  expect([set.status, stateOf(set), stateOf(set, 'identity_secret')]).toEqual([
    200,
    [true, false],
    [false, false],
  ]);
  expect(set.body.secrets[0].by).toMatchObject({ email: 'admin@acme.example' });
  await expect.poll(() => one.write(first), eventually).toBe(200);
  expect(await unsigned()).toBe(401);

  const anew = await one.set('signing_secret', second);
  expect([stateOf(anew), anew.etag === set.etag]).toEqual([[true, true], false]);
  await expect.poll(() => one.write(second), eventually).toBe(200);
  expect([await one.write(first), await one.write('a guess')]).toEqual([200, 401]);
  const ended = await one.drop('signing_secret/previous');
  expect([ended.status, stateOf(ended)]).toEqual([200, [true, false]]);
  await expect.poll(() => one.write(second), eventually).toBe(200);

  const gone = await one.drop('signing_secret');
  expect([gone.status, stateOf(gone)]).toEqual([200, [false, false]]);
  expect(gone.body.widget).toEqual(one.content);
  expect(JSON.stringify([set, anew, ended, gone].map(({ body }) => body))).not.toMatch(/first-|second-/);

  const { body: log } = await admin()('GET', `/audit?resource=widget:${one.id}`);
  expect(auditPage.parse(log).items.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'widget.delete-secret done',
    'widget.end-overlap done',
    'widget.set-secret done',
    'widget.set-secret done',
    'widget.save done',
  ]);
  expect(JSON.stringify(log)).not.toMatch(/first-|second-/);
}, 60_000);

it('a secret is written over the revision that was read, and neither it nor the widget is overwritten unseen', async () => {
  const one = await widget();
  const path = `${one.path}/secrets/signing_secret`;
  const body = { value: 'a value' };
  expect((await admin()('PUT', path, { body })).status).toBe(428);
  const headers = match(one.made);
  const both = await Promise.all([1, 2].map(() => admin()('PUT', path, { body, headers })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  const stale = await admin()('PUT', one.path, { body: one.content, headers });
  expect([stale.status, stale.body.current.secrets[0].set]).toEqual([412, true]);
  const set = await one.set('signing_secret', 'another value');
  const again = await admin()('PUT', path, { body, headers: match(set) });
  expect((await admin()('DELETE', one.path, { headers: match(set) })).status).toBe(412);
  expect((await admin()('DELETE', one.path, { headers: match(again) })).status).toBe(204);
  // Made anew it has nothing of before.
  const made = await widget(one.id);
  expect([stateOf(made.made), stateOf(await made.set('signing_secret', 'new'))]).toEqual([
    [false, false],
    [true, false],
  ]);
});

it('a secret that others use is not taken from them', async () => {
  const [one, other] = [await widget(), await widget()];
  const set = await one.set('signing_secret', 'for both');
  const body = { ...other.content, signing_secret: set.body.widget.signing_secret };
  expect((await admin()('PUT', other.path, { body, headers: match(other.made) })).status).toBe(200);
  const refused = await one.drop('signing_secret');
  expect([refused.status, refused.body.usedBy]).toEqual([409, [{ kind: 'widget', id: other.id }]]);
  expect((await one.read()).body.secrets[0].sharedWith).toEqual([{ kind: 'widget', id: other.id }]);
  expect((await admin()('DELETE', one.path, { headers: match(await one.read()) })).status).toBe(204);
  await expect.poll(() => other.write('for both'), eventually).toBe(200);
}, 30_000);

it('an invalid secret, role or widget is refused with a reason', async () => {
  const one = await widget();
  const headers = match(one.made);
  for (const body of [{}, { value: '' }, { value: ' x' }, { value: 7 }, { value: 'x', vlaue: 'y' }]) {
    const refused = await admin()('PUT', `${one.path}/secrets/signing_secret`, { body, headers });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_body']);
  }
  const body = { value: 'x' };
  const role = await admin()('PUT', `${one.path}/secrets/sending_token`, { body, headers });
  expect([role.status, role.body.code]).toEqual([404, 'secret_not_found']);
  const none = await admin()('DELETE', '/widgets/none/secrets/signing_secret', { headers });
  expect([none.status, none.body.code]).toEqual([404, 'widget_not_found']);
});

describe('an editor', () => {
  const editor = () => shared.api.as('editor');
  const create = { 'if-none-match': '*' };
  const guards: readonly (readonly [string, Record<string, unknown>])[] = [
    ['allowed_origins', { allowed_origins: ['https://shop.example'] }],
    ['require_origin', { require_origin: true }],
    ['session_limit_per_minute', { session_limit_per_minute: 5 }],
    ['new_sessions_per_address', { new_sessions_per_address: 5 }],
    ['signing_secret', {}],
    ['signature_version', { signature_version: 1 }],
    ['identity_secret', {}],
    ['require_identity', { require_identity: true }],
  ];

  /** A widget with one security field set. */
  async function guarded(field: string, set: Record<string, unknown>) {
    const one = await widget();
    if (field.endsWith('_secret')) await one.set(field, `of-${randomUUID()}`);
    else
      await admin()('PUT', one.path, {
        body: { ...one.content, ...set },
        headers: match(await admin()('GET', one.path)),
      });
    return one;
  }

  it('every security field is tried', () => {
    expect(guards.map(([field]) => field)).toEqual([...guardedWidgetFields]);
  });

  it.each(guards)("can't remove a widget’s %s by deleting it or creating it again", async (field, set) => {
    const one = await guarded(field, set);
    const read = await editor()('GET', one.path);
    for (const headers of [match(read), {}]) {
      const refused = await editor()('DELETE', one.path, { headers });
      expect([refused.status, refused.body]).toMatchObject([
        403,
        { code: 'not_allowed', leastRole: 'admin' },
      ]);
    }
    expect((await editor()('PUT', one.path, { body: one.content, headers: create })).status).toBe(412);
    expect((await editor()('GET', one.path)).body.widget).toEqual(read.body.widget);

    expect((await admin()('DELETE', one.path, { headers: match(read) })).status).toBe(204);
    const again = await editor()('PUT', one.path, { body: one.content, headers: create });
    expect([again.status, again.body.code]).toEqual([403, 'not_allowed']);
    // Who configures channels has decided that it is as open as this.
    expect((await admin()('PUT', one.path, { body: one.content, headers: create })).status).toBe(200);
    const gone = await editor()('DELETE', one.path, { headers: match(await editor()('GET', one.path)) });
    expect(gone.status).toBe(204);
    expect((await editor()('PUT', one.path, { body: one.content, headers: create })).status).toBe(200);
  });
});
