import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** The demo tenant's secrets are the ones before; these come in their place. */
const next = {
  whatsapp_app_secret: 'the next app secret',
  d360_webhook_key: 'the next webhook key',
  contact_center_password: 'the next password',
  app_signing_secret: 'the next signing secret',
  visitor_identity_secret: 'the next identity secret',
};

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    env: { WEBHOOK_VERIFY_TOKENS: 'the token before,the next token' },
    changeTenant: (folder) => ({ ...folder, secrets: rotated(folder.secrets) }),
  });
});
afterAll(() => stack.stop());

function rotated(secrets: Readonly<Record<string, string>>): Record<string, string> {
  const previous = Object.keys(next).flatMap((name) =>
    secrets[name] === undefined ? [] : [[`${name}_previous`, secrets[name]] as const],
  );
  return previous.length === 0 ? secrets : { ...secrets, ...Object.fromEntries(previous), ...next };
}

const body = () => cloudApiBody({ messages: [textMessage('4915110000042', 'hello')] });

/** A token of the site for its visitor. */
function visitorToken(secret: string): string {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 60;
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: 'ada', exp })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const calls = {
  signedWidget(secret: string) {
    const text = JSON.stringify({ text: 'hello', attachments: [], user: { id: '42' } });
    const session = randomUUID();
    return stack.post('/v1/webchat/messages', text, signedHeaders({ body: text, session, secret }));
  },
  visitorTokens: (secret: string) =>
    stack.post(
      '/v1/webchat/messages',
      { text: 'hello', attachments: [], user: { id: '42' } },
      {
        ...{ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
        'x-visitor-token': visitorToken(secret),
      },
    ),
  chatappA(secret: string) {
    const text = body();
    const signature = createHmac('sha256', secret).update(text).digest('hex');
    return postCloudApi(stack, text, { 'x-hub-signature-256': `sha256=${signature}` });
  },
  chatappB: (key: string) => stack.post('/v1/webhooks/chatapp-b', body(), { 'd360-api-key': key }),
  contactcenter(password: string) {
    const authorization = `Basic ${Buffer.from(`acme-contact-center:${password}`).toString('base64')}`;
    const message = { id: 'cc-42', channel: { from: { id: 'visitor' }, time: '2026-01-01T00:00:00Z' } };
    return stack.post(
      '/v1/webhooks/contactcenter',
      { ...message, type: 'Text', text: 'hello' },
      { authorization },
    );
  },
};

describe('while a secret is rotated', () => {
  it.each([
    ['chatappA', next.whatsapp_app_secret, 'development-only-whatsapp-app-secret'],
    ['chatappB', next.d360_webhook_key, 'development-only-d360-webhook-key'],
    ['contactcenter', next.contact_center_password, 'development-only-contact-center-password'],
    ['signedWidget', next.app_signing_secret, 'development-only-app-signing-secret'],
    ['visitorTokens', next.visitor_identity_secret, 'development-only-visitor-identity-secret'],
  ] as const)('%s takes the next one and the one before, and no other', async (name, current, previous) => {
    expect((await calls[name](current)).status).toBe(200);
    expect((await calls[name](previous)).status).toBe(200);
    expect((await calls[name]('another')).status).toBe(401);
  });

  it('the handshake accepts the next verify token and the previous one, and no other', async () => {
    const handshake = async (token: string) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '1',
      });
      return (await fetch(`${stack.url}/v1/webhooks/chatapp-a?${query}`)).status;
    };
    const statuses = await Promise.all(['the token before', 'the next token', 'another'].map(handshake));
    expect(statuses).toEqual([200, 200, 403]);
  });
});
