import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { say } from '../../support/conversation.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';

// What the reference offers and no other test asks for: that it is answered, and as the reference says, is checked
// with every exchange. @see docs/mutations.md "Of the documents"
const shared = shareAdminApi();
const admin = () => shared.api.as('admin');
const boss = () => shared.api.as('super-admin');

const card = {
  title: 'Shoes',
  text: 'Good ones',
  image: 'https://shop.example/shoes.jpg',
  imageText: 'A pair of shoes',
  buttons: [
    { label: 'Buy', value: 'buy' },
    { label: 'Look', url: 'https://shop.example/shoes' },
  ],
};
const picture = { type: 'image', url: 'https://shop.example/shoes.jpg' };
/** Shows all that a reply may hold. */
const showing = {
  start: 'show',
  steps: {
    show: { kind: 'message', text: 'Look', attachments: [picture], cards: [card], next: 'ask' },
    ask: { kind: 'question', text: 'Which?', saveAs: 'which', next: 'ask' },
  },
};
const calling = {
  start: 'call',
  steps: {
    call: {
      kind: 'http',
      method: 'GET',
      url: 'https://shop.example/',
      background: false,
      next: 'think',
      onError: 'think',
    },
    think: { kind: 'llm', system: 'Be kind.', send: true, next: 'bye', onError: 'bye' },
    bye: { kind: 'end', text: 'Bye.' },
  },
};

