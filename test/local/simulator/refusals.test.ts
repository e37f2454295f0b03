import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../src/local/simulator/start-simulator.ts';
import { examplesDirectory } from '../../../src/local/stack.ts';
import { readTenantFolder } from '../../../src/operations/directory/read-tenant-folder.ts';

const user = '4915110000001';
const clock = { nowMs: Date.parse('2026-01-01T00:00:00Z') };
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ nowMs: () => clock.nowMs, retryAfterMs: () => 0 });
  const placeholders = {
    GATEWAY_ORIGIN: 'http://127.0.0.1',
    ORDER_SERVICE_URL: 'http://127.0.0.1',
    PROVIDER_URL: simulator.url,
  };
  const tenants = [await readTenantFolder(`${examplesDirectory}/acme`, placeholders)];
  // Nobody listens there: the provider's window opens all the same.
  simulator.connect({ url: 'http://127.0.0.1:1', tenants });
  for (const account of simulator.accounts()) void simulator.say(account.key, user, 'hello');
});
afterAll(() => simulator.stop());

const cloudPath = '/cloud-api/v25.0/106540352242922/messages';
const bearer = { authorization: 'Bearer development-only-whatsapp-token' };
const dialogKey = { 'd360-api-key': 'development-only-d360-sending-key' };
const centerToken = { authorization: 'Bearer development-only-contact-center-token' };

async function send(path: string, body: object, headers: Record<string, string>) {
  const response = await fetch(simulator.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const whatsapp = (message: object) => ({ messaging_product: 'whatsapp', to: user, ...message });
const text = (body: string) => whatsapp({ type: 'text', text: { body } });
const buttons = (...titles: string[]) =>
  whatsapp({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'Pick' },
      action: { buttons: titles.map((title) => ({ type: 'reply', reply: { id: title, title } })) },
    },
  });
