import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** The demo tenant's secrets are the ones before; these come in their place. */
const next = {
  whatsapp_app_secret: 'the next app secret',
  d360_webhook_key: 'the next webhook key',
  contact_center_password: 'the next password',
};

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
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

const calls = {
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
  ] as const)('%s takes the next one and the one before, and no other', async (name, current, previous) => {
    expect((await calls[name](current)).status).toBe(200);
    expect((await calls[name](previous)).status).toBe(200);
    expect((await calls[name]('another')).status).toBe(401);
  });
});
