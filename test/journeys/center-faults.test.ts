import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Center, startCenter } from '../support/center.ts';

let all: Center;
beforeAll(async () => {
  all = await startCenter();
});
afterAll(() => all.stop());

it('case 22: of a center that fails for an hour while forty messages wait and the visitor gives up: nothing of what it never opened, only the end of what it had', async () => {
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
  'case 9: of thirty messages by %s there are thirty on the bus, each once, with who wrote them',
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
