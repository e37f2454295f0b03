import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { poll, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** The steps of a rotation, as functions see the secret. While it changes, some see one step and some the next. */
const views = {
  before: 'the first key',
  prepared: 'the first key,k2:the second key',
  turned: 'k2:the second key,the first key',
  over: 'k2:the second key',
} as const;
type View = keyof typeof views;

let view: View = 'before';
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    createHandler(env) {
      const handlers = new Map<View, GatewayHandler>();
      return (event, context) => {
        const handler = handlers.get(view) ?? createHandler({ ...env, ID_SECRET: views[view] });
        handlers.set(view, handler);
        return handler(event, context);
      };
    },
  });
});
afterAll(() => stack.stop());

/** Does something as a function sees it that sees this step. */
function at<T>(seen: View, act: () => T): T {
  view = seen;
  return act();
}
/** What those who know each step of a rotation, in turn, find. */
async function throughAll<T>(
  act: () => Promise<T>,
  seen: readonly View[] = ['before', 'prepared', 'turned'],
) {
  const found: T[] = [];
  for (const each of seen) found.push(await at(each, act));
  return found;
}
const isOne = (found: readonly unknown[]) => new Set(found.map((each) => JSON.stringify(each))).size === 1;

const conversationOf = async (response: Response | Promise<Response>): Promise<string> =>
  (await (await response).json()).conversationId;
const inCloud = async (user: string, id = `wamid.${randomUUID()}`): Promise<unknown> => {
  const message = textMessage(user, 'hello', id);
  const response = await postCloudApi(stack, cloudApiBody({ messages: [message] }));
  expect(response.status).toBe(200);
  return stack.bus.events.findLast(({ detail }) => detail.messageId === id)?.detail.conversationId;
};
const inCenter = async (user: string): Promise<unknown> => {
  const id = randomUUID();
  const password = 'acme-contact-center:development-only-contact-center-password';
  const authorization = `Basic ${Buffer.from(password).toString('base64')}`;
  const body = {
    id,
    channel: { from: { id: user }, time: '2026-01-01T00:00:00Z' },
    type: 'Text',
    text: 'hello',
  };
  expect((await stack.post('/v1/webhooks/contactcenter', body, { authorization })).status).toBe(200);
  return stack.bus.events.findLast(({ detail }) => detail.messageId === id)?.detail.conversationId;
};
const formA = (session: string, conversationId: string | null, key: string = randomUUID()) =>
  stack.post(
    '/v1/webchat/messages',
    {
      ...{ tenantId: 'acme', conversationId, channel: 'webchat' },
      ...{ from: { id: session }, content: { text: 'hello' } },
    },
    { 'idempotency-key': key },
  );

describe('while the key of IDs is rotated', () => {
  it('a session keeps its conversation and reads it', async () => {
    const session = randomUUID();
    const found = await throughAll(() => conversationOf(say(stack, session, 'hello')));
    expect(isOne(found), String(found)).toBe(true);
    for (const seen of ['before', 'prepared', 'turned'] as const) {
      const read = await at(seen, () => poll(stack, session, String(found[0]), { wait: '0' }));
      expect(read.messages.filter(({ author }) => author === 'user')).toHaveLength(3);
    }
  });

  it('a conversation that the widget began continues, and its repeats are repeats', async () => {
    const [session, key] = [randomUUID(), randomUUID()];
    const begun = await throughAll(() => conversationOf(formA(session, null, key)));
    expect(isOne(begun), String(begun)).toBe(true);
    const next = await throughAll(() => conversationOf(formA(session, String(begun[0]))));
    expect([...new Set(next)]).toEqual([begun[0]]);
    const repeats = await throughAll(async () => {
      const response = await formA(session, String(begun[0]), `${key}-2`);
      return response.headers.get('idempotent-replayed');
    });
    expect(repeats).toEqual([null, 'true', 'true']);
  });

  it('a user of a chat app and one of the contact center keep theirs, and no message is processed twice', async () => {
    const numbers = await throughAll(() => inCloud('4915880001'));
    expect(isOne(numbers), String(numbers)).toBe(true);
    const center = await throughAll(() => inCenter('rotating-user'));
    expect(isOne(center), String(center)).toBe(true);
    const published = stack.bus.events.length;
    const again = `wamid.${randomUUID()}`;
    await throughAll(() => inCloud('4915880001', again), ['before', 'prepared', 'turned', 'prepared']);
    expect(stack.bus.events.length).toBe(published + 1);
  });

  it('a new visitor is known by the new key, also to those on the step before', async () => {
    const session = randomUUID();
    const found = await throughAll(
      () => conversationOf(say(stack, session, 'hello')),
      ['turned', 'prepared', 'over'],
    );
    expect(isOne(found), String(found)).toBe(true);
    expect(found[0]).toMatch(/^k2[\w-]{24}$/);
    const users = await throughAll(() => inCloud('4915880002'), ['turned', 'prepared', 'over']);
    expect(isOne(users), String(users)).toBe(true);
    expect(users[0]).toMatch(/^k2[\w-]{24}$/);
    const key = randomUUID();
    const begun = await throughAll(
      () => conversationOf(formA(session, null, key)),
      ['turned', 'prepared', 'turned', 'over'],
    );
    expect(isOne(begun), String(begun)).toBe(true);
  });

  it('a visitor known by the old key starts again when that is removed, and no one else does', async () => {
    const session = randomUUID();
    const [old, fresh] = await throughAll(
      () => conversationOf(say(stack, session, 'hello')),
      ['turned', 'over'],
    );
    expect(fresh).toBe(old);
    const other = randomUUID();
    const [first, second] = await throughAll(
      () => conversationOf(say(stack, other, 'hello')),
      ['before', 'over'],
    );
    expect(second).not.toBe(first);
    const refused = await at('over', () => formA(other, String(first)));
    expect(refused.status).toBe(404);
  });
});
