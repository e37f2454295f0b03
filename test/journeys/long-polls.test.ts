import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { parseIdKeys } from '../../src/domain/message-ids.ts';
import { addressKey } from '../../src/operations/derive-id.ts';
import { say } from '../support/conversation.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** An environment's first start may take a while on a busy machine. */
const patience = { timeout: 15_000 };

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
});
afterAll(() => stack.stop());

async function begun() {
  const session = randomUUID();
  const answer = await (await say(stack, session, 'hello')).json();
  return { session, conversationId: answer.conversationId, after: answer.replies.at(-1).id };
}

type Begun = Awaited<ReturnType<typeof begun>>;

function poll({ session, conversationId }: Begun, query: string, headers: Record<string, string> = {}) {
  return fetch(`${stack.url}/v1/webchat/conversations/${conversationId}/messages?${query}`, {
    headers: { 'x-tenant-id': 'acme', 'x-session-id': session, ...headers },
  });
}

async function pollersOf({ conversationId }: Begun): Promise<readonly string[]> {
  const table = new ConversationsTable(createAwsClients(stack.env).dynamodb, String(stack.env.TABLE_PREFIX));
  return (await table.find('acme', conversationId))?.pollers ?? [];
}

/**
 * Uses up what Acme has of polls, or what an address has of them, in this window and in the next: that may begin before
 * a test's poll does.
 */
async function takeAllPolls(address?: string): Promise<readonly TenantAllowanceTable[]> {
  const counted = { suffix: 'polls', windowMs: limits.pollHoldMs };
  const startedAtMs = Date.now();
  const shares = [startedAtMs, startedAtMs + limits.pollHoldMs].map((atMs) => {
    const clients = createAwsClients(stack.env);
    return new TenantAllowanceTable(clients, String(stack.env.TABLE_PREFIX), () => atMs, counted);
  });
  for (const share of shares)
    for (let taken = 0; (await share.take('acme', limits.tenantPolls, address)).ok; taken += 1)
      expect(taken).toBeLessThan(limits.tenantPolls);
  return shares;
}

describe('long-polls', () => {
  it('return fifty messages at once, and the rest after them', async () => {
    const chat = await begun();
    for (let said = 0; said < limits.pollMessages / 2; said += 1) await say(stack, chat.session, 'hello');
    const { messages, after, next } = await (await poll(chat, 'wait=0')).json();
    expect(messages).toHaveLength(limits.pollMessages);
    expect(next).toBe('now');
    const rest = await (await poll(chat, `wait=0&after=${after}`)).json();
    expect(rest.next).toBeNull();
    expect(rest.messages[0].seq).toBe(limits.pollMessages + 1);
    // The contract's number.
    expect(limits.pollMessages).toBe(50);
  });

  it('of one conversation wait two at a time: a third makes the first answer', async () => {
    const chat = await begun();
    const query = `after=${chat.after}`;
    const first = poll(chat, query);
    await expect.poll(() => pollersOf(chat), patience).toHaveLength(1);
    const second = poll(chat, query);
    await expect.poll(() => pollersOf(chat), patience).toHaveLength(2);
    const third = poll(chat, query);
    expect(await (await first).json()).toMatchObject({ messages: [], after: chat.after });
    await say(stack, chat.session, 'something');
    for (const answer of await Promise.all([second, third]))
      expect((await answer.json()).messages[0]).toMatchObject({ author: 'user', text: 'something' });
  });

  it('of an address that has its share answer at once, and those of others wait', async () => {
    const chat = await begun();
    const [key] = parseIdKeys('a key for a laptop only');
    const own = addressKey(key, 'acme', '127.0.0.1');
    for (const share of await takeAllPolls(own))
      expect((await share.take('acme', limits.tenantPolls, 'another')).ok).toBe(true);
    const answer = await poll(chat, `after=${chat.after}`);
    expect(answer.headers.get('retry-after')).toBe(String(limits.pollAgainS));
  });

  it('of a tenant over its share answer at once, and say when to ask again', async () => {
    const chat = await begun();
    await takeAllPolls();
    const answer = await poll(chat, `after=${chat.after}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('retry-after')).toBe(String(limits.pollAgainS));
    expect(await answer.json()).toMatchObject({ messages: [], next: null });
    for (const query of ['wait=0', '']) {
      const atOnce = await poll(chat, query);
      expect(atOnce.headers.get('retry-after')).toBeNull();
      expect((await atOnce.json()).messages).not.toHaveLength(0);
    }
  });

  it('accept the last ID in a header too, so that their URL stays the same', async () => {
    const chat = await begun();
    const read = await poll(chat, 'wait=0', { 'x-after': chat.after });
    expect(await read.json()).toMatchObject({ messages: [], after: chat.after });
    const other = await poll(chat, 'wait=0&after=01M7YR9TG62MMRCM2QHZNQKH6H', { 'x-after': chat.after });
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ code: 'invalid_parameter' });
  });

  it('and answers say whether anything may come without a message: an agent has the conversation', async () => {
    const chat = await begun();
    expect(await (await poll(chat, 'wait=0')).json()).toMatchObject({ status: 'active', next: null });
    expect(await (await say(stack, chat.session, 'hello')).json()).toMatchObject({ next: null });
    expect(await (await say(stack, chat.session, 'agent')).json()).toMatchObject({ next: 'now' });
    expect(await (await poll(chat, 'wait=0')).json()).toMatchObject({ status: 'handoff', next: 'now' });
  });
});
