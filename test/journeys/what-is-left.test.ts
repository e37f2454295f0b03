import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const clock = { nowMs: Date.parse('2026-01-01T00:00:00Z') };
const nowMs = () => clock.nowMs;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    changeTenant: echoTenant,
    createHandler: (env) => createHandler(env, { nowMs }),
  });
});
afterAll(() => stack.stop());

const told = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
const policy = '"session";q=30;w=60';

describe('an answer says how much is left of the session’s minute', () => {
  it('counting down, and up again when a place is free', async () => {
    const session = randomUUID();
    expect(told(await say(stack, session, 'one'))).toEqual([policy, '"session";r=29;t=60']);
    clock.nowMs += 20_000;
    expect(told(await say(stack, session, 'two'))).toEqual([policy, '"session";r=28;t=40']);
    clock.nowMs += 41_000;
    // The first is over a minute ago.
    expect(told(await say(stack, session, 'three'))).toEqual([policy, '"session";r=28;t=19']);
  });

  it('none with the last message, as the refusal of the next says', async () => {
    const session = randomUUID();
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push(await say(stack, session, 'hello'));
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
    const none = [policy, '"session";r=0;t=60'];
    expect(answers.slice(29).map(told)).toEqual([none, none]);
  });

  it('also to a page, and not with a replay, which takes no place', async () => {
    const session = randomUUID();
    const headers = { 'idempotency-key': randomUUID(), origin: 'https://www.acme.example' };
    const first = await say(stack, session, 'hello', headers);
    expect(first.headers.get('access-control-expose-headers')).toMatch(/ratelimit, ratelimit-policy/);
    const again = await say(stack, session, 'hello', headers);
    expect([again.headers.get('idempotent-replayed'), ...told(again)]).toEqual(['true', null, null]);
  });
});

describe('a HEAD', () => {
  const head = (path: string, headers: Record<string, string> = {}) =>
    fetch(stack.url + path, { method: 'HEAD', headers });

  it('of the settings and of a poll answers like the GET, without a body, and does not wait', async () => {
    const session = randomUUID();
    const { conversationId, replies } = await (await say(stack, session, 'hello')).json();
    const visitor = { 'x-tenant-id': 'acme', 'x-session-id': session };
    const poll = `/v1/webchat/conversations/${conversationId}/messages?after=${replies.at(-1).id}`;
    for (const [path, headers] of [
      ['/v1/webchat/settings?tenant=acme&widget=acme-web', {}],
      [poll, visitor],
    ] as const) {
      const answer = await head(path, headers);
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
    const strangers = await head(poll, { ...visitor, 'x-session-id': randomUUID() });
    expect([strangers.status, await strangers.text()]).toEqual([404, '']);
  });

  it.each([
    ['/v1/webchat/messages', 405, 'POST, OPTIONS'],
    ['/v1/webhooks/chatapp-a', 405, 'POST, GET'],
    ['/v1/nothing', 404, null],
  ])('of %s is %i', async (path, status, allow) => {
    const answer = await head(path);
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([status, allow, '']);
  });
});
