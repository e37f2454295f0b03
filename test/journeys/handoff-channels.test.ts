import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { handoffOf } from '../../src/domain/handoff.ts';
import { showAttention } from '../../src/operations/handoff/show-attention.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';

const mood = { current: (): ReturnType<ProviderMood> => 200 };
let desk: Desk;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider(mood);
  desk = await startDesk({ providerUrl: provider.url });
});
afterAll(async () => {
  await desk.stack.stop();
  await provider.stop();
});

/** Somebody who writes to acme's WhatsApp number, by the provider's clock now. */
async function begin() {
  const from = `49151${Math.floor(Math.random() * 1e8)}`;
  const written: string[] = [];
  const says = async (body: string) => {
    const atS = Math.floor(desk.nowMs() / 1000);
    written.push(`wamid.${randomUUID()}`);
    const message = textMessage(from, body, written.at(-1), atS);
    const contacts = [{ wa_id: from, profile: { name: 'Ada' } }];
    const response = await postCloudApi(desk.stack, cloudApiBody({ contacts, messages: [message] }));
    expect(response.status).toBe(200);
    await desk.stack.drain();
  };
  await says('hello');
  await says('my order');
  const id = desk.stack.bus.events.find(
    ({ detail }) => (detail.data as { user?: { id?: string } }).user?.id === from,
  )?.detail.conversationId;
  const events = () =>
    desk.stack.bus.events
      .filter(({ detail }) => detail.conversationId === id)
      .map((event) => ({
        type: event['detail-type'].replace(/^(Conversation|Channel)\./, ''),
        // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind.
        detail: event.detail as any,
      }));
  const sent = () =>
    provider.sends
      .filter(({ to }) => to === from)
      .map(({ body }) => (body.text as { body?: string } | undefined)?.body);
  /** What the provider was asked to show of humans, since it was last looked at. */
  let seen = provider.sends.length;
  const shown = () => {
    const marks = provider.sends.slice(seen).flatMap(({ body }) => (body.status === 'read' ? [body] : []));
    seen = provider.sends.length;
    return marks.map(({ message_id: id, typing_indicator: typing }) => [written.indexOf(String(id)), typing]);
  };
  const attention = async (isTyping: boolean) => {
    const stored = await desk.find(String(id));
    const live = handoffOf(stored);
    if (!live) throw new Error('nobody has it');
    await showAttention(desk.ports, stored, live, { isTyping });
    return shown();
  };
  return { id: String(id), says, events, sent, attention };
}

describe('a chat app', () => {
  it("sends an agent's messages, in order, and publishes the visitor’s once on the bus", async () => {
    const visitor = await begin();
    await desk.as(maria).take(visitor.id);
    await visitor.says('are you there?');
    await desk.as(maria).reply(visitor.id, 'Yes.');
    await desk.as(maria).giveBack(visitor.id);
    await desk.stack.drain();
    await desk.stack.drain();
    expect(visitor.sent()).toEqual([
      'How can I help?',
      'One moment, a colleague takes over.',
      'Yes.',
      'Your e-mail?',
    ]);
    const outbound = visitor.events().filter(({ type }) => type === 'OutboundRequested');
    expect(outbound.find(({ detail }) => detail.data.reply.text === 'Yes.')?.detail.data).toMatchObject({
      author: 'agent',
      agent: { name: 'Maria' },
      handoffId: expect.any(String),
    });
    const [requested] = visitor.events().filter(({ type }) => type === 'HandoffRequested');
    expect(requested?.detail.data).toMatchObject({
      account: expect.any(String),
      user: { firstName: 'Ada' },
    });
  });

  it('case 9: of thirty messages during a handoff there are thirty on the bus, each once, with their author', async () => {
    const visitor = await begin();
    await desk.as(maria).take(visitor.id);
    for (let n = 0; n < 30; n += 1) await visitor.says(`line ${n}`);
    const received = visitor
      .events()
      .filter(({ type, detail }) => type === 'MessageReceived' && detail.data.text.startsWith('line'));
    expect(received.map(({ detail }) => detail.data.text)).toEqual(
      Array.from({ length: 30 }, (_, n) => `line ${n}`),
    );
    expect(new Set(received.map(({ detail }) => detail.messageId)).size).toBe(30);
    for (const { detail } of received) expect(detail.data.user.firstName).toBe('Ada');
  });

  it('accepts no text a day after the visitor’s last message, and says so before anything is written', async () => {
    const visitor = await begin();
    await desk.as(maria).take(visitor.id);
    desk.clock.aheadMs += 24 * 60 * 60_000 - 90_000;
    await desk.as(maria).reply(visitor.id, 'Just in time.');
    desk.clock.aheadMs += 60_000;
    const before = await desk.find(visitor.id);
    const late = { code: 'window_closed', status: 409 };
    await expect(desk.as(maria).reply(visitor.id, 'Too late.')).rejects.toMatchObject(late);
    await expect(desk.as(maria).close(visitor.id, { text: 'Bye.' })).rejects.toMatchObject(late);
    expect((await desk.find(visitor.id)).version).toBe(before.version);
    await visitor.says('here I am');
    await desk.as(maria).reply(visitor.id, 'And open again.');
    await desk.stack.drain();
    expect(visitor.sent().slice(-2)).toEqual(['Just in time.', 'And open again.']);
  });

  it('shows once that a message was read, and that an agent is typing, as long as they are', async () => {
    const visitor = await begin();
    await desk.as(maria).take(visitor.id);
    const writes = { type: 'text' };
    expect(await visitor.attention(false)).toEqual([[1, undefined]]);
    expect(await visitor.attention(false)).toEqual([]);
    expect(await visitor.attention(true)).toEqual([[1, writes]]);
    expect(await visitor.attention(true)).toEqual([]);
    desk.clock.aheadMs += 21_000;
    expect(await visitor.attention(true)).toEqual([[1, writes]]);
    await desk.as(maria).reply(visitor.id, 'Yes?');
    await desk.stack.drain();
    expect(await visitor.attention(false)).toEqual([]);
    // An account that sends nothing for now is not asked for this either.
    const accountId = (await desk.find(visitor.id)).accountId ?? '';
    const account = { tenantId: 'acme', channel: 'chatapp', accountId };
    const until = { untilMs: desk.nowMs() + 60_000, reason: 'http_429', held: false, failures: 1 };
    await desk.ports.pacing.block(account, until);
    desk.clock.aheadMs += 21_000;
    expect(await visitor.attention(true)).toEqual([]);
    // Nor does it try in the others' place whether that is over.
    desk.clock.aheadMs += 61_000;
    expect(await visitor.attention(true)).toEqual([]);
    await desk.ports.pacing.unblock(account);
    desk.clock.aheadMs += 21_000;
    expect(await visitor.attention(true)).toEqual([[1, writes]]);
    await visitor.says('thank you');
    expect(await visitor.attention(false)).toEqual([[2, undefined]]);
    await visitor.says('bye');
    mood.current = () => 500;
    await visitor.attention(true);
    mood.current = () => 200;
    desk.clock.aheadMs += 24 * 60 * 60_000;
    expect(await visitor.attention(true)).toEqual([]);
  });

  it('case 19: a reaction does not extend the window', async () => {
    const visitor = await begin();
    const { lastInboundAtMs } = await desk.find(visitor.id);
    desk.clock.aheadMs += 60 * 60_000;
    const { userId } = await desk.find(visitor.id);
    const atS = Math.floor(desk.nowMs() / 1000);
    const reaction = {
      from: userId.replace('+', ''),
      id: `wamid.${randomUUID()}`,
      timestamp: String(atS),
      type: 'reaction',
      reaction: { message_id: 'wamid.x', emoji: '👍' },
    };
    await postCloudApi(desk.stack, cloudApiBody({ messages: [reaction] }));
    await desk.stack.drain();
    expect((await desk.find(visitor.id)).lastInboundAtMs).toBe(lastInboundAtMs);
  });
});

