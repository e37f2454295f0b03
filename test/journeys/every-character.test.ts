import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudApiBody, signatureOf, textMessage } from '../support/cloud-api.ts';
import { poll } from '../support/conversation.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let echoes: TestStack;
let demo: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  echoes = await startTestStack({ providerUrl: provider.url, changeTenant: echoTenant });
  demo = await startTestStack();
});
afterAll(async () => {
  await Promise.all([echoes.stop(), demo.stop()]);
  await provider.stop();
});

const hostile = 'ok 👍🏽 👩‍👩‍👧 𝒳 a\ufffeb\uffffc';

/** Each webhook: how a user's text comes in, with a name that is as hostile. */
const webhooks = {
  'chatapp-a': (from: string, text: string) => {
    const body = cloudApiBody({
      contacts: [{ wa_id: from, profile: { name: hostile } }],
      messages: [textMessage(from, text)],
    });
    return { body, headers: { 'x-hub-signature-256': signatureOf(body) } };
  },
  'chatapp-b': (from: string, text: string) => ({
    body: cloudApiBody({
      contacts: [{ wa_id: from, profile: { name: hostile } }],
      messages: [textMessage(from, text)],
    }),
    headers: { 'd360-api-key': 'development-only-d360-webhook-key' },
  }),
  contactcenter: (from: string, text: string) => ({
    body: JSON.stringify({
      id: randomUUID(),
      channel: { from: { id: from, firstName: hostile }, time: '2026-01-01T00:00:00Z' },
      type: 'Text',
      text,
    }),
    headers: {
      authorization: `Basic ${Buffer.from('acme-contact-center:development-only-contact-center-password').toString('base64')}`,
    },
  }),
};

describe('a text with emoji and with characters that no queue accepts', () => {
  it.each(Object.entries(webhooks))('arrives by %s, is run and sent unchanged', async (path, inbound) => {
    const user = `49151500${Math.floor(Math.random() * 90_000 + 10_000)}`;
    const textsTo = () =>
      provider.sends.filter(({ to }) => to === user).map(({ body }) => JSON.stringify(body));
    for (const [n, text] of ['hello', hostile].entries()) {
      const { body, headers } = inbound(user, text);
      expect((await echoes.post(`/v1/webhooks/${path}`, body, headers)).status).toBe(200);
      await expect.poll(() => textsTo().length, { timeout: 40_000 }).toBe(n + 1);
    }
    expect(textsTo().at(-1)).toContain(JSON.stringify(hostile).slice(1, -1));
  });

  it('does not prevent a slow reply of web chat from being announced and delivered', async () => {
    const session = randomUUID();
    const ids = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
    const user = { id: 'visitor', firstName: hostile };
    const post = (text: string) =>
      demo.post('/v1/webchat/messages', { text, attachments: [], user, metadata: { hostile } }, ids);
    await post('hello');
    const accepted = await post('warehouse');
    expect(accepted.status).toBe(202);
    const { conversationId, after } = await accepted.json();
    // A long-poll that ends without a message is asked again.
    const given = async () => (await poll(demo, session, conversationId, { after })).messages;
    await expect
      .poll(async () => (await given()).map(({ text }) => text), { timeout: 50_000 })
      .toContain('The warehouse says: order 1002 is in preparation.');
  });
});
