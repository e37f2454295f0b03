import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { SecretsManagerTenantSecretStore } from '../../src/aws/tenant-secret-store.ts';
import { limits } from '../../src/contract/limits.ts';
import { type CapturedLines, captureLines } from '../support/captured-lines.ts';
import { cloudApiBody, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { type AdminApi, startAdminApi } from '../support/start-admin-api.ts';
import { storedItems } from '../support/stored-items.ts';
import { foundIn } from '../support/visitor-marks.ts';

const mood: { current: ProviderMood } = { current: () => 200 };
let api: AdminApi;

/** Everything begins after the lines are captured: functions look once how much to log. */
async function start(): Promise<CapturedLines> {
  const lines = captureLines();
  onTestFinished(() => lines.stop());
  const provider = await startFakeProvider(mood);
  onTestFinished(() => provider.stop());
  api = await startAdminApi({ providerUrl: provider.url, createHandler: (env) => createHandler(env) });
  onTestFinished(() => api.stop());
  return lines;
}

/** Each encoding writes it in its own way. */
const secret = () => `mark-${randomBytes(12).toString('hex')}/+?&=%`;
const roles = {
  'channels/chatapp/whatsapp': ['app_secret', 'sending_token'],
  'channels/chatapp-360/whatsapp-360': ['api_key', 'hmac_secret', 'sending_token'],
  'channels/contactcenter/contact-center': ['password', 'sending_token'],
  'widgets/acme-app': ['signing_secret', 'identity_secret'],
} as const;
const answers: string[] = [];

async function call(method: string, path: string, options: { body?: unknown; etag?: string } = {}) {
  const { etag, ...rest } = options;
  const headers = {
    ...(etag !== undefined && { 'if-match': etag }),
    ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
  };
  const answer = await api.as('admin')(method, path, { ...rest, headers });
  answers.push(JSON.stringify([answer.body, ...answer.headers]));
  return answer;
}

/** Sets a secret twice, is refused in between, and tries what is no secret. */
async function setTwice(
  path: string,
  role: string,
): Promise<{ readonly set: string[]; readonly refused: string[] }> {
  const at = `${path}/secrets/${role}`;
  const [first, second, stale, malformed] = [secret(), secret(), secret(), secret()];
  const { etag } = await call('GET', path);
  const set = await call('PUT', at, { body: { value: first }, etag });
  expect(set.status).toBe(200);
  expect((await call('PUT', at, { body: { value: stale }, etag })).status).toBe(412);
  expect((await call('PUT', at, { body: { value: `${malformed} ` }, etag: set.etag })).status).toBe(400);
  expect((await call('PUT', at, { body: { valeu: malformed }, etag: set.etag })).status).toBe(400);
  expect((await call('PUT', at, { body: { value: second }, etag: set.etag })).status).toBe(200);
  return { set: [first, second], refused: [stale, malformed] };
}

it('a secret set over the API is in the secret store and nowhere else, whatever is done with it', async () => {
  const lines = await start();
  const all: Record<string, { readonly set: string[]; readonly refused: string[] }> = {};
  for (const [account, names] of Object.entries(roles))
    for (const role of names) all[`${account}/${role}`] = await setTwice(`/${account}`, role);
  const current = (name: string) => all[name]?.set.at(-1) ?? '';

  // Taken, refused, answered, refused by the provider, tested, asked about.
  const bodyOf = (id: string) => cloudApiBody({ messages: [textMessage('4915110000042', 'hello', id)] });
  const body = bodyOf('first');
  const sign = (key: string, of = body) => `sha256=${createHmac('sha256', key).update(of).digest('hex')}`;
  const signedA = (key: string, of = body) =>
    api.post('/v1/webhooks/chatapp-a', of, { 'x-hub-signature-256': sign(key, of) });
  const eventually = { interval: limits.lookAgainMs + 100, timeout: 20_000 };
  await expect
    .poll(async () => (await signedA(current('channels/chatapp/whatsapp/app_secret'))).status, eventually)
    .toBe(200);
  expect((await signedA('a guess')).status).toBe(401);
  const basic = Buffer.from(
    `acme-contact-center:${current('channels/contactcenter/contact-center/password')}`,
  );
  const center = { id: randomUUID(), channel: { from: { id: 'ada' } }, type: 'Text', text: 'hello' };
  const authorization = `Basic ${basic.toString('base64')}`;
  expect((await api.post('/v1/webhooks/contactcenter', center, { authorization })).status).toBe(200);
  const d360 = {
    'd360-api-key': current('channels/chatapp-360/whatsapp-360/api_key'),
    'x-hub-signature-256': sign(current('channels/chatapp-360/whatsapp-360/hmac_secret')),
  };
  expect((await api.post('/v1/webhooks/chatapp-b', body, d360)).status).toBe(200);
  const typed = JSON.stringify({ text: 'hello', attachments: [], user: { id: 'visitor' } });
  const session = randomUUID();
  const write = (key: string) =>
    api.post('/v1/webchat/messages', typed, signedHeaders({ body: typed, session, secret: key }));
  await expect
    .poll(async () => (await write(current('widgets/acme-app/signing_secret'))).status, eventually)
    .toBe(200);
  expect((await write('a guess')).status).toBe(401);
  mood.current = () => 401;
  await api.drain();
  for (const account of Object.keys(roles)) {
    await call('GET', `/${account}`);
    if (account.startsWith('widgets/')) continue;
    await call('POST', `/${account}/test-message`, { body: { to: '4915110000042' } });
    await call('POST', `/${account}/resume`);
  }
  mood.current = () => 200;
  await call('GET', '/channels');
  await call('GET', '/widgets');
  await call('GET', '/audit?limit=100');
  for (const { item } of await storedItems(api)) {
    const conversationId = /^acme#([^#]+)$/.exec(String(item.pk))?.[1];
    if (conversationId === undefined || item.lastMessageId === undefined) continue;
    const { body: said } = await call('GET', `/conversations/${conversationId}/messages`);
    for (const { id } of said.items)
      await call('GET', `/conversations/${conversationId}/messages/${id}/trace`);
  }

  const { verifying, sending } = await new SecretsManagerTenantSecretStore(
    api.clients.secrets,
    api.env.TENANT_SECRET_PREFIX ?? '',
  ).read('acme');
  for (const [name, { set }] of Object.entries(all)) {
    const [first, second] = set;
    const [mine, others] = name.endsWith('sending_token') ? [sending, verifying] : [verifying, sending];
    expect(Object.values(mine), name).toContain(second);
    expect(Object.values(mine).includes(first ?? ''), name).toBe(!name.endsWith('sending_token'));
    expect(foundIn(JSON.stringify(others), set), name).toEqual([]);
  }
  const secrets = Object.values(all).flatMap(({ set, refused }) => [...set, ...refused]);
  expect(secrets).toHaveLength(36);
  // Something lies on each queue that such calls fill.
  await signedA(current('channels/chatapp/whatsapp/app_secret'), bodyOf('last'));
  const { waiting, ...urls } = api.queues;
  const places = {
    tables: JSON.stringify((await storedItems(api)).map(({ item }) => item)),
    queues: Object.values(urls)
      .flatMap((url) => waiting(url))
      .join('\n'),
    events: JSON.stringify(api.bus.events),
    logs: lines.text(),
    answers: answers.join('\n'),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(0);
    expect(foundIn(text, secrets), place).toEqual([]);
  }
  expect(places.logs).toContain('invalid_sending_token');
});
