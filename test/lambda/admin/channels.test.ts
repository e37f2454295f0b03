import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../../src/aws/clients.ts';
import { DirectoryTableWriter } from '../../../src/aws/directory-writer.ts';
import { SendPacingTable } from '../../../src/aws/send-pacing-table.ts';
import { SecretsManagerTenantSecretStore } from '../../../src/aws/tenant-secret-store.ts';
import { auditPage } from '../../../src/contract/admin/audit.ts';
import {
  channelsPage,
  channelView,
  type SecretState,
  testOutcome,
} from '../../../src/contract/admin/channels.ts';
import { limits } from '../../../src/contract/limits.ts';
import { textMessage } from '../../support/cloud-api.ts';
import { type ProviderMood, startFakeProvider } from '../../support/fake-provider.ts';
import { type AdminAnswer, shareAdminApi } from '../../support/start-admin-api.ts';

const mood: { current: ProviderMood } = { current: () => 200 };
const provider = await startFakeProvider(mood);
afterAll(() => provider.stop());
const shared = shareAdminApi({ providerUrl: provider.url });

const admin = () => shared.api.as('admin');
const create = { 'if-none-match': '*' };
const match = ({ etag }: { etag: string }) => ({ 'if-match': etag });
const digits = () => String(Date.now()) + Math.floor(Math.random() * 1e6);

/** An account of a channel, as its file would hold it. */
const contents = {
  chatapp: () => ({ channel: 'chatapp', phone_number_id: digits(), base_url: `${provider.url}/cloud-api` }),
  'chatapp-360': () => ({ channel: 'chatapp-360', base_url: `${provider.url}/360dialog` }),
  contactcenter: () => ({
    channel: 'contactcenter',
    username: `user-${randomUUID()}`,
    allowed_networks: ['127.0.0.0/8', '::1/128'],
    base_url: `${provider.url}/contact-center`,
  }),
};

function account(channel: keyof typeof contents) {
  const id = `c-${randomUUID()}`;
  const path = `/channels/${channel}/${id}`;
  const content = { id, flow: 'support', ...contents[channel]() };
  return {
    id,
    path,
    content,
    make: () => admin()('PUT', path, { body: content, headers: create }),
    read: () => admin()('GET', path),
    async set(role: string, value: string): Promise<AdminAnswer> {
      const headers = match(await admin()('GET', path));
      return admin()('PUT', `${path}/secrets/${role}`, { body: { value }, headers });
    },
    async drop(what: string): Promise<AdminAnswer> {
      return admin()('DELETE', `${path}/secrets/${what}`, { headers: match(await admin()('GET', path)) });
    },
  };
}

const secretsOf = ({ body }: AdminAnswer) =>
  Object.fromEntries(
    channelView.parse(body).secrets.map(({ role, set, previous }: SecretState) => [role, [set, previous]]),
  );

const calls = {
  chatapp({ content }: ReturnType<typeof account>, secret: string) {
    const metadata = {
      display_phone_number: '1',
      phone_number_id: (content as unknown as { phone_number_id: string }).phone_number_id,
    };
    const value = {
      messaging_product: 'whatsapp',
      metadata,
      messages: [textMessage('491511', 'hello', randomUUID())],
    };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: 'waba', changes: [{ field: 'messages', value }] }],
    });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    return shared.api.post('/v1/webhooks/chatapp-a', body, { 'x-hub-signature-256': `sha256=${signature}` });
  },
  'chatapp-360'(_: ReturnType<typeof account>, key: string) {
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
    return shared.api.post('/v1/webhooks/chatapp-b', body, { 'd360-api-key': key });
  },
  contactcenter({ content }: ReturnType<typeof account>, password: string) {
    const { username } = content as unknown as { username: string };
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const body = { id: randomUUID(), channel: { from: { id: 'ada' } }, type: 'Text', text: 'hello' };
    return shared.api.post('/v1/webhooks/contactcenter', body, { authorization });
  },
};