/** The site's word for a visitor. */
function visitorToken(claims: object): string {
  const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expires = { exp: Math.floor(Date.now() / 1000) + 600 };
  const signed = `${coded({ alg: 'HS256', typ: 'JWT' })}.${coded({ ...expires, ...claims })}`;
  const key = 'development-only-visitor-identity-secret';
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** Makes a flow, and makes it live where it is asked for. */
async function makeFlow(definition: object, more: object = {}): Promise<string> {
  const id = `f_${randomUUID().replaceAll('-', '')}`;
  const made = await admin()('POST', '/flows', { body: { id, definition, ...more } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return id;
}

describe('a flow’s draft is tested', () => {
  const user = { firstName: 'Ada', email: 'ada@shop.example', phone: '+49151', language: 'de' };

  it('with all that a message can hold, at a given time, with calls that fail', async () => {
    const id = await makeFlow(calling);
    const message = {
      text: 'hi',
      attachments: [picture],
      user: { ...user, verified: true },
      metadata: { a: 1 },
    };
    const outside = { http: [{ fails: true }], llm: ['Good day.'] };
    const tried = await admin()('POST', `/flows/${id}/draft/test`, {
      body: { message, clock: '2026-10-25T14:00:00Z', ...outside },
    });
    expect([tried.status, tried.body.raised]).toEqual([200, null]);
    expect(tried.body.replies.map(({ text }: { text: string }) => text)).toEqual(['Good day.', 'Bye.']);
    expect(tried.body.state.history.length).toBeGreaterThan(0);
    const on = await admin()('POST', `/flows/${id}/draft/test`, {
      body: { message, state: tried.body.state, ...outside },
    });
    expect([on.status, on.body.raised]).toEqual([200, null]);
    const replayed = await admin()('POST', `/flows/${id}/draft/replay`, {
      body: { ...outside, conversations: [{ title: 'a', steps: [{ user: 'hi' }] }] },
    });
    expect([replayed.status, replayed.body.conversations.length]).toEqual([200, 1]);
  });

  it('and not while it has problems', async () => {
    const id = await makeFlow({ ...calling, start: 'nowhere' });
    const tried = await admin()('POST', `/flows/${id}/draft/test`, { body: { message: { text: 'hi' } } });
    expect([tried.status, tried.body.code]).toEqual([422, 'not_valid']);
  });

  it('and a failing test names its step', async () => {
    const conversations = [{ title: 'goes', steps: [{ user: 'hi' }, { expect: 'Hello.' }] }];
    const id = await makeFlow(calling, { conversations });
    const { body } = await admin()('POST', `/flows/${id}/draft/validate`);
    expect(body.scripts).toMatchObject([{ title: 'goes', ok: false, step: 1 }]);
  });
});

describe('cards and pictures', () => {
  it('are in both forms, in the log and in the transcript', async () => {
    const id = await makeFlow(showing);
    const { etag } = await admin()('GET', `/flows/${id}/draft`);
    const body = { note: 'shows all that a reply may hold' };
    const live = await admin()('POST', `/flows/${id}/publish`, { body, headers: { 'if-match': etag } });
    expect(live.status).toBe(200);
    const { body: saved, etag: read } = await admin()('GET', `/flows/${id}/draft`);
    const { definition, layout, conversations } = saved;
    const draft = await admin()('PUT', `/flows/${id}/draft`, {
      body: { definition: { ...definition, title: 'Shows' }, layout, conversations },
      headers: { 'if-match': read },
    });
    const tried = await admin()('POST', `/flows/${id}/publish`, {
      body: { ...body, canaryPercent: 1, promoteAfterHours: 24 },
      headers: { 'if-match': draft.etag },
    });
    expect([tried.status, tried.body.detail]).toEqual([200, undefined]);
    const widget = { id: `w-${id}`, flow: id, allowed_origins: [] };
    const made = await admin()('PUT', `/widgets/${widget.id}`, {
      body: widget,
      headers: { 'if-none-match': '*' },
    });
    expect(made.status).toBe(200);
    const session = randomUUID();
    const formB = await (await say(shared.api, session, 'hi', { 'x-widget-id': widget.id })).json();
    expect(formB.replies[0]).toMatchObject({ cards: [card], attachments: [picture] });
    const at = `/conversations/${formB.conversationId}/messages`;
    const { body: transcript } = await admin()('GET', at);
    expect(transcript.items[1]).toMatchObject({ cards: [card], attachments: [picture] });
    const own = { headers: { 'x-tenant-id': 'acme' } };
    const log = await fetch(`${shared.api.url}/v1/webchat${at}?wait=0&session=${session}`, own);
    expect((await log.json()).messages[1]).toMatchObject({ cards: [card] });
    const formA = await shared.api.post(
      '/v1/webchat/messages',
      {
        ...{ tenantId: 'acme', conversationId: null, channel: 'webchat', from: { id: randomUUID() } },
        ...{ content: { text: 'hi' }, user: { language: 'de' } },
      },
      { 'x-widget-id': widget.id },
    );
    expect((await formA.json()).replies[0]).toMatchObject({ cards: [card], attachments: [picture] });
  });

  it('and places come with a message of the REST API, and agents see them', async () => {
    const file = { mimeType: 'image/jpeg', filename: 'a.jpg', sha256: 'a'.repeat(64), mediaId: 'm' };
    const place = { type: 'location', latitude: 52.5, longitude: 13.4, name: 'Berlin' };
    const attachments = [{ ...picture, ...file, caption: 'Both of them' }, place];
    const session = randomUUID();
    await say(shared.api, session, 'agent');
    const answer = await shared.api.post(
      '/v1/webchat/messages',
      { text: 'here', attachments, user: { id: '1', language: 'de' } },
      { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
    );
    const { conversationId } = (await answer.json()) as { conversationId: string };
    const { body } = await admin()('GET', `/conversations/${conversationId}/messages`);
    expect(body.items.at(-1).attachments).toMatchObject(attachments);
    await shared.api.drain();
    const told = shared.api.bus.events.map(({ detail }) => detail.data as { text?: string });
    expect(told.find(({ text }) => text === 'here')).toMatchObject({ attachments });
  });

  it('a visitor whom the site verified is described in full, to agents and on the bus', async () => {
    const claims = { sub: 'ada', name: 'Ada', email: 'ada@shop.example', language: 'de' };
    const token = visitorToken({ ...claims, attributes: { plan: 'gold' } });
    const asked = await say(shared.api, randomUUID(), 'agent', { 'x-visitor-token': token });
    const { conversationId } = await asked.json();
    const { body } = await admin()('GET', `/conversations/${conversationId}/handoff`);
    expect(body.handoff.contact).toEqual({ email: 'ada@shop.example' });
    await shared.api.drain();
    const { body: contacts } = await admin()('GET', `/contacts?conversation=${conversationId}`);
    expect(contacts.items).toMatchObject([{ attributes: { plan: 'gold' }, verified: true }]);
    const told = shared.api.bus.events.filter(({ detail }) => detail.conversationId === conversationId);
    const { name: firstName, sub: id, email, language } = claims;
    const user = { id, firstName, email, language, verified: true, attributes: { plan: 'gold' } };
    expect(told.map(({ detail }) => (detail.data as { user?: unknown }).user)).toContainEqual(user);
  });

  it('a message whose turn has failed says why, and how often it was tried', async () => {
    const id = await makeFlow({
      start: 'outside',
      steps: {
        ask: { kind: 'question', text: 'Yes?', saveAs: 'said', next: 'outside' },
        outside: {
          ...{ kind: 'http', method: 'GET', url: 'https://nowhere.invalid/', background: true },
          ...{ next: 'raise', onError: 'raise' },
        },
        raise: { kind: 'set', assign: { never: 'error.code - 1' }, next: 'ask' },
      },
    });
    const { etag } = await admin()('GET', `/flows/${id}/draft`);
    const headers = { 'if-match': etag };
    const live = await admin()('POST', `/flows/${id}/publish`, {
      body: { note: 'a flow that raises' },
      headers,
    });
    expect([live.status, live.body.detail]).toEqual([200, undefined]);
    const widget = { id: `w-${id}`, flow: id, allowed_origins: [] };
    await admin()('PUT', `/widgets/${widget.id}`, { body: widget, headers: { 'if-none-match': '*' } });
    const late = await (await say(shared.api, randomUUID(), 'hi', { 'x-widget-id': widget.id })).json();
    const conversation = `/conversations/${late.conversationId}`;
    const early = await admin()('POST', `${conversation}/handoff/note`, {
      body: { text: 'Its first turn has not ended.' },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect([early.status, early.body.code]).toEqual([409, 'no_handoff']);
    await shared.api.drain();
    const { body } = await admin()('GET', `${conversation}/messages/${late.messageId}/trace`);
    expect(body.failed).toEqual({ reason: expect.stringContaining('at step raise'), attempts: 1 });
  });
});

describe('a user', () => {
  const invite = async () => {
    const body = { email: `${randomUUID()}@acme.example`, name: 'Ada Lovelace', role: 'viewer' };
    const { body: user, etag } = await admin()('POST', '/users', { body });
    expect(user.name).toBe('Ada Lovelace');
    return { path: `/users/${user.id}`, etag };
  };

  it('is signed out and reset over the revision that was read, where one is given', async () => {
    const { path, etag } = await invite();
    const headers = { 'if-match': etag };
    for (const deed of ['reset-mfa', 'reset-password', 'sign-out']) {
      const { etag: read } = await admin()('GET', path);
      const done = await admin()('POST', `${path}/${deed}`, { headers: { 'if-match': read } });
      expect([deed, done.status]).toEqual([deed, 200]);
      const stale = await admin()('POST', `${path}/${deed}`, { headers });
      expect([deed, stale.status, stale.body.code]).toEqual([deed, 412, 'precondition_failed']);
    }
  });
});

it('a key that is too long is refused wherever one is accepted', async () => {
  const headers = { 'idempotency-key': 'x'.repeat(limits.idempotencyKeyChars + 1) };
  const user = '/users/5f0c6a52-1d0e-4d0b-9a40-000000000001';
  for (const path of [
    ...['/tenants/globex/suspend', '/tenants/globex/resume', '/channels/chatapp/whatsapp/resume'],
    ...['reset-password', 'reset-mfa', 'sign-out'].map((deed) => `${user}/${deed}`),
  ]) {
    const refused = await boss()('POST', path, { headers });
    expect([path, refused.status, refused.body.code]).toEqual([path, 400, 'invalid_header']);
  }
});

it('lists accept all of their filters', async () => {
  for (const [path, status] of [
    ['/flows/support/versions?limit=1', 200],
    ['/handoffs?state=waiting&queue=default', 200],
    ['/inbox?typing=0&away=1&wait=0', 200],
  ] as const)
    expect([path, (await admin()('GET', path)).status]).toEqual([path, status]);
});