const list = (...rows: object[]) =>
  whatsapp({
    type: 'interactive',
    interactive: { type: 'list', body: { text: 'Pick' }, action: { button: 'Menu', sections: [{ rows }] } },
  });
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}`, title: `Row ${n}` }));

describe('the Cloud API accepts', () => {
  it.each<[string, object]>([
    ['a text of 4096 characters', text('x'.repeat(4096))],
    ['three buttons of 20 characters', buttons('a'.repeat(20), 'b'.repeat(20), 'c'.repeat(20))],
    [
      'ten rows of 24 characters with 72 below',
      list(...rows(9), { id: 'z', title: 'z'.repeat(24), description: 'd'.repeat(72) }),
    ],
    ['an image by link', whatsapp({ type: 'image', image: { link: 'https://files.example/a.png' } })],
    ['a place', whatsapp({ type: 'location', location: { latitude: 48.8, longitude: 2.3 } })],
  ])('%s', async (_, body) => {
    expect(await send(cloudPath, body, bearer)).toMatchObject({
      status: 200,
      body: { contacts: [{ wa_id: user }], messages: [{ id: expect.stringMatching(/^wamid\./) }] },
    });
  });
});

describe('the Cloud API refuses', () => {
  it.each<[string, object, number, string]>([
    ['four buttons', buttons('a', 'b', 'c', 'd'), 131009, 'Invalid buttons count'],
    ['no button', buttons(), 131009, 'Invalid buttons count'],
    ['a button of 21 characters', buttons('a'.repeat(21)), 131009, 'Button title length invalid'],
    ['two buttons that are called the same', buttons('a', 'a'), 131009, 'Duplicate'],
    ['eleven rows', list(...rows(11)), 131009, 'Total row count'],
    ['a row of 25 characters', list({ id: 'r', title: 'r'.repeat(25) }), 131009, 'Row title'],
    [
      '73 characters below a row',
      list({ id: 'r', title: 'r', description: 'd'.repeat(73) }),
      131009,
      'Row description',
    ],
    ['a text of 4097 characters', text('x'.repeat(4097)), 100, 'at most 4096'],
    ['an empty text', text(' '), 100, 'must not be empty'],
    ['an unknown type', whatsapp({ type: 'hologram', hologram: {} }), 100, 'Param type must be one of'],
    ['an image that is nowhere', whatsapp({ type: 'image', image: {} }), 131008, 'link'],
    ['no recipient', { messaging_product: 'whatsapp', text: { body: 'x' } }, 131008, 'to'],
    ['no product', { to: user, text: { body: 'x' } }, 131008, 'messaging_product'],
    ['a recipient that is no number', { ...text('x'), to: 'Ada' }, 131026, 'Undeliverable'],
    ['a user who never wrote', { ...text('x'), to: '4915119999999' }, 131047, '24 hours'],
  ])('%s', async (_, body, code, details) => {
    const answer = await send(cloudPath, body, bearer);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: { code, type: 'OAuthException', error_data: { details: expect.stringContaining(details) } },
      },
    });
  });

  it('a send without a token, with a wrong one, and of another number', async () => {
    const answers = [
      await send(cloudPath, text('x'), {}),
      await send(cloudPath, text('x'), { authorization: 'Bearer guess' }),
      await send('/cloud-api/999/messages', text('x'), bearer),
    ];
    expect(answers).toMatchObject([
      { status: 401, body: { error: { code: 104 } } },
      { status: 401, body: { error: { code: 190, type: 'OAuthException' } } },
      { status: 400, body: { error: { code: 100, error_subcode: 33, type: 'GraphMethodException' } } },
    ]);
  });

  it('a send of more than 24 hours after the user’s last message', async () => {
    clock.nowMs += 24 * 60 * 60 * 1000 - 1;
    expect((await send(cloudPath, text('x'), bearer)).status).toBe(200);
    clock.nowMs += 1;
    expect(await send(cloudPath, text('x'), bearer)).toMatchObject({
      status: 400,
      body: { error: { code: 131047, message: '(#131047) Re-engagement message' } },
    });
    clock.nowMs -= 24 * 60 * 60 * 1000;
  });
});

describe('360dialog', () => {
  it('accepts the Cloud API’s bodies with its key', async () => {
    expect((await send('/360dialog/messages', text('x'), dialogKey)).status).toBe(200);
    expect(await send('/360dialog/messages', buttons('a', 'b', 'c', 'd'), dialogKey)).toMatchObject({
      status: 400,
      body: { error: { code: 131009 } },
    });
  });

  it.each([{}, { 'd360-api-key': 'guess' }])(
    'refuses a missing and a wrong key with 401',
    async (headers) => {
      expect(await send('/360dialog/messages', text('x'), headers as Record<string, string>)).toMatchObject({
        status: 401,
        body: { meta: { success: false } },
      });
    },
  );
});

describe('the contact center', () => {
  const path = '/contact-center/messages';
  const message = (more: object) => ({ id: 'r1', channel: { to: { id: user } }, type: 'Text', ...more });
  const quickReplies = (count: number, title = 'x') =>
    message({
      type: 'Structured',
      content: Array.from({ length: count }, (_, n) => ({
        contentType: 'QuickReply',
        quickReply: { text: title, payload: `p${n}` },
      })),
    });

  it('accepts a message once for one idempotency key', async () => {
    const before = simulator.sent(user).length;
    const headers = { ...centerToken, 'idempotency-key': 'r1' };
    const first = await send(path, message({ text: 'x' }), headers);
    expect(first).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    expect(await send(path, message({ text: 'x' }), headers)).toEqual(first);
    expect(simulator.sent(user)).toHaveLength(before + 1);
  });

  it.each<[string, object, string]>([
    ['eleven quick replies', quickReplies(11), 'too.many.quick.replies'],
    ['a quick reply of 21 characters', quickReplies(1, 'x'.repeat(21)), 'quick.reply.too.long'],
    ['a text of 4097 characters', message({ text: 'x'.repeat(4097) }), 'text.too.long'],
    ['nothing', message({}), 'empty.message'],
    ['an unknown type', message({ type: 'Telepathy', text: 'x' }), 'invalid.type'],
    ['a user who never wrote', message({ channel: { to: { id: 'nobody' } }, text: 'x' }), 'window.closed'],
  ])('refuses %s', async (_, body, code) => {
    expect(await send(path, body, centerToken)).toMatchObject({ status: 400, body: { code } });
  });

  it.each([{}, { authorization: 'Bearer guess' }])('refuses a missing and a wrong token', async (headers) => {
    expect(await send(path, message({ text: 'x' }), headers as Record<string, string>)).toMatchObject({
      status: 401,
      body: { code: 'bad.credentials' },
    });
  });
});