/** A process that has looked at the tenant looks again two seconds later: it is asked twice at most. */
const eventually = { interval: limits.lookAgainMs + 100, timeout: 20_000 };

describe('an account', () => {
  it('is created, changed over the revision that was read, listed page by page and deleted with its credentials', async () => {
    const one = account('chatapp');
    const made = await one.make();
    expect([made.status, channelView.parse(made.body)]).toMatchObject([
      200,
      {
        account: { ...one.content, secrets: { app_secret: `chatapp:${one.id}:app_secret` } },
        webhookPath: '/v1/webhooks/chatapp-a',
        verifyToken: 'development-only-verify-token',
        waiting: 0,
        health: { lastAcceptedAt: null, lastRefused: null, sending: { state: 'open' } },
      },
    ]);
    expect(made.body.warnings.map(({ path }: { path: string }) => path)).toEqual([
      'secrets.app_secret',
      'secrets.sending_token',
    ]);
    expect((await one.make()).status).toBe(412);
    const changed = { ...one.content, idle_minutes: 7 };
    expect((await admin()('PUT', one.path, { body: changed })).status).toBe(428);
    const saved = await admin()('PUT', one.path, { body: changed, headers: match(made) });
    expect(saved.body.account.idle_minutes).toBe(7);
    const stale = await admin()('PUT', one.path, { body: one.content, headers: match(made) });
    expect([stale.status, stale.body.current.account.idle_minutes]).toEqual([412, 7]);

    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = channelsPage.parse(
        (await admin()('GET', `/channels?limit=2${cursor && `&cursor=${cursor}`}`)).body,
      );
      ids.push(...page.items.map(({ account: { channel, id } }) => `${channel}#${id}`));
      cursor = page.cursor;
    }
    expect(ids).toEqual(expect.arrayContaining([`chatapp#${one.id}`, 'chatapp#whatsapp']));
    expect(ids).toEqual([...new Set(ids)].sort());

    const set = await one.set('app_secret', 'a secret of this account');
    expect((await calls.chatapp(one, 'a secret of this account')).status).toBe(200);
    expect((await admin()('DELETE', one.path, { headers: match(saved) })).status).toBe(412);
    expect((await admin()('DELETE', one.path, { headers: match(set) })).status).toBe(204);
    expect((await one.read()).body.code).toBe('channel_not_found');
    // Made anew it has nothing of before.
    expect(secretsOf(await one.make()).app_secret).toEqual([false, false]);
  });

  it.each([
    [{ flow: 'none' }, 400, 'there is no published flow none'],
    [{ flow: null }, 400, 'must be'],
    [{ id: 'another' }, 400, 'as the address says'],
    [{ id: '🙂' }, 400, 'may hold letters'],
    [{ channel: 'webchat' }, 400, ''],
    [{ phone_number_id: '' }, 400, 'phone_number_id'],
    [{ phone_numer_id: '1' }, 400, 'did you mean'],
    [{ secrets: { app_secret: 'whatsapp_token' } }, 400, 'are named by the gateway'],
    // Globex's number: calls for the two could not be told apart.
    [{ phone_number_id: '208765432109876' }, 409, 'another account'],
  ])('%j is refused with a reason', async (wrong, status, said) => {
    const one = account('chatapp');
    const refused = await admin()('PUT', one.path, { body: { ...one.content, ...wrong }, headers: create });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([status, expect.stringContaining(said)]);
    expect((await one.read()).status).toBe(404);
  });

  it('of a missing channel, ID or tenant is 404', async () => {
    for (const path of ['/channels/webchat/x', '/channels/chatapp/%F0%9F%99%82', '/channels/__proto__/x']) {
      expect((await admin()('GET', path)).body.code).toBe('channel_not_found');
      expect((await admin()('DELETE', path, { headers: { 'if-match': '"x"' } })).status).toBe(404);
    }
    const elsewhere = await shared.api.as('super-admin')('GET', '/channels/chatapp-360/whatsapp-360', {
      headers: { 'x-tenant-id': 'globex' },
    });
    expect(elsewhere.body.code).toBe('channel_not_found');
  });
});

