import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Center, startCenter } from '../support/center.ts';
import type { Fault } from '../support/watched-calls.ts';

let all: Center;
beforeAll(async () => {
  all = await startCenter();
});
afterAll(() => all.stop());

it('case 22: a center that fails for an hour while forty messages wait and the visitor leaves receives only the end of what it had opened', async () => {
  const opened = await all.beginTold();
  const before = all.center.taken.length;
  // Not again before the end: a slow machine would try the one that is not opened meanwhile.
  all.center.setMood({ fails: true });
  const never = await all.beginTold();
  for (let n = 0; n < 40; n += 1) await opened.says(`line ${n}`);
  await all.wait(60 * 60, 5 * 60);
  await never.says('bot please');
  await opened.says('bot please');
  all.center.setMood({ fails: false });
  await all.wait(32 * 60, 16 * 60);
  await all.drain();
  expect(all.told(never.conversationId)).toEqual([]);
  expect(all.told(opened.conversationId).map(({ type, position }) => [type, position])).toEqual([
    ['open', 1],
    ['end', 2],
  ]);
  expect(all.center.taken.length).toBe(before + 1);
});

it.each(['acme/whatsapp-360', 'acme/contact-center'])(
  'case 9: of thirty messages by %s there are thirty on the bus, each once, with their author',
  async (account) => {
    const visitor = await all.beginOn(account);
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`);
    for (const line of lines) await visitor.says(line);
    const received = all.stack.bus.events
      .filter(
        (event) =>
          event['detail-type'] === 'Conversation.MessageReceived' &&
          event.detail.conversationId === visitor.conversationId,
      )
      .map(({ detail }) => ({ id: detail.messageId, ...(detail.data as { text: string; user: object }) }));
    expect(received.map(({ text }) => text).slice(-30)).toEqual(lines);
    expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
    for (const { user } of received) expect(user).toMatchObject({ id: visitor.userId });
  },
);

describe('a message that a center sends again, six minutes later and behind 25 others', () => {
  const credentials = 'acme-contact-center:development-only-contact-center-password';
  const troubles = [
    ['whose receipt could not be written', 'BatchWriteItem', 'refused'],
    ['whose place on the queue was not confirmed', 'SendMessage', 'answer-lost'],
    ['which the queue has not taken', 'SendMessage', 'refused'],
  ] as const;

  it.each(troubles)('is logged once: %s', async (_, operation, fault) => {
    const visitor = await all.beginTold();
    const agent = await all.agentOf(visitor.conversationId);
    await agent.says('Hello.');
    const { handoffId } = agent;
    const body = { handoffId, id: randomUUID(), agent: { id: 'zoe', name: 'Zoe' }, type: 'Text' };
    const deliver = async (broken?: Fault) => {
      all.watched.breakCall = (call) => (call.operation === operation ? broken : undefined);
      const { status } = await all.stack.post(
        '/v1/webhooks/contactcenter',
        { ...body, text: 'Once only.' },
        { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      );
      all.watched.breakCall = () => undefined;
      await all.drain();
      return status;
    };
    expect(await deliver(fault)).toBeGreaterThanOrEqual(500);
    for (let n = 0; n < 25; n += 1) await agent.send({ text: `line ${n}` });
    await all.wait(6 * 60);
    // Trouble again: since when it was tried first is remembered.
    expect(await deliver(fault)).toBeGreaterThanOrEqual(500);
    await all.wait(6 * 60);
    expect(await deliver()).toBe(200);
    expect((await visitor.texts()).filter((text) => text === '= Once only.')).toHaveLength(1);
    expect(await visitor.texts()).toHaveLength(4 + 1 + 1 + 25);
  });
});
