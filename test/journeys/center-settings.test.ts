import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { centerSignature } from '../../src/channels/contactcenter/center-signature.ts';
import { handoffOf } from '../../src/domain/handoff.ts';
import { type Center, startCenter } from '../support/center.ts';
import { maria } from '../support/inbox.ts';
import { signIn } from '../support/start-admin-api.ts';

const secret = 'a secret that both sides know';
let all: Center;
beforeAll(async () => {
  all = await startCenter({ fallback: 'inbox', fallback_after_minutes: 5, away_after_seconds: 30 }, secret);
});
beforeEach(() => all.center.setMood({ fails: false }));
afterAll(() => all.stop());

const waitingOf = async (queue: string) => {
  const places = await all.ports.inboxIndex.list('acme', { of: 'queue', name: queue }, { limit: 100 });
  return places.map(({ conversationId }) => conversationId);
};

describe('a contact center with the inbox behind it', () => {
  it("that nobody answers in time: the tenant's agents see the conversation, and the first to take it has it", async () => {
    const visitor = await all.begin();
    await all.pass(4);
    expect(await waitingOf('billing')).not.toContain(visitor.conversationId);
    await all.pass(2);
    expect(await waitingOf('billing')).toContain(visitor.conversationId);
    await all.as(maria).take(visitor.conversationId);
    await all.drain();
    expect(all.told(visitor.conversationId).at(-1)).toMatchObject({ type: 'end', by: 'taken_elsewhere' });
    await all.as(maria).reply(visitor.conversationId, 'Maria here.');
    await all.drain();
    expect(all.told(visitor.conversationId).at(-1)).toMatchObject({ type: 'end' });
  });

  it('that fails while it has the conversation: agents can take it; the center too, once it is back', async () => {
    const visitor = await all.beginTold();
    await (await all.agentOf(visitor.conversationId)).says('Zoe here.');
    all.center.setMood({ fails: true });
    await visitor.says('hello?');
    await all.wait(40, 10);
    await all.drain();
    expect((await visitor.poll()).handoff).toMatchObject({ state: 'delayed', agent: { name: 'Zoe' } });
    await all.pass(6);
    expect(await waitingOf('billing')).toContain(visitor.conversationId);
    expect(handoffOf(await all.find(visitor.conversationId))).toMatchObject({
      state: 'requested',
      reason: 'center_away',
    });
    all.center.setMood({ fails: false });
    await all.wait(16 * 60);
    await all.drain();
    await (await all.agentOf(visitor.conversationId)).says('Back again.');
    expect((await visitor.poll()).handoff).toMatchObject({ state: 'with_agent', agent: { name: 'Zoe' } });
    expect(await waitingOf('billing')).not.toContain(visitor.conversationId);
  });
});

describe('an agent of the center', () => {
  it("is shown with their picture: to the visitor, to the tenant's agents, and on the bus", async () => {
    const visitor = await all.beginTold();
    const picture = 'https://center.example/zoe.png';
    const { send } = await all.agentOf(visitor.conversationId);
    await send({ agent: { id: 'zoe', name: 'Zoe', picture }, text: 'Zoe here.' });
    await all.drain();
    await all.drain();
    const shown = await visitor.poll();
    expect(shown.handoff?.agent).toEqual({ name: 'Zoe', picture });
    expect(shown.messages.at(-1)?.agent).toEqual({ name: 'Zoe', picture });
    const editor = await signIn(all.stack, 'editor');
    const { body: list } = await editor('GET', '/handoffs?state=taken');
    expect(list.items.map(({ owner }: { owner: unknown }) => owner)).toContainEqual(
      expect.objectContaining({ name: 'Zoe', picture }),
    );
    const { body: read } = await editor('GET', `/conversations/${visitor.conversationId}/handoff`);
    expect(read.handoff.owner).toMatchObject({ kind: 'center', picture });
    const { body: inbox } = await editor('GET', `/inbox?wait=0&watch=${visitor.conversationId}`);
    expect(inbox.watched.side).toContainEqual(
      expect.objectContaining({ event: 'taken', by: expect.objectContaining({ picture }) }),
    );
    const told = visitor.events().map(({ type, detail }) => [type, detail.data.by ?? detail.data.agent]);
    expect(told).toContainEqual(['HandoffTaken', expect.objectContaining({ picture })]);
    expect(told).toContainEqual(['OutboundRequested', { name: 'Zoe', picture }]);
  });
});

describe('a center that signs', () => {
  it('is refused without a signature, with another’s, and with an expired one', async () => {
    const visitor = await all.beginTold();
    const { handoffId } = await all.agentOf(visitor.conversationId);
    const body = JSON.stringify({ id: randomUUID(), handoffId, type: 'Text', text: 'hi' });
    const password = 'acme-contact-center:development-only-contact-center-password';
    const post = async (headers: Record<string, string>) => {
      const authorization = `Basic ${Buffer.from(password).toString('base64')}`;
      return (await all.stack.post('/v1/webhooks/contactcenter', body, { authorization, ...headers })).status;
    };
    expect(await post({})).toBe(401);
    expect(await post(centerSignature('another', body, all.nowMs()))).toBe(401);
    expect(await post(centerSignature(secret, `${body} `, all.nowMs()))).toBe(401);
    expect(await post(centerSignature(secret, body, all.nowMs() - 6 * 60_000))).toBe(401);
    expect(await post(centerSignature(secret, body, all.nowMs()))).toBe(200);
    await all.drain();
    expect((await visitor.texts()).at(-1)).toBe('= hi');
  });
});