describe('a secret', () => {
  it.each([
    ['chatapp', 'app_secret'],
    ['chatapp-360', 'api_key'],
    ['contactcenter', 'password'],
  ] as const)('of %s is set, set anew with an overlap, and ended, without a gap', async (channel, role) => {
    const one = account(channel);
    await one.make();
    const [first, second] = [`first-${randomUUID()}`, `second-${randomUUID()}`];
    const call = async (secret: string) => (await calls[channel](one, secret)).status;
    const set = await one.set(role, first);
    expect([set.status, secretsOf(set)[role]]).toEqual([200, [true, false]]);
    expect(set.body.secrets[0]).toMatchObject({ role, by: { email: 'admin@acme.example' } });
    await expect.poll(() => call(first), eventually).toBe(200);
    const anew = await one.set(role, second);
    expect(secretsOf(anew)[role]).toEqual([true, true]);
    // After a few wrong passwords each further one costs a wait.
    await expect.poll(() => call(first), eventually).toBe(200);
    await expect.poll(() => call(second), eventually).toBe(200);
    await expect.poll(() => call('another'), eventually).toBe(401);
    // Whoever has not heard the answer asks again: that is no rotation.
    expect(secretsOf(await one.set(role, second))[role]).toEqual([true, true]);
    await expect.poll(() => call(first), eventually).toBe(200);
    const ended = await one.drop(`${role}/previous`);
    expect([ended.status, secretsOf(ended)[role]]).toEqual([200, [true, false]]);
    const gone = await one.drop(role);
    expect([gone.status, secretsOf(gone)[role]]).toEqual([200, [false, false]]);
    const { verifying, sending } = await stored();
    expect(JSON.stringify([verifying, sending])).not.toMatch(new RegExp(`${first}|${second}`));
  });

  const stored = () => {
    const { secrets } = createAwsClients(shared.api.env);
    const prefix = shared.api.env.TENANT_SECRET_PREFIX ?? '';
    return new SecretsManagerTenantSecretStore(secrets, prefix).read('acme');
  };

  it("for sending is kept apart from those that verify, and can't be pointed elsewhere", async () => {
    const one = account('contactcenter');
    await one.make();
    await one.set('password', 'a password of it');
    const token = `token-${randomUUID()}`;
    await one.set('sending_token', 'the token before');
    const set = await one.set('sending_token', token);
    expect(secretsOf(set).sending_token).toEqual([true, false]);
    const { verifying, sending } = await stored();
    expect(Object.values(sending)).toContain(token);
    expect(Object.values(verifying)).toContain('a password of it');
    expect(JSON.stringify(verifying)).not.toContain('token');
    expect(JSON.stringify(sending)).not.toMatch(/the token before|a password of it/);
    const body = { ...one.content, base_url: 'https://elsewhere.example' };
    const refused = await admin()('PUT', one.path, { body, headers: match(set) });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'base_url']);
    const dropped = await one.drop('sending_token');
    expect(dropped.body.account.secrets).not.toHaveProperty('sending_token');
    expect((await admin()('PUT', one.path, { body, headers: match(dropped) })).status).toBe(200);
  });

  it('is set once by two admins at once, and no other secret of the tenant is lost meanwhile', async () => {
    const accounts = [account('contactcenter'), account('contactcenter'), account('contactcenter')];
    for (const one of accounts) await one.make();
    const [first] = accounts;
    const headers = match((await first?.read()) ?? { etag: '' });
    const values = ['one of them', 'the other one'];
    const answers = await Promise.all(
      values.map((value) => admin()('PUT', `${first?.path}/secrets/password`, { body: { value }, headers })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const many = await Promise.all(accounts.flatMap((one) => [one.set('sending_token', `token-${one.id}`)]));
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { sending } = await stored();
    for (const { id } of accounts) expect(Object.values(sending)).toContain(`token-${id}`);
  });

  it.each([
    [{}, 'is missing'],
    [{ value: null }, 'must be'],
    [{ value: '' }, 'must not be empty'],
    [{ value: ' padded' }, 'must not begin or end'],
    [{ value: 'two\nlines' }, 'must not begin or end'],
    [{ value: 'x'.repeat(5000) }, 'at most'],
    [{ value: 'emoji 🙂' }, 'ASCII'],
    [{ value: 'x', vlaue: 'y' }, 'there is no'],
  ])('%j is not valid', async (body, said) => {
    const path = '/channels/chatapp/whatsapp';
    const headers = match(await admin()('GET', path));
    const refused = await admin()('PUT', `${path}/secrets/sending_token`, { body, headers });
    expect([refused.status, JSON.stringify(refused.body.errors)]).toEqual([
      400,
      expect.stringContaining(said),
    ]);
  });

  it('is written over the revision that was read, for a role that the channel has', async () => {
    const path = '/channels/chatapp/whatsapp';
    const body = { value: 'a value' };
    expect((await admin()('PUT', `${path}/secrets/app_secret`, { body })).status).toBe(428);
    const stale = await admin()('PUT', `${path}/secrets/app_secret`, {
      body,
      headers: { 'if-match': '"x"' },
    });
    expect([stale.status, stale.body.current.account.id]).toEqual([412, 'whatsapp']);
    const headers = match(await admin()('GET', path));
    const none = await admin()('PUT', `${path}/secrets/password`, { body, headers });
    expect([none.status, none.body.code]).toEqual([404, 'secret_not_found']);
  });

  it('stays unchanged when files are applied, unless they are to overwrite it', async () => {
    const path = '/channels/contactcenter/contact-center';
    const body = { value: 'set in the console' };
    const { etag } = await admin()('GET', path);
    const headers = { 'if-match': etag };
    expect((await admin()('PUT', `${path}/secrets/password`, { body, headers })).status).toBe(200);
    const { clients, env, tenants } = shared.api;
    const names = { tablePrefix: `${env.TABLE_PREFIX}`, secretPrefix: `${env.TENANT_SECRET_PREFIX}` };
    const writer = new DirectoryTableWriter(clients, names, { rewriteFlows: true });
    const [folder] = tenants.filter(({ tenant }) => tenant.id === 'acme');
    if (!folder) throw new Error('no acme');
    await writer.apply(folder);
    expect((await stored()).verifying.contact_center_password).toBe('set in the console');
    expect((await admin()('GET', path)).body.secrets[0]).toMatchObject({
      previous: true,
      by: expect.anything(),
    });
    await writer.apply(folder, { overwrite: true });
    const { verifying } = await stored();
    expect(verifying.contact_center_password).toBe(folder.secrets.contact_center_password);
    expect((await admin()('GET', path)).body.secrets[0]).toMatchObject({ set: true, by: null });
  });

  it('has its audit entries, which do not reveal it', async () => {
    const one = account('contactcenter');
    await one.make();
    await one.set('password', 'never told');
    await one.set('password', 'nor this');
    await one.drop('password/previous');
    await one.drop('password');
    const { body } = await admin()('GET', `/audit?resource=channel:contactcenter/${one.id}`);
    expect(auditPage.parse(body).items.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'channel.delete-secret done',
      'channel.end-overlap done',
      'channel.set-secret done',
      'channel.set-secret done',
      'channel.save done',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/never told|nor this/);
  });
});

