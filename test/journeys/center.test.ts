import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handoffOf } from '../../src/domain/handoff.ts';
import { writeNote } from '../../src/operations/handoff/write-note.ts';
import { type Center, startCenter } from '../support/center.ts';
import { maria } from '../support/inbox.ts';

let all: Center;
beforeAll(async () => {
  all = await startCenter();
});
beforeEach(() => all.center.setMood({ fails: false, repeats: false, shuffles: false, gaps: false }));
afterAll(() => all.stop());

describe('a contact center as the agents’ side', () => {
  it('receives the wait, its reason, and the history; then each message, in order', async () => {
    const visitor = await all.beginTold();
    await visitor.says('are you there?');
    await visitor.says('hello?');
    await all.drain();
    const [open, ...messages] = all.told(visitor.conversationId);
    expect(open).toMatchObject({
      position: 1,
      type: 'open',
      tenant: 'acme',
      conversation: visitor.conversationId,
      channel: 'webchat',
      queue: 'billing',
      reason: 'About my order',
      share: { said: 'my order' },
      flow: { id: 'support', version: 1, stepId: 'human' },
    });
    expect(open?.transcript?.map(({ author, text }) => `${author}: ${text}`)).toEqual([
      'user: hello',
      'bot: How can I help?',
      'user: my order',
      'bot: One moment, a colleague takes over.',
    ]);
    expect(messages.map(({ position, author, text }) => [position, author, text])).toEqual([
      [2, 'user', 'are you there?'],
      [3, 'user', 'hello?'],
    ]);
  });

  it('takes with its first message, answers, types, and returns to the flow, which continues', async () => {
    const visitor = await all.beginTold();
    const agent = await all.agentOf(visitor.conversationId);
    await agent.types();
    await agent.says('Hello, I am Zoe.');
    await agent.types();
    const { handoff } = await visitor.poll();
    expect(handoff).toMatchObject({ state: 'with_agent', agent: { name: 'Zoe' }, typing: true });
    await visitor.says('my parcel');
    await agent.says('It is on its way.');
    await agent.ends('return');
    await all.drain();
    expect(await visitor.texts()).toEqual([
      '> hello',
      '< How can I help?',
      '> my order',
      '< One moment, a colleague takes over.',
      '= Hello, I am Zoe.',
      '> my parcel',
      '= It is on its way.',
      '< Your e-mail?',
    ]);
    const kinds = visitor.events().filter(({ type }) => type.startsWith('Handoff'));
    expect(kinds.map(({ type }) => type)).toEqual(['HandoffRequested', 'HandoffTaken', 'HandoffEnded']);
    expect(kinds[1]?.detail.data.by).toEqual({ kind: 'center', id: 'contact-center:zoe', name: 'Zoe' });
    expect(kinds[2]?.detail.data).toMatchObject({ outcome: 'returned', counts: { visitor: 1, agent: 2 } });
    // What it has said and ended itself it is not told.
    expect(all.told(visitor.conversationId).map(({ type }) => type)).toEqual(['open', 'message']);
  });

  it('names another of its agents when it transfers the conversation', async () => {
    const visitor = await all.beginTold();
    await (await all.agentOf(visitor.conversationId, 'Zoe')).accepts();
    await (await all.agentOf(visitor.conversationId, 'Yan')).says('Yan here.');
    expect((await visitor.poll()).handoff?.agent).toEqual({ name: 'Yan' });
    const taken = visitor.events().filter(({ type }) => type === 'HandoffTaken');
    expect(taken.map(({ detail }) => [detail.data.by.name, detail.data.previous?.name])).toEqual([
      ['Zoe', undefined],
      ['Yan', 'Zoe'],
    ]);
  });

  it('learns of the end when the visitor leaves', async () => {
    const visitor = await all.beginTold();
    await (await all.agentOf(visitor.conversationId)).says('Hello.');
    await visitor.says('bot please');
    await all.drain();
    expect(all.told(visitor.conversationId).at(-1)).toMatchObject({ type: 'end', outcome: 'visitor' });
  });

  it('closes the run, and the conversation starts again with the bot', async () => {
    const visitor = await all.beginTold();
    const agent = await all.agentOf(visitor.conversationId);
    await agent.says('Done.');
    await agent.ends();
    expect((await all.find(visitor.conversationId)).state?.status).toBe('completed');
    all.clock.aheadMs += 1_000;
    await visitor.says('hi again');
    expect((await visitor.texts()).at(-1)).toBe('< How can I help?');
  });

  it('case 23: repeated three times, shuffled, with a gap in its positions: each once, in order, ten seconds late at most', async () => {
    const visitor = await all.beginTold();
    const agent = await all.agentOf(visitor.conversationId);
    // Position 4 never comes.
    const said = [3, 6, 1, 5, 2].map((position) => ({
      id: `m${position}`,
      position,
      text: `line ${position}`,
    }));
    for (const body of [...said, ...said, ...said.toReversed()]) expect(await agent.send(body)).toBe(200);
    await all.drain();
    const lines = async () => (await visitor.texts()).filter((text) => text.startsWith('='));
    expect(await lines()).toEqual(['= line 1', '= line 2', '= line 3']);
    // What was sent has taken a while itself.
    await all.wait(3);
    expect(await lines()).toEqual(['= line 1', '= line 2', '= line 3']);
    await all.wait(8);
    await all.drain();
    expect(await lines()).toEqual(['= line 1', '= line 2', '= line 3', '= line 5', '= line 6']);
    // It comes after all, late.
    await agent.send({ id: 'm4', position: 4, text: 'line 4' });
    await all.drain();
    expect((await lines()).at(-1)).toBe('= line 4');
  });

  it('case 22: back in time it receives the messages of the meantime, in order, and the visitor read that it took longer', async () => {
    const visitor = await all.beginTold();
    all.center.setMood({ fails: true });
    for (let n = 0; n < 5; n += 1) await visitor.says(`line ${n}`);
    await all.wait(70, 10);
    await all.drain();
    const { handoff } = await visitor.poll();
    expect(handoff?.state).toBe('delayed');
    expect((await visitor.texts()).at(-1)).toBe(
      '< It takes us longer than usual to answer. What you write is kept.',
    );
    all.center.setMood({ fails: false });
    await all.wait(16 * 60);
    await all.drain();
    await all.drain();
    expect((await visitor.poll()).handoff?.state).toBe('waiting');
    const told = all.told(visitor.conversationId).filter(({ type }) => type === 'message');
    expect(told.map(({ text }) => text)).toEqual([
      ...['line 0', 'line 1', 'line 2', 'line 3', 'line 4'],
      'It takes us longer than usual to answer. What you write is kept.',
    ]);
    expect(told.map(({ position }) => position)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('case 24: a message of its agent after the end is rejected; another tenant’s handoff is not found', async () => {
    const visitor = await all.beginTold();
    const agent = await all.agentOf(visitor.conversationId);
    await agent.says('Hello.');
    await visitor.says('bot please');
    await all.drain();
    const before = await visitor.texts();
    expect(await agent.send({ id: 'late-1', position: 2, text: 'Are you there?' })).toBe(200);
    await all.drain();
    await all.drain();
    expect(await visitor.texts()).toEqual(before);
    expect(all.told(visitor.conversationId).at(-1)).toMatchObject({
      type: 'rejected',
      refId: 'late-1',
      code: 'handoff_over',
    });
    // Globex's own center, which names a handoff of Acme's.
    const post = (handoffId: string, authorization: string) =>
      all.stack.post(
        '/v1/webhooks/contactcenter',
        { id: 'x1', handoffId, type: 'Text', text: 'hi' },
        { authorization: `Basic ${Buffer.from(authorization).toString('base64')}` },
      );
    const own = 'acme-contact-center:development-only-contact-center-password';
    const unknown = await post('01ARZ3NDEKTSV4RRFFQ69G5FAV', own);
    expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'handoff_not_found']);
    expect((await post(agent.handoffId, 'globex-center:globex-password')).status).toBe(404);
    expect(await visitor.texts()).toEqual(before);
    // After eight days nobody knows of it any more.
    all.clock.aheadMs += 9 * 24 * 60 * 60_000;
    expect((await post(agent.handoffId, own)).status).toBe(404);
  });

  it('is in no list of the tenant’s own agents, and can be taken over by one, of which it learns', async () => {
    const visitor = await all.beginTold();
    const { inboxIndex } = all.ports;
    const places = await inboxIndex.list('acme', { of: 'queue', name: 'billing' }, { limit: 100 });
    expect(places.map(({ conversationId }) => conversationId)).not.toContain(visitor.conversationId);
    await all.as(maria, true).take(visitor.conversationId, { takeOver: true });
    await all.drain();
    expect(all.told(visitor.conversationId).at(-1)).toMatchObject({ type: 'end', by: 'taken_elsewhere' });
    const agent = await all.agentOf(visitor.conversationId);
    await agent.says('Me too!');
    expect((await visitor.texts()).at(-1)).toBe('< One moment, a colleague takes over.');
    expect(all.told(visitor.conversationId).at(-1)).toMatchObject({
      type: 'rejected',
      code: 'taken_elsewhere',
    });
    expect(handoffOf(await all.find(visitor.conversationId))?.owner?.name).toBe('Maria');
  });

  it("learns the delivery of its agents' messages on a chat app, also after an outage of its own", async () => {
    const visitor = await all.beginOn();
    const agent = await all.agentOf(visitor.conversationId);
    const receipts = () =>
      all
        .told(visitor.conversationId)
        .flatMap(({ type, refId, state, reason, position }) =>
          type === 'receipt' ? [[refId, state, reason, position]] : [],
        );
    await agent.send({ id: 'hello-1', text: 'Hello.' });
    await all.drain();
    await all.simulator.settled();
    await all.drain();
    expect(receipts().at(-1)).toEqual(['hello-1', 'read', undefined, undefined]);
    // Each state is told once, in the order in which it was reached.
    const states = ['sent', 'delivered', 'read'];
    expect(receipts().map(([, state]) => states.indexOf(String(state)))).toEqual(
      receipts()
        .map(([, state]) => states.indexOf(String(state)))
        .toSorted(),
    );
    expect(new Set(receipts().map(String)).size).toBe(receipts().length);
    // The provider refuses it for good, and the center can't be reached meanwhile.
    all.simulator.setHostility({ closedWindows: 1 });
    all.center.setMood({ fails: true });
    await agent.send({ id: 'lost-1', text: 'Are you there?' });
    await all.drain();
    await all.simulator.settled();
    await all.drain();
    all.simulator.setHostility({ closedWindows: 0 });
    expect(receipts().at(-1)?.[0]).toBe('hello-1');
    all.center.setMood({ fails: false });
    await all.wait(120, 30);
    expect(receipts().at(-1)).toEqual(['lost-1', 'failed', 'window_closed', undefined]);
    // What the visitor writes, and the bot has said, has none.
    expect(new Set(receipts().map(([refId]) => refId))).toEqual(new Set(['hello-1', 'lost-1']));
  });

  it("has a chat app show that its agent has read the visitor's message, and is typing", async () => {
    const visitor = await all.beginOn();
    const agent = await all.agentOf(visitor.conversationId);
    const shown: number[] = [];
    const stop = all.simulator.book.listen({
      message: () => undefined,
      line: () => undefined,
      typing: ({ untilMs }) => shown.push(untilMs),
    });
    expect(visitor.ticks()).toEqual(['delivered', 'delivered']);
    await agent.reads();
    expect([visitor.ticks(), shown.length]).toEqual([['read', 'read'], 0]);
    await agent.types();
    await agent.types();
    expect(shown.length).toBe(1);
    await visitor.says('hello?');
    expect(visitor.ticks().at(-1)).toBe('delivered');
    // Who answers has read it.
    await agent.says('Here I am.');
    expect(visitor.ticks().at(-1)).toBe('read');
    stop();
  });

  it("case 10: never receives internal notes of the tenant's agents", async () => {
    const visitor = await all.beginTold();
    await writeNote(all.ports, {
      ...{
        tenantId: 'acme',
        conversationId: visitor.conversationId,
        turnId: 'note-1',
        correlationId: 'note',
      },
      caller: { owner: maria, isAdmin: false },
      note: { text: 'She has been rude before.' },
    });
    await visitor.says('are you there?');
    await all.drain();
    expect(all.told(visitor.conversationId).map(({ type }) => type)).toEqual(['open', 'message']);
    expect(JSON.stringify(all.told(visitor.conversationId))).not.toContain('rude');
  });

  it("refuses with a reason what it can't understand", async () => {
    const visitor = await all.beginTold();
    const agent = await all.agentOf(visitor.conversationId);
    expect(await agent.send({ type: 'Smoke', text: 'x' })).toBe(400);
    for (const text of ['', ' \n', '\u200b']) expect(await agent.send({ type: 'Text', text })).toBe(400);
    const card = { contentType: 'Card', card: { title: 'An offer' } };
    expect(await agent.send({ type: 'Structured', content: [card] })).toBe(400);
    expect(await agent.send({ type: 'Event' })).toBe(400);
    expect(await agent.send({ position: 0, text: 'x' })).toBe(400);
    expect(await agent.send({ position: 1, text: 'x'.repeat(4097) })).toBe(200);
    await all.drain();
    await all.drain();
    expect(all.told(visitor.conversationId).at(-1)).toMatchObject({
      type: 'rejected',
      code: 'text_too_long',
    });
  });
});
