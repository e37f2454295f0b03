import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DirectoryRecordsTable } from '../../../src/aws/directory-records-table.ts';
import { auditPage } from '../../../src/contract/admin/audit.ts';
import { conversationView, messageTrace, transcriptPage } from '../../../src/contract/admin/conversations.ts';
import { handoffSettingsView, tenantsPage, tenantView } from '../../../src/contract/admin/tenants.ts';
import { adminNames } from '../../../src/contract/admin/users.ts';
import { widgetsPage, widgetView } from '../../../src/contract/admin/widgets.ts';
import { directoryKeys } from '../../../src/domain/directory-keys.ts';
import { say } from '../../support/conversation.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();
const create = { 'if-none-match': '*' };
const match = (etag: string) => ({ 'if-match': etag });
const newId = () => `x-${randomUUID()}`;
const preflight = async (origin: string) => {
  const asked = await fetch(`${shared.api.url}/v1/webchat/messages`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  return asked.headers.get('access-control-allow-origin');
};

it('every role reads the names of the admins, and none of another tenant', async () => {
  for (const role of ['viewer', 'editor', 'admin'] as const) {
    const { status, body } = await shared.api.as(role)('GET', '/admins');
    expect([status, adminNames.parse(body)]).toEqual([200, { items: [{ name: 'Ada Admin' }] }]);
  }
});

describe('a widget', () => {
  const put = (
    role: 'editor' | 'admin',
    widget: { readonly id: string; readonly [field: string]: unknown },
    headers: Record<string, string>,
  ) => shared.api.as(role)('PUT', `/widgets/${widget.id}`, { body: widget, headers });

  it('is created, changed and deleted, each time over the revision that was read', async () => {
    const id = newId();
    const origin = `https://${id}.example`;
    const widget = { id, flow: 'support', allowed_origins: [origin] };
    const made = await put('admin', widget, create);
    expect([made.status, widgetView.parse(made.body)]).toEqual([
      200,
      expect.objectContaining({ widget, isDefault: false }),
    ]);
    expect(await preflight(origin)).toBe(origin);
    expect((await put('admin', widget, create)).status).toBe(412);
    expect((await put('admin', widget, {})).status).toBe(428);
    const moved = { ...widget, allowed_origins: [`${origin}:8443`] };
    const changed = await put('admin', moved, match(made.etag));
    expect(changed.body.widget).toEqual(moved);
    const stale = await put('admin', widget, match(made.etag));
    expect([stale.status, stale.body.current.widget]).toEqual([412, moved]);
    expect(await preflight(`${origin}:8443`)).toBe(`${origin}:8443`);
    const gone = await shared.api.as('admin')('DELETE', `/widgets/${id}`, { headers: match(changed.etag) });
    expect(gone.status).toBe(204);
    expect((await shared.api.as('viewer')('GET', `/widgets/${id}`)).status).toBe(404);
  });

  it('keeps no origin that it no longer allows, however many there were, and none once it is deleted', async () => {
    const id = newId();
    const origins = Array.from({ length: 200 }, (_, n) => `https://${n}.${id}.example`);
    const widget = { id, flow: 'support', allowed_origins: origins };
    const records = new DirectoryRecordsTable(
      shared.api.clients.dynamodb,
      String(shared.api.env.TABLE_PREFIX),
    );
    const stored = async () => {
      const found = await records.list('acme', directoryKeys.origin(id, ''), { limit: 1_000 });
      return found.map(({ attributes }) => attributes.document);
    };
    const made = await put('admin', widget, create);
    expect((await stored()).toSorted()).toEqual(origins.toSorted());
    const kept = origins.slice(0, 2);
    const changed = await put('admin', { ...widget, allowed_origins: kept }, match(made.etag));
    expect(await stored()).toEqual(kept);
    await shared.api.as('admin')('DELETE', `/widgets/${id}`, { headers: match(changed.etag) });
    expect(await stored()).toEqual([]);
  });

  it('has its appearance changed by an editor, and its security by an admin only', async () => {
    const id = newId();
    const looks = { id, flow: 'support', allowed_origins: [], idle_minutes: 5 };
    const made = await put('editor', looks, create);
    expect(made.status).toBe(200);
    for (const more of [
      { allowed_origins: ['https://x.example'] },
      { require_origin: true },
      { session_limit_per_minute: 9 },
    ]) {
      const refused = await put('editor', { ...looks, ...more }, match(made.etag));
      expect([refused.status, refused.body.leastRole]).toEqual([403, 'admin']);
    }
    expect((await put('editor', { ...looks, idle_minutes: 6 }, match(made.etag))).status).toBe(200);
  });

  it.each([
    [{ flow: 'none' }, 'there is no published flow none'],
    [{ id: 'another' }, 'as the address says'],
    [{ signing_secret: 'not_set' }, 'which has no value'],
    [{ allowed_orgins: [] }, 'did you mean'],
  ])('%j is refused with a reason', async (wrong, said) => {
    const id = newId();
    const widget = { id, flow: 'support', allowed_origins: [], ...wrong };
    const headers = create;
    const refused = await shared.api.as('admin')('PUT', `/widgets/${id}`, { body: widget, headers });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body.errors)).toContain(said);
  });

  it("that serves requests without a widget ID can't be deleted", async () => {
    const { items } = widgetsPage.parse((await shared.api.as('viewer')('GET', '/widgets?limit=100')).body);
    const id = items.find(({ isDefault }) => isDefault)?.widget.id;
    const { etag } = await shared.api.as('viewer')('GET', `/widgets/${id}`);
    const refused = await shared.api.as('admin')('DELETE', `/widgets/${id}`, { headers: match(etag) });
    expect([refused.status, refused.body.usedBy]).toEqual([409, [{ kind: 'tenant', id: 'acme' }]]);
  });

  it('that no longer allows an origin refuses its next message, and accepts the next one when it allows it again', async () => {
    const id = newId();
    const origin = 'https://once.example';
    const widget = { id, flow: 'support', allowed_origins: [origin] };
    const made = await put('admin', widget, create);
    const write = (session: string) => say(shared.api, session, 'hello', { origin, 'x-widget-id': id });
    const session = randomUUID();
    expect((await write(session)).status).toBe(200);
    const closed = await put('admin', { ...widget, allowed_origins: [] }, match(made.etag));
    expect((await write(session)).status).toBe(403);
    await put('admin', widget, match(closed.etag));
    expect((await write(session)).status).toBe(200);
  });
});

