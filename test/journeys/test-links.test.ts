import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { createAdmin } from '../../src/lambda/create-admin.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { createTestChat } from '../../src/lambda/create-test-chat.ts';
import type { HttpClientRequest, LlmRequest } from '../../src/ports/http-client.ts';
import { createHandler } from '../support/create-handler.ts';
import { type AdminApi, startAdminApi, type TestRole } from '../support/start-admin-api.ts';
import { storedItems } from '../support/stored-items.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
/** What went out for real. */
const sent: { http: HttpClientRequest[]; llm: LlmRequest[] } = { http: [], llm: [] };
let tokensOfAnswer = 10;
const secret = 'sk-live-0123456789';
let api: AdminApi;

const parts = {
  nowMs,
  http: {
    async send(request: HttpClientRequest) {
      sent.http.push(request);
      const body = JSON.stringify({ status: 'shipped', echo: request.headers.authorization });
      return { status: 200, headers: { 'content-type': 'application/json' }, body };
    },
  },
  llm: {
    async complete(request: LlmRequest) {
      sent.llm.push(request);
      return { text: 'A real model', tokens: tokensOfAnswer };
    },
  },
};

beforeAll(async () => {
  api = await startAdminApi({
    createHandler: (env) => createHandler(env, { nowMs }),
    changeTenant: (folder) => ({
      ...folder,
      tenant: { ...folder.tenant, flow_secrets: { shop_key: { hosts: ['shop.example'] } } },
      secrets: { ...folder.secrets, shop_key: secret },
    }),
    own: {
      admin: (env) => createAdmin(env, { nowMs }) as GatewayHandler,
      // Three environments, one request after the other.
      'test-chat': (env) => {
        const all = Array.from({ length: 3 }, () => createTestChat(env, parts) as GatewayHandler);
        let next = 0;
        return (event, context) => {
          next += 1;
          return (all[next % all.length] ?? createTestChat(env, parts))(event as never, context);
        };
      },
    },
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.aheadMs = 0;
  sent.http.length = 0;
  sent.llm.length = 0;
  tokensOfAnswer = 10;
});

const shop = {
  title: 'Order status',
  start: 'hello',
  variables: { order: '', state: '', echo: '' },
  steps: {
    hello: { kind: 'message', text: 'Hello!', next: 'ask' },
    ask: { kind: 'question', text: 'Your order?', saveAs: 'order', next: 'look_up' },
    look_up: {
      kind: 'http',
      method: 'GET',
      url: 'https://shop.example/orders',
      headers: { authorization: 'Bearer {{ secrets.shop_key }}' },
      saveAs: { state: 'response.body.status', echo: 'response.body.echo' },
      next: 'tell',
      onError: 'bye',
    },
    tell: { kind: 'message', text: 'It is {{ state }}. {{ echo }}', next: 'model' },
    model: { kind: 'llm', system: 'Say something.', send: true, next: 'bye', onError: 'bye' },
    bye: { kind: 'end', text: 'Bye' },
  },
};
const conversations = [
  {
    title: 'One order',
    http: [{ status: 200, body: { status: 'packed', echo: 'nothing' } }],
    llm: ['A played model'],
    steps: [{ user: 'hi' }, { user: 'A-17' }],
  },
];

async function flowOf(
  definition: object = shop,
  scripts: readonly object[] = conversations,
): Promise<string> {
  const id = `t_${randomUUID().replaceAll('-', '')}`;
  const body = { id, definition, conversations: scripts };
  const created = await api.as('editor')('POST', '/flows', { body });
  expect([created.status, created.body]).toEqual([201, expect.anything()]);
  return id;
}

async function linkOf(flowId: string, body: object = {}, role: TestRole = 'editor') {
  const made = await api.as(role)('POST', `/flows/${flowId}/test-links`, { body });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return made.body as { readonly id: string; readonly token: string; readonly expiresAt: string };
}

interface Said {
  readonly session?: string;
  readonly conversationId?: string | null;
  readonly key?: string;
  readonly raw?: string;
  readonly user?: object;
  readonly more?: Readonly<Record<string, string>>;
}

/** Says something by a link. */
async function say(token: string, text: string, said: Said = {}) {
  const { session = randomUUID(), conversationId = null, key, raw, user, more } = said;
  const form = {
    ...{ tenantId: 'test', conversationId, channel: 'webchat', content: { text } },
    from: { id: '0b0e7d5e-5e0e-4c6c-9a53-6b1f4f6f1c11' },
    ...(user && { user }),
  };
  const response = await fetch(`${api.url}/v1/test-chat/${token}/v1/webchat/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...{ 'x-session-id': session, 'x-tenant-id': 'test', 'x-widget-id': 'test' },
      ...(key !== undefined && { 'idempotency-key': key }),
      ...more,
    },
    body: raw ?? JSON.stringify(form),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  const body = (await response.json()) as any;
  const texts = (body.replies ?? []).map(({ text: reply }: { text: string }) => reply);
  return { status: response.status, headers: response.headers, body, texts, session };
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/v1/test-chat/${path}`, { headers });

describe('a test link', () => {
  it('runs the draft with the answers of its tests, and calls nothing outside', async () => {
    const flowId = await flowOf();
    const { token } = await linkOf(flowId);
    const about = await get(token);
    expect(await about.json()).toMatchObject({ title: 'Order status', realCalls: false });
    expect(await (await get(`${token}/v1/webchat/settings?tenant=test`)).json()).toEqual({
      start_on_open: true,
    });
    const first = await say(token, 'hi');
    expect(first.texts).toEqual(['Hello!', 'Your order?']);
    const { session } = first;
    const { conversationId } = first.body;
    const second = await say(token, '🎉 A-17 😀', { session, conversationId });
    expect(second.texts).toEqual(['It is packed. nothing', 'A played model', 'Bye']);
    expect(second.body).toMatchObject({ status: 'completed', next: null });
    expect(sent).toEqual({ http: [], llm: [] });
    const polled = await get(`${token}/v1/webchat/conversations/${conversationId}/messages?wait=0`, {
      'x-session-id': session,
      'x-after': first.body.replies[1].id,
    });
    const { messages, next } = await polled.json();
    expect(messages.map(({ seq, text }: { seq: number; text: string }) => [seq, text])).toEqual([
      [4, '🎉 A-17 😀'],
      [5, 'It is packed. nothing'],
      [6, 'A played model'],
      [7, 'Bye'],
    ]);
    expect(next).toBeNull();
    // As a browser asks without a preflight.
    const query = new URLSearchParams({
      ...{ session, wait: '0', after: messages.at(-2).id, seen: '1', handoffTag: 'none' },
    });
    const plain = await get(`${token}/v1/webchat/conversations/${conversationId}/messages?${query}`, {
      ...{ 'x-tenant-id': 'test', 'x-widget-id': 'test' },
    });
    expect((await plain.json()).messages.map(({ text }: { text: string }) => text)).toEqual(['Bye']);
    expect((await say(token, 'again', { session, conversationId })).texts).toEqual(['Hello!', 'Your order?']);
  });

  it('stays out of conversations, inbox, reports and events', async () => {
    const steps = {
      start: { kind: 'handoff', text: 'One moment', reason: 'Test', queue: 'default', next: 'bye' },
      bye: { kind: 'end', text: 'Bye' },
    };
    const flowId = await flowOf({ start: 'start', steps }, []);
    const { token } = await linkOf(flowId);
    const before = api.bus.events.length;
    const { texts, body } = await say(token, 'apart-from-all', { user: { language: 'de-AT' } });
    expect(texts).toEqual([
      'One moment',
      'Test: Hier würde ein Agent übernehmen. Es wurde niemand benachrichtigt.',
      'Bye',
    ]);
    expect(body.status).toBe('completed');
    expect(api.bus.events.length).toBe(before);
    const list = await api.as('admin')('GET', `/conversations?flow=${flowId}`);
    expect(list.body.items).toEqual([]);
    const waiting = await api.as('admin')('GET', '/handoffs?state=waiting&limit=100');
    expect(JSON.stringify(waiting.body)).not.toContain(body.conversationId);
    const items = (await storedItems(api)).filter(({ item }) =>
      JSON.stringify(item).includes('apart-from-all'),
    );
    expect(items.map(({ table, item }) => [table, String(item.pk).split('#')[1]])).toEqual([
      ['dedup', 'test-session'],
    ]);
    const [session] = items;
    const leftMs = Number(session?.item.expiresAt) * 1000 - nowMs();
    expect(leftMs).toBeLessThanOrEqual(limits.testSessionMs + 1_000);
  });

  it('passes waits and continues behind a failing step', async () => {
    const steps = {
      pause: { kind: 'wait', minutes: 120, next: 'ask' },
      ask: { kind: 'question', text: 'Still there?', saveAs: 'there', next: 'broken' },
      broken: { kind: 'set', assign: { n: 'int("no number")' }, next: 'bye' },
      bye: { kind: 'end', text: 'Bye' },
    };
    const flowId = await flowOf({ start: 'pause', steps, variables: { n: 0, there: '' } }, []);
    const { token } = await linkOf(flowId);
    const first = await say(token, 'hi');
    expect(first.texts).toEqual(['Test: skipped a wait (120 min).', 'Still there?']);
    const { conversationId } = first.body;
    const failed = await say(token, 'yes', { session: first.session, conversationId });
    expect(failed.texts).toEqual(['Test: the flow failed at this point.']);
  });

  it('runs the draft from when a chat began; a new chat runs the current one', async () => {
    const flowId = await flowOf();
    const { token } = await linkOf(flowId);
    const first = await say(token, 'hi');
    const { etag } = await api.as('editor')('GET', `/flows/${flowId}/draft`);
    const steps = { bye: { kind: 'end', text: 'Another' } };
    const body = { definition: { start: 'bye', steps }, layout: {}, conversations: [] };
    await api.as('editor')('PUT', `/flows/${flowId}/draft`, { body, headers: { 'if-match': etag } });
    const { conversationId } = first.body;
    expect((await say(token, 'A-17', { session: first.session, conversationId })).texts.at(-1)).toBe('Bye');
    expect((await say(token, 'hi')).texts).toEqual(['Another']);
  });

  it('says so while the draft has problems, and runs it once they are fixed', async () => {
    const flowId = await flowOf({ start: 'nowhere', steps: {} }, []);
    const { token } = await linkOf(flowId);
    const first = await say(token, 'hi');
    expect(first.texts).toEqual([expect.stringContaining('this draft has problems right now')]);
    const { etag } = await api.as('editor')('GET', `/flows/${flowId}/draft`);
    const steps = { bye: { kind: 'end', text: 'Works' } };
    const body = { definition: { start: 'bye', steps }, layout: {}, conversations: [] };
    await api.as('editor')('PUT', `/flows/${flowId}/draft`, { body, headers: { 'if-match': etag } });
    const { conversationId } = first.body;
    expect((await say(token, 'now?', { session: first.session, conversationId })).texts).toEqual(['Works']);
  });
});

describe('real calls', () => {
  it('are made for a publisher’s link, without a secret in any answer, until the draft changes', async () => {
    const flowId = await flowOf();
    const { token } = await linkOf(flowId, { realCalls: true }, 'admin');
    const first = await say(token, 'hi');
    const { session } = first;
    const { conversationId } = first.body;
    const { texts } = await say(token, 'A-17', { session, conversationId });
    expect(texts).toEqual(['It is shipped. Bearer ••••', 'A real model', 'Bye']);
    expect(sent.http.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`]);
    const path = `${token}/v1/webchat/conversations/${conversationId}/messages`;
    expect(await (await get(path, { 'x-session-id': session })).text()).not.toContain(secret);

    const { etag } = await api.as('editor')('GET', `/flows/${flowId}/draft`);
    const changed = { definition: { ...shop, title: 'Changed' }, layout: {}, conversations };
    await api.as('editor')('PUT', `/flows/${flowId}/draft`, { body: changed, headers: { 'if-match': etag } });
    expect(await (await get(token)).json()).toMatchObject({ realCalls: false });
    const listed = await api.as('editor')('GET', `/flows/${flowId}/test-links`);
    expect(listed.body.items[0]).toMatchObject({ realCalls: true, changedSince: true });
    const later = await say(token, 'hi');
    const played = await say(token, 'A-17', {
      session: later.session,
      conversationId: later.body.conversationId,
    });
    expect(played.texts[0]).toBe('It is packed. nothing');
    expect(sent.http).toHaveLength(1);
  });

  it('may use the secrets that authors can choose, at their hosts', async () => {
    const { body } = await api.as('editor')('GET', '/flow-resources');
    expect(body.secrets).toMatchObject({ shop_key: { hosts: ['shop.example'] } });
  });

  it('are refused to editors', async () => {
    const flowId = await flowOf();
    const answer = await api.as('editor')('POST', `/flows/${flowId}/test-links`, {
      body: { realCalls: true },
    });
    expect([answer.status, answer.body.code, answer.body.leastRole]).toEqual([403, 'not_allowed', 'admin']);
  });

  it('call no model beyond the tokens of a day', async () => {
    const flowId = await flowOf();
    const { id, token } = await linkOf(flowId, { realCalls: true }, 'admin');
    tokensOfAnswer = limits.testTokensPerDay;
    const chat = async () => {
      const first = await say(token, 'hi');
      const { conversationId } = first.body;
      return (await say(token, 'A-17', { session: first.session, conversationId })).texts;
    };
    expect(await chat()).toContain('A real model');
    expect(await chat()).not.toContain('A real model');
    expect(sent.llm).toHaveLength(1);
    const { items } = (await api.as('editor')('GET', `/flows/${flowId}/test-links`)).body;
    expect(items).toEqual([
      expect.objectContaining({ id, today: { sessions: 2, messages: 4, tokens: limits.testTokensPerDay } }),
    ]);
    clock.aheadMs = 24 * 60 * 60_000;
    expect(await chat()).toContain('A real model');
  });
});

describe('an invalid link', () => {
  const refusalOf = async (token: string) => {
    const answers = await Promise.all([
      get(token).then(async (answer) => ({ status: answer.status, body: await answer.json() })),
      say(token, 'hi'),
      get(`${token}/v1/webchat/settings?tenant=test`).then(async (answer) => ({
        status: answer.status,
        body: await answer.json(),
      })),
      get(`${token}/v1/webchat/conversations/any/messages`, { 'x-session-id': 's' }).then(async (answer) => ({
        status: answer.status,
        body: await answer.json(),
      })),
    ]);
    return answers.map(({ status, body: { correlationId: _, ...problem } }) => ({ status, problem }));
  };

  it('is the same 404, whether guessed, altered, expired, revoked or without its flow', async () => {
    const flowId = await flowOf();
    const good = await linkOf(flowId);
    const revoked = await linkOf(flowId);
    const path = `/flows/${flowId}/test-links/${revoked.id}`;
    expect((await api.as('editor')('DELETE', path)).status).toBe(204);
    const gone = await flowOf();
    const orphan = await linkOf(gone);
    const { etag } = await api.as('editor')('GET', `/flows/${gone}`);
    await api.as('editor')('DELETE', `/flows/${gone}`, { headers: { 'if-match': etag } });
    const [name = '', random, signature] = good.token.split('.');
    const named = JSON.parse(Buffer.from(name, 'base64url').toString());
    const globex = Buffer.from(JSON.stringify(['globex', ...named.slice(1)])).toString('base64url');
    const tokens = [
      ...['guessed', 'a.b.c', '%F0%9F%8E%89', 'null', 'x'.repeat(500), '__proto__'],
      `${globex}.${random}.${signature}`,
      `${name}.${'A'.repeat(32)}.${signature}`,
      `${name}.${random}.${'A'.repeat(24)}`,
      `${name}.${random}.${'🎉'.repeat(6)}`,
      revoked.token,
      orphan.token,
    ];
    const [first] = await refusalOf('guessed');
    expect(first).toMatchObject({ status: 404, problem: { code: 'test_link_not_found' } });
    for (const token of tokens)
      expect([token, await refusalOf(token)]).toEqual([token, [first, first, first, first]]);
    expect((await get(good.token)).status).toBe(200);
    clock.aheadMs = limits.testLinkMs;
    expect(await refusalOf(good.token)).toEqual([first, first, first, first]);
    expect((await api.as('editor')('GET', `/flows/${flowId}/test-links`)).body.items).toEqual([]);
  });

  it('ends chats in progress when it is revoked', async () => {
    const flowId = await flowOf();
    const { id, token } = await linkOf(flowId);
    const { session, body } = await say(token, 'hi');
    await api.as('editor')('DELETE', `/flows/${flowId}/test-links/${id}`);
    const { conversationId } = body;
    expect((await say(token, 'A-17', { session, conversationId })).status).toBe(404);
    const again = await api.as('editor')('DELETE', `/flows/${flowId}/test-links/${id}`);
    expect([again.status, again.body.code]).toEqual([404, 'test_link_not_found']);
  });

  it('of another tenant can be neither listed nor revoked', async () => {
    const flowId = await flowOf();
    const { id } = await linkOf(flowId);
    const headers = { 'x-tenant-id': 'globex' };
    const operator = api.as('super-admin');
    expect((await operator('GET', `/flows/${flowId}/test-links`, { headers })).status).toBe(404);
    expect((await operator('DELETE', `/flows/${flowId}/test-links/${id}`, { headers })).status).toBe(404);
    expect((await api.as('editor')('GET', `/flows/${flowId}/test-links`)).body.items).toHaveLength(1);
  });

  it('of a chat of another session or another link is 404', async () => {
    const flowId = await flowOf();
    const [one, other] = [await linkOf(flowId), await linkOf(flowId)];
    const { session, body } = await say(one.token, 'hi');
    const { conversationId } = body;
    const path = `/v1/webchat/conversations/${conversationId}/messages`;
    expect((await get(one.token + path, { 'x-session-id': session })).status).toBe(200);
    expect((await get(one.token + path, { 'x-session-id': randomUUID() })).status).toBe(404);
    expect((await get(other.token + path, { 'x-session-id': session })).status).toBe(404);
    expect((await get(one.token + path)).status).toBe(400);
    expect((await say(one.token, 'A-17', { conversationId })).body.code).toBe('conversation_not_found');
    clock.aheadMs = limits.testSessionMs + 1_000;
    expect((await get(one.token + path, { 'x-session-id': session })).status).toBe(404);
  });
});

describe('a message by a test link', () => {
  it('is counted once over all environments: 30 chats and 500 messages a day', async () => {
    const flowId = await flowOf();
    const { token } = await linkOf(flowId);
    const chats = await Promise.all(Array.from({ length: 40 }, () => say(token, 'hi')));
    const refused = chats.filter(({ status }) => status !== 200);
    expect(chats.filter(({ status }) => status === 200)).toHaveLength(limits.testSessionsPerDay);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['429 test_limit_reached']),
    );
    clock.aheadMs = 24 * 60 * 60_000;
    expect((await say(token, 'hi')).status).toBe(200);
    const { items } = (await api.as('editor')('GET', `/flows/${flowId}/test-links`)).body;
    expect(items[0].today).toEqual({ sessions: 1, messages: 1, tokens: 0 });
  });

  it('is refused once its chat is too long to be kept, and a new chat begins', async () => {
    const { token } = await linkOf(await flowOf());
    const { session, body } = await say(token, 'hi');
    const { conversationId } = body;
    const long = () =>
      Array.from({ length: 4_000 }, () =>
        String.fromCodePoint(0x4e00 + Math.trunc(Math.random() * 20_000)),
      ).join('');
    let last = await say(token, long(), { session, conversationId });
    for (let n = 0; n < 100 && last.status === 200; n += 1)
      last = await say(token, long(), { session, conversationId });
    expect([last.status, last.body.code]).toEqual([403, 'test_limit_reached']);
    expect((await say(token, 'hi', { session })).status).toBe(200);
  });

  it('is answered once for each idempotency key, also when the first answer is lost', async () => {
    const { token } = await linkOf(await flowOf());
    const [session, key] = [randomUUID(), randomUUID()];
    const first = await say(token, 'hi', { session, key });
    const again = await say(token, 'hi', { session, key });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await say(token, 'ho', { session, key });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    const twins = await Promise.all(
      [1, 2].map(() => say(token, 'hi', { session, more: { 'x-idempotency-key': 'twin' } })),
    );
    expect(twins[0]?.body).toEqual(twins[1]?.body);
  });

  it('is refused with a reason when it is invalid', async () => {
    const { token } = await linkOf(await flowOf());
    const form = (content: unknown) =>
      JSON.stringify({
        ...{ tenantId: 'test', conversationId: null, channel: 'webchat', content },
        from: { id: randomUUID() },
      });
    const cases: readonly (readonly [string, number, string])[] = [
      ['null', 400, 'invalid_body'],
      ['[]', 400, 'invalid_body'],
      ['{', 400, 'invalid_body'],
      [form(null), 400, 'invalid_body'],
      [form({ text: null }), 400, 'invalid_body'],
      [form({ text: 'x'.repeat(100 * 1024) }), 400, 'invalid_body'],
      [form({ text: 'x'.repeat(200 * 1024) }), 413, 'body_too_large'],
      [form({ text: '', attachments: [{ fileId: 'a'.repeat(24) }] }), 400, 'invalid_body'],
    ];
    for (const [raw, status, code] of cases) {
      const answer = await say(token, '', { raw });
      expect([raw.slice(0, 40), answer.status, answer.body.code]).toEqual([raw.slice(0, 40), status, code]);
    }
    expect((await say(token, 'hi', { key: 'k'.repeat(300) })).status).toBe(400);
    expect((await say(token, 'hi', { session: 's'.repeat(300) })).status).toBe(400);
  });

  it('can be sent from a page of any site', async () => {
    const { token } = await linkOf(await flowOf());
    const origin = 'https://share.example';
    const preflight = await fetch(`${api.url}/v1/test-chat/${token}/v1/webchat/messages`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-session-id');
    const refused = await get('guessed', { origin });
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  });
});

describe('the links of a flow', () => {
  it('are shown once, kept as a hash, limited and audited', async () => {
    const flowId = await flowOf();
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/flows/${flowId}/test-links`;
    const first = await api.as('editor')('POST', path, { body: {}, headers });
    const again = await api.as('editor')('POST', path, { body: {}, headers });
    expect(again.body).toEqual({ ...first.body, token: null });
    const [, random = '-'] = String(first.body.token).split('.');
    const items = JSON.stringify(await storedItems(api));
    expect(items).toContain(first.body.id);
    expect(items).not.toContain(random);
    for (let n = 1; n < limits.testLinksPerFlow; n += 1) await linkOf(flowId);
    const tooMany = await api.as('editor')('POST', path, { body: {} });
    expect([tooMany.status, tooMany.body.code]).toEqual([400, 'invalid_body']);
    await api.as('editor')('DELETE', `${path}/${first.body.id}`);
    const { body } = await api.as('admin')('GET', `/audit?resource=flow:${flowId}&limit=100`);
    const actions = body.items.map(({ action, outcome }: Record<string, string>) => `${action} ${outcome}`);
    expect(actions[0]).toBe('flow.revoke-test-link done');
    expect(actions.filter((action: string) => action === 'flow.create-test-link done')).toHaveLength(10);
    expect(body.items[0]).toMatchObject({ who: { email: 'editor@acme.example' } });
    expect(JSON.stringify(body)).not.toContain(random);
  });

  it('never exceed the limit, however many are created at once', async () => {
    const flowId = await flowOf();
    const path = `/flows/${flowId}/test-links`;
    const made = await Promise.all(
      Array.from({ length: 14 }, () => api.as('editor')('POST', path, { body: {} })),
    );
    const { items } = (await api.as('editor')('GET', path)).body;
    expect(items.length).toBeLessThanOrEqual(limits.testLinksPerFlow);
    expect(items.length).toBe(made.filter(({ status }) => status === 201).length);
    expect(made.every(({ status }) => [201, 400, 503].includes(status))).toBe(true);
  });
});