describe('the health of an account', () => {
  it('shows when calls were last accepted, and rejected and why', async () => {
    const one = account('contactcenter');
    await one.make();
    await one.set('password', 'the right one');
    await expect
      .poll(async () => (await calls.contactcenter(one, 'the right one')).status, eventually)
      .toBe(200);
    expect((await calls.contactcenter(one, 'a wrong one')).status).toBe(401);
    const { health } = channelView.parse((await one.read()).body);
    expect(health.lastAcceptedAt).toEqual(expect.any(String));
    expect(health.lastRefused).toMatchObject({ reason: 'invalid_credentials' });
    const listed = channelsPage.parse((await admin()('GET', '/channels?limit=100')).body).items;
    expect(listed.find((each) => each.account.id === one.id)?.health).toEqual(health);
  });

  it('shows that sending is paused, until it is resumed', async () => {
    const one = account('chatapp');
    await one.make();
    const pacing = new SendPacingTable(
      createAwsClients(shared.api.env).dynamodb,
      shared.api.env.TABLE_PREFIX ?? '',
      Date.now,
    );
    const ref = { tenantId: 'acme', channel: 'chatapp', accountId: one.id };
    const untilMs = Date.now() + 60_000;
    await pacing.block(ref, { untilMs, reason: 'invalid_sending_token', held: true, failures: 1 });
    expect((await one.read()).body.health.sending).toEqual({
      state: 'held',
      reason: 'invalid_sending_token',
      until: new Date(untilMs).toISOString(),
    });
    const resumed = await admin()('POST', `${one.path}/resume`);
    expect([resumed.status, channelView.parse(resumed.body).health.sending.state]).toEqual([200, 'open']);
    expect((await admin()('POST', '/channels/chatapp/none/resume')).status).toBe(404);
  });
});