describe('a tenant', () => {
  const boss = () => shared.api.as('super-admin');

  it('is created, listed page by page, changed, suspended and resumed', async () => {
    const id = newId();
    const made = await boss()('POST', '/tenants', { body: { id, name: 'New' } });
    expect([made.status, tenantView.parse(made.body).tenant]).toEqual([
      201,
      { id, name: 'New', status: 'active' },
    ]);
    expect((await boss()('POST', '/tenants', { body: { id, name: 'Other' } })).body.code).toBe(
      'already_exists',
    );
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await boss()('GET', `/tenants?limit=2${cursor && `&cursor=${cursor}`}`);
      const page = tenantsPage.parse(answer.body);
      ids.push(...page.items.map(({ tenant }) => tenant.id));
      cursor = page.cursor;
    }
    expect(ids).toEqual(expect.arrayContaining([id, 'acme', 'globex', 'initech']));
    expect(ids).toEqual([...new Set(ids)].sort());
    const path = `/tenants/${id}`;
    const body = { limit_per_minute: 5, retention_days: 7, features: ['flows'] };
    const changed = await boss()('PATCH', path, { body, headers: match(made.etag) });
    expect(changed.body.tenant).toMatchObject(body);
    const without = await boss()('PATCH', path, {
      body: { limit_per_minute: null },
      headers: match(changed.etag),
    });
    expect(without.body.tenant).not.toHaveProperty('limit_per_minute');
    const suspended = await boss()('POST', `${path}/suspend`, { headers: match(without.etag) });
    expect(suspended.body.tenant.status).toBe('suspended');
    const resumed = await boss()('POST', `${path}/resume`, { headers: match(suspended.etag) });
    expect(resumed.body.tenant.status).toBe('active');
    const { body: log } = await boss()('GET', '/audit', { headers: { 'x-tenant-id': id } });
    expect(auditPage.parse(log).items.map(({ action }) => action)).toEqual([
      'tenant.resume',
      'tenant.suspend',
      'tenant.change',
      'tenant.change',
      'tenant.create',
    ]);
    const found = async (question: string) => {
      const answer = await boss()('GET', `/audit?${question}`, { headers: { 'x-tenant-id': id } });
      return auditPage.parse(answer.body).items.length;
    };
    const who = log.items[0].who.id;
    expect(await found(`who=${who}&to=2999-01-01T00:00:00.000Z`)).toBe(5);
    expect([await found('who=nobody'), await found('to=2000-01-01T00:00:00.000Z')]).toEqual([0, 0]);
  });

  it('gets a contact center and rules for files by a change, and no center that it lacks', async () => {
    const { body: before, etag } = await boss()('GET', '/tenants/acme');
    const patch = (body: object, tag: string) =>
      boss()('PATCH', '/tenants/acme', { body, headers: match(tag) });
    const nobody = await patch({ escalation: { kind: 'contactcenter', account: 'whatsapp' } }, etag);
    expect([nobody.status, nobody.body.errors]).toEqual([
      400,
      [{ path: 'escalation.account', message: 'there is no contact center whatsapp' }],
    ]);
    const settings = {
      escalation: { kind: 'contactcenter', account: 'contact-center', fallback: 'inbox' },
      uploads: { max_megabytes: 5 },
    };
    const changed = await patch(settings, etag);
    expect([changed.status, changed.body.tenant]).toMatchObject([200, settings]);
    const { escalation = null, uploads = null } = before.tenant;
    expect((await patch({ escalation, uploads }, changed.etag)).body.tenant).toEqual(before.tenant);
  });

  it('that is suspended is refused from the next message on', async () => {
    const session = randomUUID();
    expect((await say(shared.api, session, 'hello')).status).toBe(200);
    const { etag } = await boss()('GET', '/tenants/acme');
    const suspended = await boss()('POST', '/tenants/acme/suspend', { headers: match(etag) });
    const refused = await say(shared.api, session, 'hello');
    await boss()('POST', '/tenants/acme/resume', { headers: match(suspended.etag) });
    expect(refused.status).toBe(404);
    // Whoever refused a moment ago asks again after two seconds.
    await expect.poll(async () => (await say(shared.api, session, 'hello')).status).toBe(200);
  });

  it.each([
    { name: 'x' },
    { id: 'no id', name: 'x' },
    { id: 'a', name: 'x', default_widget: 'none' },
    { id: 'a', name: 'x', stauts: 'active' },
  ])('%j is not valid', async (body) => {
    expect((await boss()('POST', '/tenants', { body })).status).toBe(400);
  });
});

