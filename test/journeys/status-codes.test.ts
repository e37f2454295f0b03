import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problem } from '../../src/contract/problem-body.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const messages = '/v1/webchat/messages';
const formA = (more: object = {}) => ({
  tenantId: 'acme',
  conversationId: null,
  channel: 'webchat',
  from: { id: randomUUID() },
  content: { text: 'hello' },
  ...more,
});
const formB = (more: object = {}) => ({ text: 'hello', attachments: [], user: { id: '42' }, ...more });
const headersB = (more: Record<string, string> = {}) => ({
  'x-tenant-id': 'acme',
  'x-widget-id': 'acme-web',
  'x-session-id': randomUUID(),
  ...more,
});

interface Case {
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const cases: Case[] = [
  { title: 'malformed JSON', status: 400, code: 'invalid_body', body: '{"text":' },
  { title: 'a body that is no object', status: 400, code: 'invalid_body', body: [] },
  { title: 'a body of neither form', status: 400, code: 'invalid_body', body: { hello: 1 } },
  { title: 'a body of both forms', status: 400, code: 'invalid_body', body: { ...formA(), ...formB() } },
  {
    title: 'Form A without conversationId',
    status: 400,
    code: 'invalid_body',
    body: formA({ conversationId: undefined }),
  },
  {
    title: 'Form A with blank text',
    status: 400,
    code: 'invalid_body',
    body: formA({ content: { text: '  ' } }),
  },
  {
    title: 'Form A with a text of 4097 characters',
    status: 400,
    code: 'invalid_body',
    body: formA({ content: { text: 'a'.repeat(4097) } }),
  },
  {
    title: 'Form A whose header names another tenant',
    status: 400,
    code: 'invalid_header',
    body: formA(),
    headers: { 'x-tenant-id': 'globex' },
  },
  {
    title: 'Form B with empty text and no attachment',
    status: 400,
    code: 'invalid_body',
    body: formB({ text: '' }),
    headers: headersB(),
  },
  {
    title: 'Form B with metadata over 16 KiB',
    status: 400,
    code: 'invalid_body',
    body: formB({ metadata: { a: 'x'.repeat(17_000) } }),
    headers: headersB(),
  },
  {
    title: 'Form B without a widget header',
    status: 400,
    code: 'missing_header',
    body: formB(),
    headers: { 'x-tenant-id': 'acme' },
  },
  {
    title: 'Form B without a session header',
    status: 400,
    code: 'missing_header',
    body: formB(),
    headers: { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web' },
  },
  {
    title: 'Form B whose session is no UUID',
    status: 400,
    code: 'invalid_header',
    body: formB(),
    headers: headersB({ 'x-session-id': 'me' }),
  },
  {
    title: 'a blank idempotency key',
    status: 400,
    code: 'invalid_header',
    body: formB(),
    headers: headersB({ 'idempotency-key': '' }),
  },
  {
    title: 'an over-long idempotency key',
    status: 400,
    code: 'invalid_header',
    body: formB(),
    headers: headersB({ 'idempotency-key': 'k'.repeat(256) }),
  },
  {
    title: 'a doubled idempotency key',
    status: 400,
    code: 'invalid_header',
    body: formB(),
    headers: headersB({ 'idempotency-key': 'a, a' }),
  },
  {
    title: 'two different idempotency keys',
    status: 400,
    code: 'invalid_header',
    body: formB(),
    headers: headersB({ 'idempotency-key': 'a', 'x-idempotency-key': 'b' }),
  },
  { title: 'Form B without a tenant header', status: 401, code: 'missing_tenant', body: formB() },
  {
    title: 'an origin that is not allowed',
    status: 403,
    code: 'origin_not_allowed',
    body: formA(),
    headers: { origin: 'https://evil.example' },
  },
  {
    title: 'the origin null',
    status: 403,
    code: 'origin_not_allowed',
    body: formA(),
    headers: { origin: 'null' },
  },
  { title: 'an unknown tenant', status: 404, code: 'tenant_not_found', body: formA({ tenantId: 'nobody' }) },
  {
    title: 'a suspended tenant',
    status: 404,
    code: 'tenant_not_found',
    body: formA({ tenantId: 'initech' }),
  },
  {
    title: 'an unknown widget',
    status: 404,
    code: 'widget_not_found',
    body: formA(),
    headers: { 'x-widget-id': 'nothing' },
  },
  {
    title: "another tenant's widget",
    status: 404,
    code: 'widget_not_found',
    body: formA(),
    headers: { 'x-widget-id': 'globex-web' },
  },
  {
    title: 'an unknown conversation',
    status: 404,
    code: 'conversation_not_found',
    body: formA({ conversationId: 'nothing' }),
  },
  {
    title: 'a body over 128 KiB',
    status: 413,
    code: 'body_too_large',
    body: formB({ text: 'a'.repeat(140_000) }),
  },
  {
    title: 'a body that is no JSON by its type',
    status: 415,
    code: 'unsupported_media_type',
    body: formB(),
    headers: { 'content-type': 'text/plain' },
  },
];

describe('a web chat message', () => {
  it.each(cases)('with $title is refused with $status $code', async ({ status, code, body, headers }) => {
    const response = await stack.post(messages, body, { 'x-correlation-id': 'a-b.c', ...headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-correlation-id')).toBe('a-b.c');
    expect(problem.parse(await response.json())).toMatchObject({ status, code, correlationId: 'a-b.c' });
  });

  it('in Form A is answered in Form A', async () => {
    const response = await stack.post(messages, formA());
    expect(response.status).toBe(200);
    const { conversationId, status, replies, ...rest } = await response.json();
    const logged = { id: expect.any(String), seq: 1, timestamp: expect.any(String) };
    expect({ status, rest }).toEqual({ status: 'active', rest: { next: null, message: logged } });
    expect(conversationId).toMatch(/^[\w-]{24}$/);
    expect(replies[0]).toMatchObject({ id: expect.any(String), seq: 2 });
    expect(replies.at(-1).choices.length).toBeGreaterThan(1);
  });

  it('in Form B is answered in Form B', async () => {
    const response = await stack.post(messages, formB(), headersB());
    expect(response.status).toBe(200);
    const answer = await response.json();
    expect(Object.keys(answer).sort()).toEqual([
      'conversationId',
      'flow',
      'handoff',
      'messageId',
      'next',
      'replies',
    ]);
    expect(answer.flow).toMatchObject({ id: 'support', version: 1 });
    expect(answer.replies[0]).toMatchObject({ author: 'bot' });
    expect(answer.replies[0].id > answer.messageId).toBe(true);
  });

  it('continues the conversation of its session', async () => {
    const headers = headersB();
    const first = await (await stack.post(messages, formB(), headers)).json();
    const second = await (await stack.post(messages, formB({ text: '1' }), headers)).json();
    expect(second.conversationId).toBe(first.conversationId);
    expect(second.messageId > first.replies.at(-1).id).toBe(true);
  });

  it("can't continue another visitor's conversation", async () => {
    const { conversationId } = await (await stack.post(messages, formA())).json();
    const response = await stack.post(messages, formA({ conversationId }));
    expect(response.status).toBe(404);
  });

  it('is answered again for the same key and body, and refused for another body', async () => {
    const key = randomUUID();
    const headers = headersB({ 'x-idempotency-key': key });
    const first = await stack.post(messages, formB(), headers);
    const again = await stack.post(messages, formB(), {
      ...headers,
      'idempotency-key': key,
    });
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    const other = await stack.post(messages, formB({ text: 'other' }), headers);
    expect([other.status, (await other.json()).code]).toEqual([409, 'idempotency_conflict']);
  });

  it('is answered to its origin only, and so are errors', async () => {
    const origin = 'https://www.acme.example';
    for (const body of [formA(), formA({ content: {} })]) {
      const { headers } = await stack.post(messages, body, { origin });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('vary')).toContain('Origin');
      expect(headers.get('access-control-expose-headers')).toContain('retry-after');
    }
    const refused = await stack.post(messages, formA(), { origin: 'https://evil.example' });
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    // Or a cache would give the refusal to an origin that is allowed.
    expect(refused.headers.get('vary')).toContain('Origin');
  });
});

describe('the web chat routes', () => {
  it.each([messages, '/v1/webchat/conversations/c/messages'])('answer a preflight of %s', async (path) => {
    const preflight = (origin: string) =>
      fetch(stack.url + path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await preflight('https://www.acme.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://www.acme.example');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-idempotency-key');
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('refuse unknown paths and methods', async () => {
    expect((await fetch(`${stack.url}/v1/nothing`)).status).toBe(404);
    const wrong = await fetch(stack.url + messages, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});