describe('a test message', () => {
  const path = '/channels/chatapp/whatsapp/test-message';

  it('is sent by the provider of the account, which may reject it', async () => {
    const before = provider.sends.length;
    const sent = await admin()('POST', path, { body: { to: '491510000001' } });
    expect([sent.status, testOutcome.parse(sent.body).outcome]).toEqual([200, 'sent']);
    expect(provider.sends.slice(before).map(({ to }) => to)).toEqual(['491510000001']);
    mood.current = () => 401;
    const refused = await admin()('POST', path, { body: { to: '491510000001', text: 'Hello?' } });
    mood.current = () => 200;
    expect([refused.status, testOutcome.parse(refused.body)]).toEqual([
      200,
      { outcome: 'refused', reason: expect.any(String), providerMessageId: null },
    ]);
    const { body } = await admin()('GET', '/audit?action=channel.test-message&limit=1');
    expect(body.items[0]).toMatchObject({ resource: { kind: 'channel', id: 'chatapp/whatsapp' } });
    expect(JSON.stringify(body)).not.toContain('491510000001');
  });

  it('is sent once for one idempotency key', async () => {
    const before = provider.sends.length;
    const asked = { body: { to: '491510000002' }, headers: { 'idempotency-key': randomUUID() } };
    const answers = [await admin()('POST', path, asked), await admin()('POST', path, asked)];
    expect(answers.map(({ body }) => body.outcome)).toEqual(['sent', 'sent']);
    expect(provider.sends.length).toBe(before + 1);
  });

  it("can't be sent by an account without a token, nor without a recipient", async () => {
    const one = account('chatapp');
    await one.make();
    const refused = await admin()('POST', `${one.path}/test-message`, { body: { to: '4915' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'channel_incomplete']);
    for (const body of [{}, { to: '' }, { to: null }, { to: 'x', text: '' }, { to: 'a\nb' }])
      expect((await admin()('POST', path, { body })).status).toBe(400);
  });
});

describe('the credential of an account', () => {
  it('belongs to one account: another is refused the same key', async () => {
    const [one, other] = [account('chatapp-360'), account('chatapp-360')];
    await one.make();
    await other.make();
    const key = `key-${randomUUID()}`;
    expect((await one.set('api_key', key)).status).toBe(200);
    const refused = await other.set('api_key', key);
    expect([refused.status, refused.body.code]).toEqual([409, 'credential_taken']);
  });

  it("is useless from an address outside the contact center's networks", async () => {
    const one = account('contactcenter');
    Object.assign(one.content, { allowed_networks: ['192.0.2.0/24'] });
    await one.make();
    await one.set('password', 'a password of theirs');
    const refused = async () => {
      const answer = await calls.contactcenter(one, 'a password of theirs');
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    await expect.poll(refused, eventually).toEqual([403, 'address_not_allowed']);
  });
});
