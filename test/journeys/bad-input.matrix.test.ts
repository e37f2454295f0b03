import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockWindow } from '../../src/aws/tenant-allowance-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { problem } from '../../src/contract/problem-body.ts';
import { say, sayUntilTaken } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ tenantLimit: 100_000 });
});
afterAll(() => stack.stop());

const messages = '/v1/webchat/messages';

/** Sends bytes as they are and gives what came back until the server closed. */
function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(stack.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('bad input', () => {
  it('of 10 MB and more is answered with 413', async () => {
    const body = JSON.stringify({ text: 'a'.repeat(10_000_000) });
    expect((await stack.post(messages, body)).status).toBe(413);
    const tooLong = await stack.post(messages, `${body}${' '.repeat(1_000_000)}`);
    expect([tooLong.status, await tooLong.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  it.each([
    ['a body in UTF-16', Buffer.from('{"text":"hi"}', 'utf16le')],
    ['a compressed body', Buffer.from('H4sIAAAAAAAAA6tWKkmtKFGyUsrIVKoFAH3n1yUNAAAA', 'base64')],
    ['bytes that are no text', Buffer.of(0xc3, 0x28, 0xff)],
  ])('as %s is refused', async (_, body) => {
    const response = await fetch(stack.url + messages, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([response.status, problem.parse(await response.json()).code]).toEqual([400, 'invalid_body']);
  });

  it('of any JSON is never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const response = await stack.post(messages, value, {
          'x-tenant-id': 'acme',
          'x-widget-id': 'acme-web',
        });
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
  });

  it('in the correlation id is replaced and never echoed', async () => {
    for (const given of ['a b', '<script>', 'ü', 'x'.repeat(129)]) {
      const response = await stack.post(
        messages,
        {},
        { 'x-correlation-id': encodeURI(given).replaceAll('%20', ' ') },
      );
      const answered = response.headers.get('x-correlation-id');
      expect(answered).toMatch(/^[\w-]{24}$/);
      expect((await response.json()).correlationId).toBe(answered);
    }
  });

  it('with headers smuggled in is refused by the parser, and the process lives', async () => {
    const answer = await sendRaw(
      `POST ${messages} HTTP/1.1\r\nhost: x\r\nx-correlation-id: a\rset-cookie: b\r\ncontent-length: 2\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(await sendRaw('\0\0\0\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect((await fetch(`${stack.url}/healthz`)).status).toBe(200);
  });
});

describe('the rate limits', () => {
  it('tell a refused session when to retry', async () => {
    const session = randomUUID();
    const taken = await Promise.all(Array.from({ length: 30 }, () => say(stack, session, 'hello')));
    expect(taken.filter(({ status }) => status === 429)).toEqual([]);
    const refused = await say(stack, session, 'hello');
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'rate_limited']);
    const retryAfterS = Number(refused.headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThan(0);
    expect(retryAfterS).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit-policy')).toBe('"session";q=30;w=60');
    expect((await say(stack, randomUUID(), 'hello')).status).toBe(200);
  });

  it('answer a repeat even when the session is at its limit', async () => {
    const session = randomUUID();
    const key = { 'idempotency-key': randomUUID() };
    const first = await (await say(stack, session, 'hello', key)).text();
    await Promise.all(Array.from({ length: 30 }, () => say(stack, session, 'hello')));
    expect((await say(stack, session, 'hello')).status).toBe(429);
    expect(await (await say(stack, session, 'hello', key)).text()).toBe(first);
  });
});

/** At once or, on a slow machine, later. */
const isLetIn = ({ status }: Pick<Response, 'status'>) => status === 200 || status === 202;

/** With sixty at once a slow machine loses answers of AWS: what was drawn by one that is lost lets nobody in. */
async function fiveAtOnce(count: number, ask: () => Promise<Response>): Promise<Response[]> {
  const responses: Response[] = [];
  while (responses.length < count) responses.push(...(await Promise.all(Array.from({ length: 5 }, ask))));
  return responses;
}

/** Says hello in a new session from another address of this machine. */
function sayFrom({ url }: TestStack, localAddress: string): Promise<{ status: number; policy: unknown }> {
  const headers = {
    ...{ 'content-type': 'application/json', 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web' },
    'x-session-id': randomUUID(),
  };
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/v1/webchat/messages`,
      { method: 'POST', localAddress, headers },
      (answer) => {
        answer.resume();
        const { statusCode = 0, headers: told } = answer;
        answer.on('end', () => resolve({ status: statusCode, policy: told['ratelimit-policy'] }));
      },
    );
    asked.on('error', reject);
    asked.end(JSON.stringify({ text: 'hello', attachments: [], user: { id: 'visitor' } }));
  });
}

describe("a tenant's limit", () => {
  it('is exact in one process, whatever single sessions waste and one address requests', async () => {
    // From the first second of the tenant's minute, which ends by the clock.
    const aheadMs = clockWindow('acme#tenant', limits.rateWindowMs, Date.now()).endMs - Date.now();
    const nowMs = () => Date.now() + aheadMs;
    const small = await startTestStack({
      tenantLimit: 50,
      createHandler: (env) => createHandler(env, { nowMs }),
    });
    try {
      const greedy = randomUUID();
      const wasted = await fiveAtOnce(60, () => sayUntilTaken(small, greedy, 'hello'));
      expect(wasted.filter(isLetIn)).toHaveLength(30);
      const others = await fiveAtOnce(40, () => sayUntilTaken(small, randomUUID(), 'hello'));
      expect(others.filter(isLetIn)).toHaveLength(10);
      const [refused] = others.filter(({ status }) => status === 429);
      expect(refused?.headers.get('ratelimit-policy')).toBe('"address";q=50;w=60');
      for (let n = 2; n < 12; n += 1) expect(isLetIn(await sayFrom(small, `127.0.0.${n}`))).toBe(true);
      expect(await sayFrom(small, '127.0.0.12')).toEqual({ status: 429, policy: '"tenant";q=50;w=60' });
    } finally {
      await small.stop();
    }
  });
});

describe('metadata that no expression can hold', () => {
  it.each([
    ['is nested too deep does not stop the turn', `${'{"a":'.repeat(25)}1${'}'.repeat(25)}`, 200],
    ['holds a list of 101 is refused', `{"list":[${'1,'.repeat(100)}1]}`, 400],
    ['holds lists of 100 is taken', `{"list":[${'1,'.repeat(99)}1],"other":[${'1,'.repeat(99)}1]}`, 200],
    [
      'holds more than 2,000 values is refused',
      `{"a":[${'[1,1,1,1],'.repeat(99)}[]],"b":[${'[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],'.repeat(99)}[]]}`,
      400,
    ],
  ])('because it %s', async (_, metadata, status) => {
    const body = `{"text":"hello","attachments":[],"user":{"id":"visitor"},"metadata":${metadata}}`;
    const answer = await stack.post(messages, body, {
      'x-tenant-id': 'acme',
      'x-widget-id': 'acme-web',
      'x-session-id': randomUUID(),
    });
    expect(answer.status).toBe(status);
    if (status === 400) expect((await answer.json()).errors).toMatchObject([{ path: 'metadata' }]);
  });
});

describe('the long-poll', () => {
  it.each([
    ['of 3,000 characters', 'x'.repeat(3_000)],
    ['with a NUL', '%00'],
    ['with a separator', 'a%23b'],
  ])('answers 404 for a conversation %s', async (_, conversationId) => {
    const path = `/v1/webchat/conversations/${conversationId}/messages?wait=0`;
    const headers = { 'x-tenant-id': 'acme', 'x-session-id': randomUUID() };
    const answer = await fetch(stack.url + path, { headers });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([answer.status, problem.parse(await answer.json()).code]).toEqual([404, 'conversation_not_found']);
  });
});
