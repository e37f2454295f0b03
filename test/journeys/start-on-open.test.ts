import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ createHandler, background: false });
});
afterAll(() => stack.stop());

interface Opened {
  readonly session?: string;
  readonly key?: string;
  readonly token?: string;
}

/** What a widget sends when a visitor opens it; `more` stands in the place of parts of it. */
function open({ session = randomUUID(), key = randomUUID(), token }: Opened = {}, more: object = {}) {
  const body = {
    ...{ tenantId: 'acme', conversationId: null, channel: 'webchat', from: { id: session } },
    ...{ content: { text: '', start: true }, ...more },
  };
  return stack.post('/v1/webchat/messages', body, {
    'x-session-id': session,
    'idempotency-key': key,
    ...(token !== undefined && { 'x-visitor-token': token }),
  });
}

async function logOf(session: string, conversationId: string) {
  const path = `/v1/webchat/conversations/${conversationId}/messages?wait=0`;
  const answer = await fetch(stack.url + path, {
    headers: { 'x-tenant-id': 'acme', 'x-session-id': session },
  });
  return (await answer.json()).messages;
}

function personsToken(sub: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 600;
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub, exp })}`;
  const secret = 'development-only-visitor-identity-secret';
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

describe('a chat that is opened', () => {
  it('is greeted by its flow, and its log holds nothing that the visitor has not sent', async () => {
    const session = randomUUID();
    const answer = await (await open({ session })).json();
    expect(answer).toMatchObject({ status: 'active', next: null });
    expect(answer.message).toBeUndefined();
    expect(answer.replies.map(({ text }: { text: string }) => text)).toEqual([
      'Hello! This is Acme.',
      'What can we do for you?',
    ]);
    const log = await logOf(session, answer.conversationId);
    expect(log).toEqual(
      answer.replies.map((reply: object) => ({ ...reply, author: 'bot', seq: expect.any(Number) })),
    );
    expect(log.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2]);
  });

  it('begins once for a key, and counts as one message of its session’s minute', async () => {
    const [session, key] = [randomUUID(), randomUUID()];
    const first = await open({ session, key });
    const again = await open({ session, key });
    expect(await again.json()).toEqual(await first.json());
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('ratelimit')).toContain('r=29');
  });

  it("continues with the visitor's message, and the answer says where the log has both", async () => {
    const session = randomUUID();
    const { conversationId } = await (await open({ session })).json();
    const said = await (
      await open({ session }, { conversationId, content: { text: 'Track an order' } })
    ).json();
    expect(said.message).toMatchObject({ seq: 3 });
    const log = await logOf(session, conversationId);
    expect(log.slice(2)).toEqual([
      { ...said.message, author: 'user', text: 'Track an order' },
      ...said.replies.map((reply: object) => ({ ...reply, author: 'bot' })),
    ]);
  });

  it("leaves the visitor's conversation elsewhere unchanged", async () => {
    const token = personsToken('starter-1');
    const here = await (await open({ token })).json();
    const asked = await (
      await open({ token }, { conversationId: here.conversationId, content: { text: 'Track an order' } })
    ).json();
    expect(asked.replies[0].text).toContain('What is your order number?');
    const there = await (await open({ token })).json();
    expect(there).toMatchObject({ conversationId: here.conversationId, status: 'active', replies: [] });
    const next = await (
      await open({ token }, { conversationId: here.conversationId, content: { text: '1001' } })
    ).json();
    expect(next.replies[0].text).toContain('Order 1001 is shipped');
  });

  it.each<[string, object]>([
    ['with a text', { content: { text: 'hello', start: true } }],
    ['in a conversation', { conversationId: 'c', content: { text: '', start: true } }],
    ['with a file', { content: { text: '', start: true, attachments: [{ fileId: 'f'.repeat(22) }] } }],
    ['by halves', { content: { text: '', start: false } }],
  ])('can’t be started %s', async (_, body) => {
    const refused = await open({}, body);
    expect(refused.status).toBe(400);
    expect((await refused.json()).code).toBe('invalid_body');
  });
});
