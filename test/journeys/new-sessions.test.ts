import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressGroup } from '../../src/operations/derive-id.ts';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const perAddress = 5;

let stack: TestStack;
beforeAll(async () => {
  // All within one minute, which ends by the clock.
  const startedAtMs = Date.now();
  stack = await startTestStack({
    background: false,
    sessionsPerAddress: perAddress,
    createHandler: (env) => createHandler(env, { nowMs: () => startedAtMs }),
  });
});
afterAll(() => stack.stop());

const times = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Posts as the widget does, which names its conversation. */
async function sayAsWidget(session: string, conversationId: string | null, content: object = {}) {
  const body = {
    ...{ tenantId: 'acme', conversationId, channel: 'webchat', from: { id: session } },
    content: { text: 'hello', ...content },
  };
  return (await stack.post('/v1/webchat/messages', body, { 'x-widget-id': 'acme-web' })).status;
}

describe('new sessions of one address', () => {
  const known = times(perAddress);

  it('are limited a minute by the widget; known ones continue', async () => {
    for (const session of known) expect((await say(stack, session, 'hello')).status).toBe(200);
    const refused = await say(stack, randomUUID(), 'hello');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'too_many_new_sessions' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const session of known) expect((await say(stack, session, 'hours')).status).toBe(200);
  });

  it('leave nothing behind when they are refused, neither a place nor a conversation', async () => {
    const session = randomUUID();
    for (let n = 0; n < 3; n += 1) expect((await say(stack, session, 'hello')).status).toBe(429);
  });

  it('gain nothing by sending several messages at once', async () => {
    for (const session of times(5)) {
      const keys = times(4).map((key) => ({ 'idempotency-key': key }));
      const said = await Promise.all([{}, {}, ...keys].map((key) => say(stack, session, 'hello', key)));
      expect(said.map(({ status }) => status)).toEqual(said.map(() => 429));
    }
  });

  it.each([
    ['a conversation of their own each', null, {}],
    ['a run without a message', null, { start: true, text: '' }],
  ])('gain nothing by requesting %s at once', async (_, conversationId, content) => {
    for (const session of times(3)) {
      const said = await Promise.all(times(4).map(() => sayAsWidget(session, conversationId, content)));
      expect(said).toEqual(said.map(() => 429));
    }
  });

  it('gain nothing by guessing a conversation first', async () => {
    for (const session of times(3)) {
      expect(await sayAsWidget(session, 'of-nobody')).toBe(404);
      expect((await say(stack, session, 'hello')).status).toBe(429);
    }
  });

  it("gain nothing by guessing a known session's conversation", async () => {
    const { conversationId } = await (await say(stack, known[0] ?? '', 'hello')).json();
    for (const session of times(3)) {
      for (let n = 0; n < 2; n += 1) expect(await sayAsWidget(session, conversationId)).toBe(404);
      expect(await sayAsWidget(session, null)).toBe(429);
    }
  });
});

describe('signed requests', () => {
  it("of 500 new sessions a minute are accepted from one address, and don't count against unsigned ones", async () => {
    let nowMs = Date.now();
    const handler = createHandler(stack.env, { nowMs: () => nowMs });
    const body = JSON.stringify({ text: 'hello', attachments: [], user: { id: 'behind a server' } });
    const post = async (headers: Record<string, string>) => {
      const answer = await handler(
        httpEvent('POST', '/v1/webchat/messages', { headers, body }),
        lambdaContext,
      );
      return (answer as { statusCode: number }).statusCode;
    };
    const signed: number[] = [];
    for (const session of times(500)) {
      nowMs += 60_000 / 500;
      signed.push(await post(signedHeaders({ body, session, timeS: Math.floor(nowMs / 1000) })));
    }
    expect(signed).toEqual(signed.map(() => 200));
    const unsigned: number[] = [];
    for (const session of times(perAddress + 1))
      unsigned.push(
        await post({ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session }),
      );
    expect(unsigned).toEqual([...times(perAddress).map(() => 200), 429]);
  });
});

it.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['::ffff:192.0.2.7', '192.0.2.7', true],
  ['2001:db8:0:1::1', '2001:db8:0:1:ffff::9', true],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
])('the addresses %s and %s count as one: %s', (one, other, same) => {
  expect(addressGroup(one) === addressGroup(other)).toBe(same);
});