describe('the handoff settings', () => {
  const path = '/handoff-settings';
  const read = async () => {
    const { body, etag } = await shared.api.as('admin')('GET', path);
    return { ...handoffSettingsView.parse(body), etag };
  };
  const put = (body: object, etag: string) =>
    shared.api.as('admin')('PUT', path, { body, headers: match(etag) });

  it('are set by an admin over the revision that was read; a queue that a live flow names stays, whoever removes it', async () => {
    const { queues, usedBy, etag } = await read();
    expect(usedBy).toEqual([{ queue: 'support', flow: 'support' }]);
    const body = { queues: [...queues, 'billing'], handoff: { reclaim_minutes: 5 } };
    const changed = await put(body, etag);
    expect([changed.status, changed.body]).toMatchObject([200, body]);
    const stale = await put(body, etag);
    expect([stale.status, stale.body.current]).toMatchObject([412, body]);
    const inUse = { code: 'in_use', usedBy: [{ kind: 'flow', id: 'support' }] };
    const refused = await put({ queues: ['billing'] }, changed.etag);
    expect([refused.status, refused.body]).toMatchObject([409, inUse]);
    const patch = { body: { queues: null }, headers: match(changed.etag) };
    const patched = await shared.api.as('super-admin')('PATCH', '/tenants/acme', patch);
    expect([patched.status, patched.body]).toMatchObject([409, inUse]);
    expect((await put({ queues }, changed.etag)).body).toMatchObject({ queues, handoff: {} });
  });

  it.each([
    { queues: ['no name'] },
    { queues: ['twice', 'twice'] },
    { queues: Array.from({ length: 21 }, (_, n) => `queue-${n}`) },
    { handoff: { reclaim_minutes: 0 } },
    { handoff: { texts: { mised: 'x' } } },
    { retention_days: 1 },
  ])('%j is no such setting', async (body) => {
    expect((await put(body, '"any"')).status).toBe(400);
  });
});

describe('a conversation', () => {
  it('is read with its transcript, page by page, and the reason of each answer', async () => {
    const session = randomUUID();
    const { conversationId } = await (await say(shared.api, session, 'hello')).json();
    await say(shared.api, session, 'nonsense');
    const editor = shared.api.as('editor');
    const path = `/conversations/${conversationId}`;
    const read = await editor('GET', path);
    const view = conversationView.parse(read.body);
    expect(view).toMatchObject({ channel: 'webchat', widgetId: 'acme-web', flow: { id: 'support' } });
    expect(JSON.stringify(read.body)).not.toContain(session);
    const whole = transcriptPage.parse((await editor('GET', `${path}/messages`)).body).items;
    expect(whole.map(({ seq }) => seq)).toEqual(whole.map((_, n) => n + 1));
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await editor('GET', `${path}/messages?limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...transcriptPage.parse(body).items.map(({ id }) => id));
      cursor = body.cursor;
    }
    expect(paged).toEqual(whole.map(({ id }) => id));
    const after = await editor('GET', `${path}/messages?after=${whole[0]?.id}`);
    expect(after.body.items.map(({ id }: { id: string }) => id)).toEqual(paged.slice(1));
    for (const { id } of whole) {
      const trace = messageTrace.parse((await editor('GET', `${path}/messages/${id}/trace`)).body);
      expect([trace.inbound, ...trace.replies.map((reply) => reply.id)]).toContain(id);
      expect(new Set(trace.replies.map(({ state }) => state))).toEqual(new Set(['in_log']));
    }
    expect((await editor('GET', `${path}/messages/nothing/trace`)).body.code).toBe('message_not_found');
    const elsewhere = await shared.api.as('super-admin')('GET', path, {
      headers: { 'x-tenant-id': 'globex' },
    });
    expect(elsewhere.body.code).toBe('conversation_not_found');
  });
});
