import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { createService } from '../../src/lambda/create-service.ts';
import { type Simulator, startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { poll, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { type AdminApi, startAdminApi } from '../support/start-admin-api.ts';
import { storedItems } from '../support/stored-items.ts';
import { type WatchedCalls, watchCalls } from '../support/watched-calls.ts';

const watched = watchCalls();
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let api: AdminApi;
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ nowMs });
  api = await startAdminApi({
    providerUrl: simulator.url,
    createHandler: (env) => createHandler(env, { nowMs }),
    own: {
      service: (env) =>
        createService(env, {
          nowMs,
          clients: createAwsClients(env, watched.requestHandler),
        }) as GatewayHandler,
    },
  });
  simulator.connect(api);
});
afterAll(async () => {
  await api.stop();
  await simulator.stop();
});

type Body = Record<string, unknown>;

async function makeKey(capabilities: readonly string[], more: Body = {}, tenantId?: string) {
  const { status, body } = await api.as('super-admin')('POST', '/service-keys', {
    body: { name: 'Helpdesk', capabilities, ...more },
    ...(tenantId && { headers: { 'x-tenant-id': tenantId } }),
  });
  expect(status).toBe(201);
  return body as { id: string; key: string };
}

/** A system that calls the API with a key. */
function systemWith(key: string | null, tenantId?: string) {
  return async (
    method: 'GET' | 'POST',
    path: string,
    {
      body,
      ifMatch,
      idempotencyKey = randomUUID(),
    }: { body?: Body; ifMatch?: string; idempotencyKey?: string } = {},
  ) => {
    const response = await fetch(`${api.url}/v1/service${path}`, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(tenantId !== undefined && { 'x-tenant-id': tenantId }),
        ...(body && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? undefined,
      headers: response.headers,
      // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
      body: (text === '' ? null : JSON.parse(text)) as any,
    };
  };
}

const everything = ['conversations:read', 'conversations:answer', 'messages:send'];

/** A visitor of the web chat who was handed over. */
async function visitor() {
  const session = randomUUID();
  const { conversationId } = await (await say(api, session, 'agent')).json();
  return {
    session,
    conversationId: String(conversationId),
    read: () => poll(api, session, conversationId, { wait: '0' }),
  };
}

describe('case 26: a service key', () => {
  it('of tenant A with x-tenant-id B is 403, a user’s access token 401, without the capability 403, revoked 401 after 61 s', async () => {
    const { id, key } = await makeKey(['conversations:read']);
    const list = (system: ReturnType<typeof systemWith>) => system('GET', '/handoffs');
    expect((await list(systemWith(key))).status).toBe(200);
    expect((await list(systemWith(key, 'acme'))).status).toBe(200);
    const other = await list(systemWith(key, 'globex'));
    expect([other.status, other.body.code]).toEqual([403, 'other_tenant']);
    const user = await list(systemWith(api.tokenOf('admin')));
    expect([user.status, user.body.code]).toEqual([401, 'invalid_service_key']);
    expect(user.headers.get('www-authenticate')).toContain('Bearer');
    const lacking = await systemWith(key)('POST', '/messages', { body: {} });
    expect([lacking.status, lacking.body.code]).toEqual([403, 'not_allowed']);
    expect((await api.as('admin')('DELETE', `/service-keys/${id}`)).status).toBe(204);
    clock.aheadMs += 61_000;
    const revoked = await list(systemWith(key));
    expect([revoked.status, revoked.body.code]).toEqual([401, 'invalid_service_key']);
  });

  it.each([
    ['no key', null],
    ['another word', 'Bearer'],
    ['half a key', 'mgw_abc_def'],
    ['an unknown id', `mgw_${'a'.repeat(16)}_${'A'.repeat(43)}`],
  ])('that is %s is 401 before the body is read', async (_, key) => {
    const { status, body } = await systemWith(key)('POST', '/messages', { body: { not: 'read' } });
    expect([status, body.code]).toEqual([401, 'invalid_service_key']);
  });

  it('with a wrong end is 401, and so is an expired one', async () => {
    const { key } = await makeKey(everything, { expiresAt: new Date(nowMs() + 60_000).toISOString() });
    const wrong = `${key.slice(0, -2)}${key.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await systemWith(wrong)('GET', '/handoffs')).status).toBe(401);
    expect((await systemWith(key)('GET', '/handoffs')).status).toBe(200);
    clock.aheadMs += 60_001;
    expect((await systemWith(key)('GET', '/handoffs')).status).toBe(401);
  });

  it('sees nothing of another tenant', async () => {
    const { conversationId } = await visitor();
    const { key } = await makeKey(everything, {}, 'globex');
    const system = systemWith(key);
    expect((await system('GET', `/conversations/${conversationId}/messages`)).status).toBe(404);
    const take = await system('POST', `/conversations/${conversationId}/handoff/take`, {
      body: { takeOver: true },
    });
    expect([take.status, take.body.code]).toEqual([404, 'conversation_not_found']);
    const send = { to: { conversationId }, text: 'hi' };
    expect((await system('POST', '/messages', { body: send })).status).toBe(404);
    expect((await system('GET', '/handoffs?state=waiting')).body.items).toEqual([]);
  });

  it('is shown once, kept as a hash and listed with its last use', async () => {
    const idempotent = { 'idempotency-key': randomUUID() };
    const body = { name: 'Shop', capabilities: ['conversations:read'] };
    const first = await api.as('admin')('POST', '/service-keys', { body, headers: idempotent });
    const again = await api.as('admin')('POST', '/service-keys', { body, headers: idempotent });
    const { id, key } = first.body;
    expect(again.body).toEqual({ ...first.body, key: null });
    const items = await storedItems(api);
    expect(JSON.stringify(items)).toContain(id);
    expect(JSON.stringify(items)).not.toContain(key.slice(key.lastIndexOf('_', 21) + 1));
    expect((await systemWith(key)('GET', '/handoffs?limit=1')).status).toBe(200);
    const { items: listed } = (await api.as('admin')('GET', '/service-keys?limit=100')).body;
    const own = listed.find((one: { id: string }) => one.id === id);
    expect(own).toMatchObject({ name: 'Shop', expiresAt: null, by: { email: 'admin@acme.example' } });
    expect(Date.parse(own.lastUsedAt)).toBeGreaterThan(nowMs() - 60_000);
    expect(JSON.stringify(listed)).not.toContain('hash');
  });

  it.each([
    [{ name: '', capabilities: ['conversations:read'] }, 'name'],
    [{ name: 'x', capabilities: [] }, 'capabilities'],
    [{ name: 'x', capabilities: ['flows:edit'] }, 'capabilities.0'],
    [{ name: 'x', capabilities: ['messages:send'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', capabilities: ['messages:send'], expires: 'never' }, 'expires'],
  ])("can't be created from %j", async (body, path) => {
    const answer = await api.as('admin')('POST', '/service-keys', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
  });

  it('that does not exist is 404 when it is revoked', async () => {
    const { status, body } = await api.as('admin')('DELETE', '/service-keys/none');
    expect([status, body.code]).toEqual([404, 'service_key_not_found']);
  });
});

describe('a system with a key', () => {
  it("takes, answers in the name of its agents, and returns; users outside of it can't", async () => {
    const { conversationId, read } = await visitor();
    const [{ id, key }, stranger] = [await makeKey(everything), await makeKey(everything)];
    const system = systemWith(key);
    const path = `/conversations/${conversationId}`;
    const waiting = (await system('GET', '/handoffs?state=waiting&limit=100')).body.items;
    expect(waiting.map((row: { conversationId: string }) => row.conversationId)).toContain(conversationId);
    const before = await system('GET', `${path}/handoff`);
    const take = {
      body: { agent: { id: 'u1', name: 'Dora' } },
      ...(before.etag && { ifMatch: before.etag }),
    };
    const taken = await system('POST', `${path}/handoff/take`, take);
    expect(taken.body.handoff.owner).toEqual({ kind: 'service', id: `${id}:u1`, name: 'Dora' });
    const other = await systemWith(stranger.key)('POST', `${path}/handoff/reply`, {
      body: { text: 'mine' },
      ...(taken.etag && { ifMatch: taken.etag }),
    });
    expect([other.status, other.body.code]).toEqual([403, 'not_owner']);
    const reply = {
      body: { text: 'Hello.', agent: { id: 'u2', name: 'Emil' } },
      idempotencyKey: randomUUID(),
      ...(taken.etag && { ifMatch: taken.etag }),
    };
    const said = await system('POST', `${path}/handoff/reply`, reply);
    const again = await system('POST', `${path}/handoff/reply`, reply);
    expect([said.status, again.status]).toEqual([201, 201]);
    expect(again.body.message.id).toBe(said.body.message.id);
    expect((await system('GET', '/handoffs?state=mine')).body.items).toHaveLength(1);
    const all = (await api.as('editor')('GET', '/handoffs?state=taken&limit=100')).body.items;
    expect(all.map((row: { conversationId: string }) => row.conversationId)).toContain(conversationId);
    const messages = (await system('GET', `${path}/messages`)).body.items;
    expect(messages.at(-1)).toMatchObject({ author: 'agent', text: 'Hello.', agent: { name: 'Emil' } });
    expect(JSON.stringify(await read())).not.toContain(id);
    const ended = await system('POST', `${path}/handoff/close`, {
      body: { text: 'Bye.' },
      ...(said.etag && { ifMatch: said.etag }),
    });
    expect([ended.status, ended.body]).toEqual([200, { handoff: null }]);
    const { items } = (await api.as('admin')('GET', `/audit?resource=conversation:${conversationId}`)).body;
    expect(items.map(({ action }: { action: string }) => action).sort()).toEqual([
      'handoff.close',
      'handoff.take',
    ]);
    expect(items[0].who).toMatchObject({ role: 'service', tenantId: 'acme' });
    const taker = api.bus.events.find(
      (event) =>
        event['detail-type'] === 'Conversation.HandoffTaken' &&
        event.detail.conversationId === conversationId,
    )?.detail.data;
    expect(taker).toMatchObject({ by: { kind: 'service', id: `${id}:u1`, name: 'Dora' } });
  });

  it('sends all that an agent can send, in the name of its agents', async () => {
    const agent = { id: 'u1', name: 'Dora' };
    const { key } = await makeKey(everything);
    const system = systemWith(key);
    const body = { name: 'Greeting', text: 'Hello {{ user.firstName }}.' };
    const { body: saved } = await api.as('admin')('POST', '/texts', { body });
    const { conversationId } = await visitor();
    const path = `/conversations/${conversationId}`;
    let etag: string | undefined;
    const tell = async (expected: number, deed: string, body: Body) => {
      const matched = deed === 'note' || deed === 'typing' || deed === 'files' ? undefined : etag;
      const answer = await system('POST', `${path}/handoff/${deed}`, {
        body: { ...body, agent },
        ...(matched !== undefined && { ifMatch: matched }),
      });
      expect([deed, answer.status, answer.body?.errors ?? answer.body?.detail]).toEqual([
        deed,
        expected,
        undefined,
      ]);
      etag = answer.etag ?? etag;
      return answer;
    };
    etag = (await system('GET', `${path}/handoff`)).etag;
    await tell(200, 'take', { takeOver: true });
    await tell(204, 'typing', { on: true, seen: true });
    const choices = [{ label: 'Yes', value: 'yes' }];
    await tell(201, 'reply', { text: 'Shall I?', choices, seenSeq: 1 });
    await tell(201, 'reply', { canned: { id: saved.id, variables: { 'user.firstName': 'Ada' } } });
    await tell(201, 'note', { text: 'A regular.', mention: ['u2'] });
    await tell(201, 'files', { filename: 'a.png', mimeType: 'image/png', sizeBytes: 10 });
    await tell(200, 'assign', { to: { queue: 'default' }, note: 'Yours.' });
    const waiting = await system('GET', '/handoffs?state=waiting&queue=default&limit=1');
    expect(waiting.body.items).toHaveLength(1);
    await tell(200, 'take', { takeOver: true });
    await tell(200, 'return', { stepId: 'menu', variables: { order: 'A-17' } });
    const first = (await system('GET', `${path}/messages?limit=1`)).body;
    const { items } = (await system('GET', `${path}/messages?after=${first.items[0].id}`)).body;
    expect(items.map(({ text }: { text: string }) => text)).toContain('Hello Ada.');
    const sent = await system('POST', '/messages', {
      body: { to: { conversationId }, text: 'Hi', choices, agent },
    });
    expect(sent.status).toBe(201);
    const other = await visitor();
    const close = { disposition: 'sold', survey: false, agent };
    const handoff = `/conversations/${other.conversationId}/handoff`;
    const taken = await system('POST', `${handoff}/take`, { body: { takeOver: true, agent } });
    const ended = await system('POST', `${handoff}/close`, {
      body: close,
      ...(taken.etag && { ifMatch: taken.etag }),
    });
    expect(ended.status).toBe(200);
  });

  it("is refused with a reason what can't be sent", async () => {
    const { key } = await makeKey(everything);
    const system = systemWith(key);
    const handoff = `/conversations/${(await visitor()).conversationId}/handoff`;
    const { etag } = await system('POST', `${handoff}/take`, { body: { takeOver: true } });
    const long = { text: 'x'.repeat(4097) };
    const program = { filename: 'a.exe', mimeType: 'application/x-msdownload', sizeBytes: 1 };
    for (const [deed, body, code] of [
      ['reply', long, 'text_too_long'],
      ['note', long, 'text_too_long'],
      ['return', { stepId: 'no-such-step' }, 'unknown_step'],
      ['close', long, 'text_too_long'],
      ['files', program, 'file_type_not_allowed'],
    ] as const) {
      const isMatched = deed !== 'note' && deed !== 'files' && etag !== undefined;
      const refused = await system('POST', `${handoff}/${deed}`, {
        body,
        ...(isMatched && { ifMatch: etag }),
      });
      expect([deed, refused.status, refused.body.code]).toEqual([deed, 422, code]);
    }
  });

  it("answers a chat app's user with a template", async () => {
    const userId = `49154${Math.floor(Math.random() * 1e8)}`;
    await simulator.say('acme/whatsapp', userId, 'agent');
    await api.drain();
    const of = api.bus.events.find(
      ({ detail }) => (detail.data as { user?: { id?: string } }).user?.id === userId,
    );
    const { key } = await makeKey(everything);
    const handoff = `/conversations/${of?.detail.conversationId}/handoff`;
    const taken = await systemWith(key)('POST', `${handoff}/take`, { body: { takeOver: true } });
    const template = { name: 'order_update', language: 'de', body: { name: 'Ada', order: 'A-17' } };
    const said = await systemWith(key)('POST', `${handoff}/reply`, {
      body: { template },
      ...(taken.etag !== undefined && { ifMatch: taken.etag }),
    });
    expect([said.status, said.body.message.template.name]).toEqual([201, 'order_update']);
  });

  it('sends a message in a conversation that an agent has, without taking it, once for each key', async () => {
    const { conversationId, read } = await visitor();
    const taken = await api.as('editor')('POST', `/conversations/${conversationId}/handoff/take`, {
      body: { takeOver: true },
      headers: { 'idempotency-key': randomUUID() },
    });
    const { key } = await makeKey(['messages:send']);
    const message = {
      body: { to: { conversationId }, text: 'Your order has left.' },
      idempotencyKey: randomUUID(),
    };
    const [first, again] = [
      await systemWith(key)('POST', '/messages', message),
      await systemWith(key)('POST', '/messages', message),
    ];
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ conversationId, delivery: 'stored', message: { author: 'bot' } });
    expect(again.body).toEqual(first.body);
    const texts = (await read()).messages.map(({ text }: { text: string }) => text);
    expect(texts.filter((text: string) => text === 'Your order has left.')).toHaveLength(1);
    const now = await api.as('editor')('GET', `/conversations/${conversationId}/handoff`);
    expect(now.etag).toBe(taken.etag);
  });

  it('reaches a user who has never written by a template, and finds the same conversation when they answer', async () => {
    const { key } = await makeKey(['messages:send', 'conversations:read']);
    const system = systemWith(key);
    const userId = `49153${Math.floor(Math.random() * 1e8)}`;
    const to = { channel: 'chatapp', accountId: 'whatsapp', userId: `+${userId}` };
    const template = { name: 'order_update', language: 'de', body: { name: 'Ada', order: 'A-17' } };
    const refused = await system('POST', '/messages', {
      body: { to, template: { ...template, body: { name: 'Ada' } } },
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_template']);
    // As docs/service-keys.md has it.
    const filled = { header: { text: 'A-17' }, buttons: [{ index: 0, value: 'a17' }] };
    const whole = await system('POST', '/messages', {
      body: { to: { ...to, userId: '4915110000098' }, template: { ...template, ...filled, language: 'en' } },
    });
    expect([whole.status, whole.body.message.template.buttons]).toEqual([
      201,
      [{ index: 0, kind: 'url', value: 'a17' }],
    ]);
    const sent = await system('POST', '/messages', { body: { to, template } });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      delivery: 'queued',
      message: { text: 'Hallo Ada, Ihre Bestellung A-17 ist unterwegs.' },
    });
    await api.drain();
    await simulator.settled();
    expect(simulator.sent(userId).map(({ body }) => body)).toMatchObject([{ type: 'template', to: userId }]);
    await simulator.say('acme/whatsapp', userId, 'thanks');
    await api.drain();
    const { items } = (await system('GET', `/conversations/${sent.body.conversationId}/messages`)).body;
    expect(
      items.map(({ author, text }: { author: string; text: string }) => [author, text]).slice(0, 2),
    ).toEqual([
      ['bot', 'Hallo Ada, Ihre Bestellung A-17 ist unterwegs.'],
      ['user', 'thanks'],
    ]);
    expect(items.length).toBeGreaterThan(2);
    // Now the window is open.
    const text = await system('POST', '/messages', { body: { to, text: 'It is there at noon.' } });
    expect([text.status, text.body.conversationId]).toEqual([201, sent.body.conversationId]);
    clock.aheadMs += 25 * 60 * 60_000;
    const late = await system('POST', '/messages', { body: { to, text: 'Was it?' } });
    expect([late.status, late.body.code]).toEqual([409, 'window_closed']);
  });

  it('writes within a day of the latest message, whatever order they come in and whichever clock is wrong', async () => {
    const { key } = await makeKey(['messages:send']);
    const userId = `49158${Math.floor(Math.random() * 1e8)}`;
    const to = { channel: 'chatapp', accountId: 'whatsapp', userId };
    const says = async (agoS: number) => {
      const atS = Math.floor((Date.now() + clock.aheadMs) / 1000) - agoS;
      const messages = [textMessage(userId, 'hello', undefined, atS)];
      expect((await postCloudApi(api, cloudApiBody({ messages }))).status).toBe(200);
      await api.drain();
    };
    const write = async () =>
      (await systemWith(key)('POST', '/messages', { body: { to, text: 'hi' } })).status;
    await says(30);
    await says(25 * 60 * 60);
    expect(await write()).toBe(201);
    await says(-400 * 24 * 60 * 60);
    clock.aheadMs += 25 * 60 * 60_000;
    expect(await write()).toBe(409);
  });

  it.each([
    [
      'Brazil',
      `55319${Math.floor(Math.random() * 8e7) + 1e7}`,
      (number: string) => number.replace(/^(5531)9/, '$1'),
    ],
    [
      'Mexico',
      `5255${Math.floor(Math.random() * 8e7) + 1e7}`,
      (number: string) => number.replace(/^52/, '521'),
    ],
  ])(
    'has one conversation with a user in %s, whom WhatsApp knows by another number',
    async (_, number, waIdOf) => {
      const { key } = await makeKey(['messages:send', 'conversations:read']);
      const system = systemWith(key);
      const to = { channel: 'chatapp', accountId: 'whatsapp', userId: `+${number}` };
      const template = { name: 'order_update', language: 'de', body: { name: 'Ada', order: 'A-17' } };
      const sent = await system('POST', '/messages', { body: { to, template } });
      await api.drain();
      await simulator.settled();
      await simulator.say('acme/whatsapp', waIdOf(number), 'thanks');
      await api.drain();
      const { conversationId } = sent.body;
      const { items } = (await system('GET', `/conversations/${conversationId}/messages`)).body;
      const said = items.map(({ text }: { text: string }) => text).slice(0, 2);
      expect(said).toEqual(['Hallo Ada, Ihre Bestellung A-17 ist unterwegs.', 'thanks']);
      for (const userId of [`+${number}`, waIdOf(number)]) {
        const text = await system('POST', '/messages', { body: { to: { ...to, userId }, text: 'At noon.' } });
        expect([text.status, text.body.conversationId]).toEqual([201, conversationId]);
      }
    },
  );

  it('reaches one person by a phone number, however it is written', async () => {
    const { key } = await makeKey(['messages:send']);
    const number = `151${Math.floor(Math.random() * 9e7) + 1e7}`;
    const parts = `${number.slice(0, 3)} ${number.slice(3)}`;
    const fullWidth = [...number].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    const written = [
      `49${number}`,
      `+49 (0)${parts}`,
      `0049-${number}`,
      `\u202a+49 ${parts}\u202c`,
      `+49${fullWidth}`,
    ];
    const template = { name: 'order_update', language: 'de', body: { name: 'Ada', order: 'A-17' } };
    const ids = new Set<string>();
    for (const userId of written) {
      const to = { channel: 'chatapp', accountId: 'whatsapp', userId };
      ids.add((await systemWith(key)('POST', '/messages', { body: { to, template } })).body.conversationId);
    }
    expect(ids.size).toBe(1);
    for (const userId of written.filter((one) => /^[\d-]+$/.test(one))) {
      const path = `/people/chatapp/${encodeURIComponent(userId)}/export`;
      expect((await api.as('admin')('GET', path)).body.conversations).toHaveLength(1);
    }
    await api.drain();
    await simulator.settled();
    expect(simulator.sent(`49${number}`)).toHaveLength(written.length);
  });

  it("is refused a text to a chat app's user who has never written, and creates nothing", async () => {
    const { key } = await makeKey(['messages:send']);
    const userId = `49157${Math.floor(Math.random() * 1e8)}`;
    const to = { channel: 'chatapp', accountId: 'whatsapp', userId };
    const before = await storedItems(api);
    const refused = await systemWith(key)('POST', '/messages', { body: { to, text: 'hi' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'window_closed']);
    const people = (items: typeof before) =>
      items.filter(({ item }) => /#person#|"sessionId"/.test(JSON.stringify(item)));
    expect(people(await storedItems(api))).toHaveLength(people(before).length);
    // Nor is it taken where a template alone was sent.
    const template = { name: 'order_update', language: 'de', body: { name: 'Ada', order: 'A-17' } };
    expect((await systemWith(key)('POST', '/messages', { body: { to, template } })).status).toBe(201);
    const again = await systemWith(key)('POST', '/messages', { body: { to, text: 'hi' } });
    expect([again.status, again.body.code]).toEqual([409, 'window_closed']);
  });

  it.each<[string, Body, number, string]>([
    ['neither text nor template', { to: { conversationId: 'x' } }, 400, 'invalid_body'],
    ['nobody', { text: 'hi' }, 400, 'invalid_body'],
    [
      'a visitor of the web chat by name',
      { to: { channel: 'webchat', accountId: 'x', userId: 'y' }, text: 'hi' },
      400,
      'invalid_body',
    ],
    [
      'no account',
      { to: { channel: 'chatapp', accountId: 'none', userId: '4915' }, text: 'hi' },
      404,
      'channel_not_found',
    ],
    ['no conversation', { to: { conversationId: 'none' }, text: 'hi' }, 404, 'conversation_not_found'],
    [
      'a person with a colon',
      { to: { conversationId: 'none' }, text: 'hi', agent: { id: 'a:b', name: 'x' } },
      400,
      'invalid_body',
    ],
  ])('reads what is wrong with a message to, or of, %s', async (_, body, status, code) => {
    const { key } = await makeKey(['messages:send']);
    const answer = await systemWith(key)('POST', '/messages', { body });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('a system whose request was carried out and not answered', () => {
  /** All that follows the commit's effects is lost, as of a process that dies. */
  const diesBehindCommit = (): WatchedCalls['breakCall'] => {
    let isSettled = false;
    return ({ operation }) => {
      if (isSettled) return 'refused';
      isSettled = operation === 'BatchWriteItem';
      return undefined;
    };
  };
  const losesAnswer = (): WatchedCalls['breakCall'] => {
    let isLost = false;
    return ({ operation }) => {
      if (isLost || operation !== 'PutItem') return undefined;
      isLost = true;
      return 'answer-lost';
    };
  };

  it.each([
    ['the process died', diesBehindCommit],
    ['the answer to the commit was lost', losesAnswer],
  ])('finds it done once when it sends it again behind 21 others: %s', async (_, breaks) => {
    const { conversationId, read } = await visitor();
    const system = systemWith((await makeKey(everything)).key);
    const handoff = `/conversations/${conversationId}/handoff`;
    let { etag } = await system('POST', `${handoff}/take`, { body: { takeOver: true } });
    const deeds = [
      { path: `${handoff}/reply`, body: { text: 'The reply.' } },
      { path: `${handoff}/note`, body: { text: 'The note.' } },
      { path: '/messages', body: { to: { conversationId }, text: 'The message.' } },
    ].map((deed) => ({ ...deed, idempotencyKey: randomUUID() }));
    const does = ({ path, ...deed }: (typeof deeds)[number]) =>
      system('POST', path, {
        ...deed,
        ...(path.endsWith('reply') && etag !== undefined && { ifMatch: etag }),
      });
    for (const deed of deeds) {
      watched.breakCall = breaks();
      await does(deed);
      watched.breakCall = () => undefined;
    }
    clock.aheadMs += 12_000;
    for (let n = 0; n < 21; n += 1) {
      const reply = { path: `${handoff}/reply`, body: { text: `line ${n}` }, idempotencyKey: randomUUID() };
      const said = await does(reply);
      expect(said.status, JSON.stringify(said.body)).toBe(201);
      etag = said.etag;
    }
    clock.aheadMs += 23 * 60 * 60_000;
    for (const deed of deeds) {
      const again = await does(deed);
      expect(again.status, JSON.stringify(again.body)).toBe(201);
    }
    const texts = (await read()).messages.map(({ text }) => text);
    expect(texts.filter((text) => text === 'The reply.')).toHaveLength(1);
    expect(texts.filter((text) => text === 'The message.')).toHaveLength(1);
    const { body } = await api.as('editor')('GET', `/inbox?wait=0&watch=${conversationId}`);
    const notes = body.watched.side.filter(({ text }: { text: string }) => text === 'The note.');
    expect(notes).toHaveLength(1);
  });
});
