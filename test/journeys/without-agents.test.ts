import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Center, startCenter } from '../support/center.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';

let desk: Desk;
let center: Center;
beforeAll(async () => {
  [desk, center] = await Promise.all([startDesk(), startCenter()]);
});
afterAll(() => Promise.all([desk.stack.stop(), center.stop()]));

/** What a visitor's client reads, as it stands. */
const shown = async (visitor: Awaited<ReturnType<Desk['begin']>>) => {
  const { status, handoff } = await visitor.poll();
  return { status, state: handoff?.state ?? null, agent: handoff?.agent ?? null };
};

describe('a visitor whom no agent answers sees', () => {
  it("without agents: that one is being found, with their place; at the deadline the flow's message", async () => {
    const first = await desk.begin();
    const second = await desk.begin();
    const ofFirst = (await first.poll()).handoff;
    const ofSecond = (await second.poll()).handoff;
    expect([ofFirst?.state, ofFirst?.position]).toEqual(['waiting', 1]);
    expect([ofSecond?.state, ofSecond?.position]).toEqual(['waiting', 2]);
    await second.says('is anybody there?');
    expect((await second.texts()).at(-1)).toBe('> is anybody there?');
    await desk.pass(121);
    await desk.pass(1);
    expect(await shown(second)).toEqual({ status: 'active', state: null, agent: null });
    expect((await second.texts()).at(-1)).toBe('< Nobody is there. Your e-mail?');
    expect((await second.says('ada@shop.example')).replies[0].text).toBe('Noted ada@shop.example.');
  });

  it('out of hours: that it is closed, at once; no agent is requested, and the flow continues', async () => {
    const visitor = await desk.begin(['hello', 'shop']);
    expect(await shown(visitor)).toEqual({ status: 'active', state: null, agent: null });
    expect((await visitor.texts()).slice(-2)).toEqual([
      '< We are closed. Monday to Friday, nine to five.',
      '< How can I help?',
    ]);
    expect(visitor.events().filter(({ type }) => type.startsWith('Handoff'))).toEqual([]);
  });

  it('with the center down: that it takes longer, once; their messages are kept, and sent when it is back', async () => {
    const { simulator, wait, drain } = center;
    await simulator.center.setMood({ fails: true });
    const visitor = await center.begin();
    await drain();
    expect((await visitor.poll()).handoff?.state).toBe('waiting');
    await visitor.says('are you there?');
    await wait(70, 10);
    await drain();
    expect((await visitor.poll()).handoff?.state).toBe('delayed');
    await wait(20 * 60, 5 * 60);
    const delayed = '< It takes us longer than usual to answer. What you write is kept.';
    expect((await visitor.texts()).filter((text) => text === delayed)).toHaveLength(1);
    await simulator.center.setMood({ fails: false });
    await wait(16 * 60);
    await drain();
    const [open] = center.told(visitor.conversationId);
    expect(open?.transcript?.map(({ text }) => text)).toContain('are you there?');
    await (await center.agentOf(visitor.conversationId)).says('Here we are.');
    expect((await visitor.poll()).handoff).toMatchObject({ state: 'with_agent', agent: { name: 'Zoe' } });
  });

  it('with the agent’s browser closed: after ten minutes that another is being found, at the top', async () => {
    const other = await desk.begin();
    const visitor = await desk.begin();
    await desk.ports.presence.note('acme', maria.id, true);
    await desk.as(maria).take(visitor.conversationId);
    expect(await shown(visitor)).toMatchObject({ state: 'with_agent', agent: { name: 'Maria' } });
    // From now on nothing is heard of her.
    await visitor.says('hello?');
    await desk.pass(9);
    expect((await shown(visitor)).state).toBe('with_agent');
    await desk.pass(2);
    const { handoff } = await visitor.poll();
    expect([handoff?.state, handoff?.agent, handoff?.position]).toEqual(['waiting', null, 1]);
    expect((await other.poll()).handoff?.position).toBe(2);
    expect((await visitor.texts()).at(-1)).toBe('> hello?');
  });
});
