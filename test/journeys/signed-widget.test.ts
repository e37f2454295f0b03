import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../support/signed-headers.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const body = JSON.stringify({ text: 'hello', attachments: [], user: { id: '42' } });
const post = (headers: Record<string, string>, text = body) =>
  stack.post('/v1/webchat/messages', text, headers);

describe('a widget with a signing secret', () => {
  it('accepts a signed message, and a signed long-poll of it', async () => {
    const session = randomUUID();
    const answer = await post(signedHeaders({ body, session, key: 'k1' }));
    expect(answer.ok).toBe(true);
    const path = `/v1/webchat/conversations/${(await answer.json()).conversationId}/messages`;
    const signed = signedHeaders({ session, method: 'GET', path });
    expect((await fetch(`${stack.url}${path}?wait=0`, { headers: signed })).status).toBe(200);
    const { 'x-signature-256': _, ...unsigned } = signed;
    expect((await fetch(`${stack.url}${path}?wait=0`, { headers: unsigned })).status).toBe(401);
  });

  const session = randomUUID();
  const good = signedHeaders({ body, session, key: 'k' });
  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
  const { 'x-signature-256': _signature, ...unsigned } = good;
  it.each<[string, Record<string, string>]>([
    ['no signature', unsigned],
    ['another session', { ...good, 'x-session-id': randomUUID() }],
    ['another idempotency key', { ...good, 'x-idempotency-key': 'other' }],
    ['another time', { ...good, 'x-signature-time': String(minutesAgo(1)) }],
    ['a time of six minutes ago', signedHeaders({ body, session, timeS: minutesAgo(6) })],
    ['a time in six minutes', signedHeaders({ body, session, timeS: minutesAgo(-6) })],
    ['a time that is none', { ...good, 'x-signature-time': 'now' }],
    ['a signature of other bytes', signedHeaders({ body: `${body} `, session })],
    ['a signature for another route', signedHeaders({ body, session, method: 'GET' })],
    ['upper-case hex', { ...good, 'x-signature-256': (good['x-signature-256'] ?? '').toUpperCase() }],
    [
      'another algorithm',
      { ...good, 'x-signature-256': (good['x-signature-256'] ?? '').replace('256', '1') },
    ],
    ['the older signature over the body alone', { ...good, 'x-signature-256': overBody(body) }],
  ])('refuses %s with 401 and reveals no digest', async (_, headers) => {
    const answer = await post(headers);
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).code]).toEqual([401, 'invalid_signature']);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });
});

it('the worked example of docs/signing.md is right, and the gateway accepts it', async () => {
  const page = readFileSync('docs/signing.md', 'utf8');
  const [code = ''] = /(?<=```js\n)import[\s\S]*?(?=```)/.exec(page) ?? [];
  const { sign, example } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(page).toContain(`\`example\` is\n\n\`\`\`\n${example}\n\`\`\``);
  const [session, time] = [randomUUID(), Math.floor(Date.now() / 1000)];
  const secret = 'development-only-app-signing-secret';
  const request = { method: 'POST', path: '/v1/webchat/messages', tenant: 'acme', widget: 'acme-app' };
  const signature: string = sign({ secret, time, ...request, session, key: 'k', body });
  const headers = { ...signedHeaders({ body, session, key: 'k' }), 'x-signature-time': String(time) };
  expect((await post({ ...headers, 'x-signature-256': signature })).ok).toBe(true);
});

function overBody(text: string): string {
  return `sha256=${createHmac('sha256', 'development-only-app-signing-secret').update(text).digest('hex')}`;
}
