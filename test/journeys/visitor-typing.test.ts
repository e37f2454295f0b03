import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxFeedTable } from '../../src/aws/inbox-tables.ts';
import { pollInbox } from '../../src/operations/handoff/poll-inbox.ts';
import { type Center, startCenter } from '../support/center.ts';
import { maria } from '../support/inbox.ts';

let all: Center;
beforeAll(async () => {
  all = await startCenter();
});
afterAll(() => all.stop());

const tell = (conversationId: string, session: string, body: unknown, headers: Record<string, string> = {}) =>
  all.stack.post(`/v1/webchat/conversations/${conversationId}/typing`, body, {
    'x-tenant-id': 'acme',
    'x-session-id': session,
    ...headers,
  });

/** Whether somebody who looks at the conversation in the inbox sees that its visitor writes. */
async function seen(conversationId: string): Promise<boolean | undefined> {
  const { ports, stack, nowMs } = all;
  const feed = new InboxFeedTable(stack.clients.dynamodb, String(stack.env.TABLE_PREFIX), nowMs);
  const watched = { conversationId, after: null, typing: false };
  const asked = { tenantId: 'acme', userId: maria.id, cursor: null, watched, waits: false, isAway: false };
  return (await pollInbox({ ...ports, feed }, asked)).watched?.typing;
}

describe('a visitor who is typing', () => {
  it('is shown to agents who look at the conversation, for some seconds, and no longer once they stop', async () => {
    const visitor = await all.begin();
    await all.as(maria, true).take(visitor.conversationId, { takeOver: true });
    expect(await seen(visitor.conversationId)).toBe(false);
    const told = await tell(visitor.conversationId, visitor.session, { on: true });
    expect([told.status, await told.text()]).toEqual([204, '']);
    expect(await seen(visitor.conversationId)).toBe(true);
    expect((await tell(visitor.conversationId, visitor.session, { on: false })).status).toBe(204);
    expect(await seen(visitor.conversationId)).toBe(false);
    all.clock.aheadMs += 4_000;
    await tell(visitor.conversationId, visitor.session, { on: true });
    all.clock.aheadMs += 7_000;
    expect(await seen(visitor.conversationId)).toBe(false);
  });

  it('is reported to a contact center at once, or not at all', async () => {
    const visitor = await all.beginTold();
    await tell(visitor.conversationId, visitor.session, { on: true });
    await all.drain();
    const last = all.told(visitor.conversationId).at(-1);
    expect(last).toMatchObject({ type: 'typing', until: expect.any(String) });
    expect(last?.position).toBeUndefined();
    const { length } = all.told(visitor.conversationId);
    all.clock.aheadMs += 10_000;
    await tell(visitor.conversationId, visitor.session, { on: true });
    all.clock.aheadMs += 6_000;
    await all.drain();
    expect(all.told(visitor.conversationId)).toHaveLength(length);
  });

  it('is checked as their polls are', async () => {
    const visitor = await all.begin();
    const { conversationId: id, session } = visitor;
    const statusOf = async (response: Promise<Response>) => {
      const answer = await response;
      return [answer.status, (await answer.json()).code];
    };
    expect(await statusOf(tell(id, randomUUID(), { on: true }))).toEqual([404, 'conversation_not_found']);
    expect(await statusOf(tell('unknown', session, { on: true }))).toEqual([404, 'conversation_not_found']);
    expect(await statusOf(tell(id, session, { on: 'yes' }))).toEqual([400, 'invalid_body']);
    const elsewhere = { 'x-tenant-id': 'globex' };
    expect(await statusOf(tell(id, session, { on: true }, elsewhere))).toEqual([
      404,
      'conversation_not_found',
    ]);
    const stranger = { origin: 'https://elsewhere.example' };
    expect(await statusOf(tell(id, session, { on: true }, stranger))).toEqual([403, 'origin_not_allowed']);
  });
});
