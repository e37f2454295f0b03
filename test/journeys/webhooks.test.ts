import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cloudApiBody,
  postCloudApi,
  signatureOf as sign,
  textMessage as text,
} from '../support/cloud-api.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({ providerUrl: provider.url });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const post = (body: string, headers?: Record<string, string>) => postCloudApi(stack, body, headers);

const sendsTo = (user: string) => provider.sends.filter(({ to }) => to === user);

describe('a chat app message', () => {
  it('is acknowledged with an empty 200, published, run and answered on the channel', async () => {
    const response = await post(cloudApiBody({ messages: [text('4915110000001', 'hello')] }));
    expect([response.status, await response.text()]).toEqual([200, '']);
    await expect.poll(() => sendsTo('4915110000001').length, { timeout: 40_000 }).toBe(2);
    const [greeting, menu] = sendsTo('4915110000001');
    expect(greeting?.body).toMatchObject({ type: 'text', text: { body: 'Hello! This is Acme.' } });
    expect(menu?.body).toMatchObject({ type: 'interactive', interactive: { type: 'list' } });
    const received = stack.bus.events.filter(({ detail }) => detail.channel === 'chatapp');
    expect(received.map((event) => event['detail-type'])).toContain('Conversation.MessageReceived');
  });

  it('delivered twice runs once', async () => {
    const body = cloudApiBody({ messages: [text('4915110000002', 'hello', 'wamid.twice')] });
    const responses = await Promise.all([post(body), post(body), post(body)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await post(body)).status).toBe(200);
    await expect.poll(() => sendsTo('4915110000002').length, { timeout: 40_000 }).toBe(2);
    await stack.drain();
    expect(sendsTo('4915110000002')).toHaveLength(2);
  });

  it('keeps its order and is answered in order', async () => {
    const user = '4915110000003';
    await post(cloudApiBody({ messages: ['hello', '2', 'no'].map((word) => text(user, word)) }));
    await expect.poll(() => sendsTo(user).length, { timeout: 40_000 }).toBe(5);
    const ids = sendsTo(user).map(({ replyId }) => replyId);
    expect(ids).toEqual(ids.toSorted());
    expect(JSON.stringify(sendsTo(user).at(-1)?.body)).toContain('goodbye');
  });

  it.each([
    ['no signature', () => ({})],
    [
      'another algorithm',
      (body: string) => ({ 'x-hub-signature-256': sign(body).replace('sha256', 'sha1') }),
    ],
    [
      'upper-case hex',
      (body: string) => ({ 'x-hub-signature-256': `sha256=${sign(body).slice(7).toUpperCase()}` }),
    ],
    ['the signature of another body', () => ({ 'x-hub-signature-256': sign('{}') })],
  ])('with %s is refused with 401', async (_, headersOf) => {
    const body = cloudApiBody({ messages: [text('4915110000004', 'hello')] });
    const response = await post(body, headersOf(body));
    expect([response.status, (await response.json()).code]).toEqual([401, 'invalid_signature']);
  });

  it('is accepted over unusual white space and Unicode escapes, exactly as signed', async () => {
    const body = `  ${cloudApiBody({ messages: [text('4915110000005', 'h\u00e9llo')] }).replace('h\u00e9llo', 'h\\u00e9llo')}\n`;
    expect((await post(body)).status).toBe(200);
  });

  it('answers the subscription handshake for a known token only', async () => {
    const handshake = (token: string) =>
      fetch(
        `${stack.url}/v1/webhooks/chatapp-a?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
      );
    const known = await handshake('development-only-verify-token');
    expect([known.status, await known.text()]).toEqual([200, '1158201444']);
    expect((await handshake('guess')).status).toBe(403);
  });
});

describe('the other channels', () => {
  it('accept a 360dialog message by its key and answer it', async () => {
    const body = cloudApiBody({ messages: [text('4915110000006', 'hello')] });
    const headers = { 'd360-api-key': 'development-only-d360-webhook-key' };
    expect((await stack.post('/v1/webhooks/chatapp-b', body, headers)).status).toBe(200);
    expect((await stack.post('/v1/webhooks/chatapp-b', body, { 'd360-api-key': 'guess' })).status).toBe(401);
    await expect.poll(() => sendsTo('4915110000006').length, { timeout: 40_000 }).toBe(2);
  });

  it("accept a contact center's message by user, password and address, and answer it", async () => {
    const body = JSON.stringify({
      id: 'cc-1',
      channel: { from: { id: 'visitor-7' }, time: '2026-01-01T00:00:00Z', messageId: 'cc-1' },
      type: 'Text',
      text: 'hello',
    });
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`acme-contact-center:${password}`).toString('base64')}`,
    });
    const path = '/v1/webhooks/contactcenter';
    expect((await stack.post(path, body, basic('development-only-contact-center-password'))).status).toBe(
      200,
    );
    const refused = await stack.post(path, body, basic('guess'));
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Basic'),
    ]);
    await expect.poll(() => sendsTo('visitor-7').length, { timeout: 40_000 }).toBe(2);
  });
});
