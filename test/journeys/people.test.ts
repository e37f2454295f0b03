import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({ background: false, providerUrl: provider.url });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

interface Names {
  readonly from?: string;
  readonly from_user_id?: string;
}

let sent = 0;
async function say(names: Names, message: object = {}): Promise<{ conversationId: string; user: object }> {
  sent += 1;
  const id = `wamid.people-${sent}`;
  const text = { ...textMessage('', 'hello', id), from: undefined, ...names, ...message };
  expect((await postCloudApi(stack, cloudApiBody({ messages: [text] }))).status).toBe(200);
  const event = stack.bus.events.find(({ detail }) => detail.messageId === id);
  if (!event) throw new Error(`${id} is not published`);
  const { conversationId, user } = event.detail.data as { conversationId: string; user: object };
  return { conversationId, user };
}

/** The conversations that an export of a visitor has. */
async function exported(userId: string): Promise<readonly string[]> {
  await stack.drain();
  const where = ['--channel', 'chatapp', '--tenant', 'acme', '--endpoint', stack.url];
  const { out } = await runCli(['visitor', 'export', userId, ...where]);
  const { conversations } = JSON.parse(out) as { conversations: { conversationId: string }[] };
  return conversations.map(({ conversationId }) => conversationId);
}

const changed = (system: object) => ({ type: 'system', text: undefined, system });

describe('a user known by a phone number and an ID', () => {
  it('has one conversation, begun by the number, whichever a message names, and keeps the number', async () => {
    const [from, from_user_id] = ['4915119000001', 'DE.1900001'];
    const first = await say({ from });
    expect(await say({ from, from_user_id })).toEqual(first);
    expect(await say({ from_user_id })).toEqual(first);
    expect(await say({ from })).toEqual(first);
    expect(first.user).toEqual({ id: from, phone: `+${from}` });
    await stack.drain();
    await stack.drain();
    expect(new Set(provider.sends.map(({ to }) => to))).toEqual(new Set([from]));
  });

  it('has one conversation, begun by the ID, and is answered at the number once it is known', async () => {
    const [from, from_user_id] = ['4915119000002', 'DE.1900002'];
    const { conversationId, user } = await say({ from_user_id });
    expect(user).toEqual({ id: from_user_id });
    for (const names of [{ from, from_user_id }, { from }, { from_user_id }])
      expect(await say(names)).toEqual({ conversationId, user: { id: from_user_id, phone: `+${from}` } });
  });

  it('is followed to a new number and ID; the old number is a new user', async () => {
    const [from, from_user_id] = ['4915119000003', 'DE.1900003'];
    const { conversationId } = await say({ from, from_user_id });
    const next = { from: '4915119000004', from_user_id: 'DE.1900004' };
    const notice = { type: 'user_changed_number', wa_id: next.from, user_id: next.from_user_id };
    await say({ from }, changed({ ...notice, previous_user_id: from_user_id }));
    for (const names of [next, { from: next.from }, { from_user_id: next.from_user_id }])
      expect(await say(names)).toEqual({
        conversationId,
        user: { id: next.from_user_id, phone: `+${next.from}` },
      });
    const stranger = await say({ from });
    expect(stranger.conversationId).not.toBe(conversationId);
    expect(stranger.user).toEqual({ id: from, phone: `+${from}` });
    expect(await say({ from })).toEqual(stranger);
    expect(await exported(next.from_user_id)).toEqual([conversationId]);
    expect(await exported(next.from)).toEqual([conversationId]);
    expect(await exported(from)).toEqual([stranger.conversationId]);
  });

  it('is followed to a new ID alone', async () => {
    const { conversationId } = await say({ from_user_id: 'DE.1900005' });
    const notice = { type: 'user_changed_user_id', user_id: 'DE.1900006', previous_user_id: 'DE.1900005' };
    await say({ from_user_id: 'DE.1900006' }, changed(notice));
    expect((await say({ from_user_id: 'DE.1900006' })).conversationId).toBe(conversationId);
  });

  it("shares no conversation with the number's next owner, even without a notice", async () => {
    const from = '4915119000007';
    const { conversationId } = await say({ from, from_user_id: 'DE.1900007' });
    const next = await say({ from, from_user_id: 'DE.1900008' });
    expect(next.conversationId).not.toBe(conversationId);
    expect(await say({ from })).toEqual(next);
    expect(await exported('DE.1900007')).toEqual([conversationId]);
    expect(await exported('DE.1900008')).toEqual([next.conversationId]);
    expect(await exported(from)).toEqual([next.conversationId]);
  });

  it("shares none with a number's next owner whom no ID distinguishes from its own number", async () => {
    const [from, to] = ['4915119000010', '4915119000011'];
    const { conversationId } = await say({ from });
    await say({ from }, changed({ type: 'user_changed_number', wa_id: to }));
    expect((await say({ from: to })).conversationId).toBe(conversationId);
    const next = await say({ from });
    expect(next.conversationId).not.toBe(conversationId);
    expect(await exported(to)).toEqual([conversationId]);
    expect(await exported(from)).toEqual([next.conversationId]);
  });

  it('has one conversation when two first messages arrive at once', async () => {
    const names = { from: '4915119000009', from_user_id: 'DE.1900009' };
    const both = await Promise.all([say({ from: names.from }), say(names), say({ from: names.from })]);
    expect(new Set(both.map(({ conversationId }) => conversationId)).size).toBe(1);
  });
});

describe('a user whom the provider knows by another number than the one used to write to them', () => {
  it.each([
    ['the status of a message that was taken', 'sent', '5531987650001', '553187650001'],
    ['a status that says that it failed', 'failed', '525512340001', '5215512340001'],
    ['a status among hundreds', 'read', '5531987650002', '553187650002'],
  ])('has one conversation once %s names it', async (title, status, number, waId) => {
    const { conversationId } = await say({ from: number });
    await stack.drain();
    await stack.drain();
    const id = provider.sends.findLast(({ to }) => to === number)?.id;
    const statusOf = (of: string, recipient_id: string) => ({
      ...{ id: of, status, timestamp: '1790000000', recipient_id },
    });
    const others = title.includes('hundreds') ? 120 : 0;
    const statuses = [
      ...Array.from({ length: others }, (_, n) => statusOf(`wamid.other-${n}`, `4915${n}`)),
      ...[statusOf(`${id}`, 'nobody’s number'), statusOf(`${id}`, waId)].slice(others > 0 ? 1 : 0),
    ];
    for (const some of others > 0 ? [statuses] : statuses.map((one) => [one]))
      expect((await postCloudApi(stack, cloudApiBody({ statuses: some }))).status).toBe(200);
    await stack.drain();
    for (const from of [waId, number]) expect((await say({ from })).conversationId).toBe(conversationId);
  });
});