describe('web chat', () => {
  it('case 9: of thirty messages during a handoff there are thirty on the bus, with name and address', async () => {
    const session = randomUUID();
    const post = (text: string) =>
      desk.stack.post(
        '/v1/webchat/messages',
        { text, attachments: [], user: { id: 'ada', firstName: 'Ada', email: 'ada@shop.example' } },
        { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
      );
    await post('hello');
    const { conversationId } = await (await post('my order')).json();
    for (let n = 0; n < 30; n += 1) await post(`line ${n}`);
    const received = desk.stack.bus.events.filter(
      (event) =>
        event['detail-type'] === 'Conversation.MessageReceived' &&
        event.detail.conversationId === conversationId,
    );
    expect(received.map(({ detail }) => (detail.data as { text: string }).text)).toEqual(
      Array.from({ length: 30 }, (_, n) => `line ${n}`),
    );
    expect(new Set(received.map(({ detail }) => detail.messageId)).size).toBe(30);
    for (const { detail } of received)
      expect(detail.data).toMatchObject({ user: { firstName: 'Ada', email: 'ada@shop.example' } });
  });
});

describe('a suspended tenant', () => {
  const setStatus = async (status: 'active' | 'suspended') => {
    const { clients, env } = desk.stack;
    const writer = new DirectoryTableWriter(clients, {
      tablePrefix: String(env.TABLE_PREFIX),
      secretPrefix: String(env.TENANT_SECRET_PREFIX),
    });
    await writer.setStatus('acme', status);
    desk.clock.aheadMs += 61_000;
  };

  it('case 14: past the deadline: nothing expires then, nor within five minutes of being resumed', async () => {
    const visitor = await desk.begin();
    desk.clock.aheadMs += 119 * 60_000;
    await setStatus('suspended');
    await desk.pass(3);
    await desk.pass(6);
    expect(handoffOf(await desk.find(visitor.conversationId))?.state).toBe('requested');
    await setStatus('active');
    await desk.pass(3);
    expect(handoffOf(await desk.find(visitor.conversationId))?.state).toBe('requested');
    await desk.pass(12);
    await desk.pass(1);
    expect((await visitor.texts()).at(-1)).toBe('< Nobody is there. Your e-mail?');
  });

  it("case 14: an agent's messages before the suspension are held, and sent in order once it is resumed", async () => {
    const visitor = await begin();
    await desk.as(maria).take(visitor.id);
    const before = visitor.sent().length;
    await setStatus('suspended');
    for (const text of ['One.', 'Two.', 'Three.']) await desk.as(maria).reply(visitor.id, text);
    await desk.stack.drain();
    await desk.pass(2);
    expect(visitor.sent().slice(before)).toEqual([]);
    await setStatus('active');
    for (let minutes = 0; minutes < 30 && visitor.sent().length < before + 3; minutes += 2)
      await desk.pass(2);
    expect(visitor.sent().slice(before)).toEqual(['One.', 'Two.', 'Three.']);
  });
});
