import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { directoryKeys } from '../../src/domain/directory-keys.ts';
import { ben, type Desk, maria, startDesk } from '../support/inbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stack.stop());

const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('a handoff from request to end', () => {
  it('is requested with the text of its step, and gives agents its context', async () => {
    const visitor = await desk.begin();
    expect(await visitor.texts()).toEqual([
      '> hello',
      '< How can I help?',
      '> my order',
      '< One moment, a colleague takes over.',
    ]);
    const log = await visitor.log();
    const [requested, ...more] = visitor.events().filter(({ type }) => type.endsWith('HandoffRequested'));
    expect(more).toEqual([]);
    expect(requested?.detail.data).toMatchObject({
      reason: 'About my order',
      queue: 'billing',
      transcriptAfter: null,
      transcript: { count: 4, lastMessageId: log.at(-1)?.id },
      epoch: 1,
      widgetId: 'acme-web',
      share: { said: 'my order' },
      flow: { id: 'support', version: 1, stepId: 'human' },
    });
    const { handoff, epoch } = await desk.find(visitor.conversationId);
    expect({ epoch, state: handoff?.state, queue: handoff?.queue }).toEqual({
      epoch: 1,
      state: 'requested',
      queue: 'billing',
    });
  });

  it('is taken, answered, and returned to the named step', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    await visitor.says('are you there?');
    expect((await desk.find(id)).handoff).toMatchObject({ state: 'taken', counts: { visitor: 1, agent: 0 } });
    expect((await desk.find(id)).handoff?.waitingSinceMs).not.toBeNull();
    await desk.as(maria).reply(id, 'Yes, I look into it.');
    expect((await desk.find(id)).handoff?.waitingSinceMs).toBeNull();
    await desk.as(maria).giveBack(id);
    await desk.stack.drain();
    await visitor.says('a@b.example');
    expect((await visitor.texts()).slice(4)).toEqual([
      '> are you there?',
      '= Yes, I look into it.',
      '< Your e-mail?',
      '> a@b.example',
      '< Noted a@b.example.',
    ]);
    const log = await visitor.log();
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
    expect(log.find(({ author }) => author === 'agent')?.agent).toEqual({ name: 'Maria' });
    expect(typesOf(visitor.events()).filter((type) => type !== 'OutboundRequested')).toEqual([
      'HandoffRequested',
      'HandoffTaken',
      'MessageReceived',
      'HandoffEnded',
      'FlowCompleted',
    ]);
    const ended = visitor.events().find(({ type }) => type.endsWith('HandoffEnded'));
    expect(ended?.detail.data).toMatchObject({
      outcome: 'returned',
      epoch: 3,
      by: { name: 'Maria' },
      stepId: 'email',
      counts: { visitor: 1, agent: 1 },
    });
  });

  it('is closed with a closing message, in one write, and the run is over', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    await desk.as(maria).close(id, { text: 'Goodbye.', disposition: 'solved' });
    expect((await visitor.texts()).at(-1)).toBe('= Goodbye.');
    expect(await visitor.poll()).toMatchObject({ status: 'completed', next: null });
    const ended = visitor.events().slice(-3);
    expect(typesOf(ended)).toEqual(['OutboundRequested', 'HandoffEnded', 'FlowCompleted']);
    expect(ended[1]?.detail.data).toMatchObject({ outcome: 'closed', disposition: 'solved' });
    desk.clock.aheadMs += 60_000;
    await visitor.says('hello again');
    expect((await visitor.texts()).at(-1)).toBe('< How can I help?');
  });

  it('ends with a survey where the flow has one', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    await desk.as(maria).close(id, { text: 'Bye.', survey: true });
    await desk.stack.drain();
    expect((await visitor.texts()).slice(-2)).toEqual(['= Bye.', '< Were we of help?']);
    expect(typesOf(visitor.events())).not.toContain('FlowCompleted');
  });

  it('is transferred to another agent, for whom it is reserved, and then to the first who takes it', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    const [colleague] = (await desk.ports.directory.findTenant('acme')) ? ['nobody-of-this-id'] : [];
    await expect(desk.as(maria).assign(id, { user: String(colleague) })).rejects.toMatchObject({
      code: 'unknown_user',
    });
    await expect(desk.as(maria).assign(id, { queue: 'unknown' })).rejects.toMatchObject({
      code: 'unknown_queue',
    });
    await desk.as(maria).assign(id, { queue: 'sales' });
    expect((await desk.find(id)).handoff).toMatchObject({ state: 'requested', queue: 'sales', owner: null });
    await desk.as(ben).take(id);
    const taken = visitor.events().filter(({ type }) => type.endsWith('HandoffTaken'));
    expect(taken.map(({ detail }) => detail.data.previous)).toEqual([null, maria]);
  });

  it('is taken over without a request, and the question is repeated after it', async () => {
    const visitor = await desk.begin(['hello']);
    const { conversationId: id } = visitor;
    await expect(desk.as(maria).take(id)).rejects.toMatchObject({ code: 'no_handoff' });
    await desk.as(maria).take(id, { takeOver: true });
    await visitor.says('who is there?');
    await desk.as(maria).reply(id, 'Me.');
    await desk.as(maria).giveBack(id);
    await desk.stack.drain();
    expect(await visitor.texts()).toEqual([
      '> hello',
      '< How can I help?',
      '> who is there?',
      '= Me.',
      '< How can I help?',
    ]);
    expect(typesOf(visitor.events()).filter((type) => type.startsWith('Handoff'))).toEqual([
      'HandoffRequested',
      'HandoffTaken',
      'HandoffEnded',
    ]);
  });
});

describe('time', () => {
  it('case 13: is not ended by the idle minutes of the widget', async () => {
    const visitor = await desk.begin();
    await desk.pass(61);
    expect((await desk.find(visitor.conversationId)).handoff?.state).toBe('requested');
    expect(await visitor.poll()).toMatchObject({ status: 'handoff' });
  });

  it('ends a request that no agent takes, as its step says', async () => {
    const visitor = await desk.begin();
    await desk.pass(121);
    await desk.pass(1);
    expect((await visitor.texts()).at(-1)).toBe('< Nobody is there. Your e-mail?');
    expect(visitor.events().filter(({ type }) => type.endsWith('HandoffEnded'))).toHaveLength(1);
  });

  it('says so where the flow says nothing', async () => {
    const visitor = await desk.begin(['hello', 'plain']);
    await desk.pass(24 * 60 + 1);
    expect((await visitor.texts()).at(-1)).toMatch(/^< Sorry, nobody could take over/);
    expect(typesOf(visitor.events()).slice(-2)).toEqual(['HandoffEnded', 'FlowCompleted']);
  });

  it('offers a visitor whose agent went away to others, at the top of the queue', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    await visitor.says('hello?');
    await desk.ports.presence.note('acme', maria.id, true);
    await desk.pass(1);
    expect((await desk.find(id)).handoff?.state).toBe('taken');
    await desk.pass(11);
    const { handoff, epoch } = await desk.find(id);
    expect(handoff).toMatchObject({ state: 'requested', reason: 'owner_away', previous: maria });
    expect(epoch).toBe(3);
    await expect(desk.as(maria).reply(id, 'Sorry', { ifMatch: `"${handoff?.id}.2"` })).rejects.toMatchObject({
      code: 'handoff_moved',
      status: 412,
    });
  });

  it('leaves it to an agent who is present', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    await visitor.says('hello?');
    desk.clock.aheadMs += 10 * 60_000;
    await desk.ports.presence.note('acme', maria.id, true);
    await desk.pass(1);
    expect((await desk.find(id)).handoff?.state).toBe('taken');
  });

  it('ends an idle handoff', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    await desk.as(maria).reply(id, 'Anything else?');
    await desk.pass(24 * 60 - 1);
    expect((await desk.find(id)).handoff?.state).toBe('taken');
    await desk.pass(2);
    expect(await desk.find(id)).toMatchObject({ handoff: null, lastHandoff: { outcome: 'expired' } });
  });
});

describe('races', () => {
  it('case 1: of twenty agents who take at once one has it, and the others learn who', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    const ifMatch = await desk.tag(id);
    const crowd = Array.from({ length: 20 }, (_, n) => ({ ...maria, id: `m${n}`, name: `Maria ${n}` }));
    const results = await Promise.allSettled(crowd.map((who) => desk.as(who).take(id, { ifMatch })));
    const won = results.filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    const { handoff } = await desk.find(id);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          status: 412,
          code: 'handoff_moved',
          message: expect.stringContaining(`${handoff?.owner?.name} has it`),
        });
    expect(visitor.events().filter(({ type }) => type.endsWith('HandoffTaken'))).toHaveLength(1);
  });

  it('case 2: a take whose answer is lost is repeated, and published once', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    const ifMatch = await desk.tag(id);
    desk.deskCalls.reset();
    desk.fault(({ operation }) => (operation === 'PutItem' ? 'answer-lost' : undefined));
    await expect(desk.as(maria).take(id, { key: 'take-1', ifMatch })).rejects.toThrow('the answer was lost');
    desk.fault(() => undefined);
    const again = await desk.as(maria).take(id, { key: 'take-1', ifMatch });
    expect(again).toMatchObject({ repeated: true, stored: { handoff: { owner: maria } } });
    await desk.pass(6);
    expect(visitor.events().filter(({ type }) => type.endsWith('HandoffTaken'))).toHaveLength(1);
  });

  it('case 3: a reply whose answer is lost is not sent twice, whoever has the conversation by then', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    const ifMatch = await desk.tag(id);
    const first = await desk.as(maria).reply(id, 'Hello.', { key: 'reply-1', ifMatch });
    await desk.as(maria).assign(id, { queue: 'sales' });
    await desk.as(ben).take(id);
    const again = await desk.as(maria).reply(id, 'Hello.', { key: 'reply-1', ifMatch });
    expect([again.repeated, again.message]).toEqual([true, first.message]);
    expect((await visitor.texts()).filter((text) => text === '= Hello.')).toHaveLength(1);
  });

  it('case 7: a message to the agent does not answer the question that is repeated after them', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    // Received before the return, and slow on its way.
    desk.clock.aheadMs += 5_000;
    const receivedAt = desk.nowMs();
    await desk.as(maria).giveBack(id);
    await desk.stack.drain();
    desk.clock.aheadMs -= 10_000;
    expect(desk.nowMs()).toBeLessThan(receivedAt);
    const late = await visitor.says('thanks');
    desk.clock.aheadMs += 10_000;
    expect(late).toMatchObject({ replies: [], handoff: null });
    expect((await visitor.texts()).slice(-2)).toEqual(['< Your e-mail?', '> thanks']);
    const passedOn = visitor.events().at(-1);
    expect(passedOn).toMatchObject({
      type: 'MessageReceived',
      detail: { data: { text: 'thanks', metadata: { late: true } } },
    });
    await visitor.says('a@b.example');
    expect((await visitor.texts()).at(-1)).toBe('< Noted a@b.example.');
  });

  it('case 8: a message at the moment of the end reopens it for the same agent, without a greeting', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    const before = await desk.find(id);
    desk.clock.aheadMs += 5_000;
    await desk.as(maria).close(id, { text: 'Bye.' });
    desk.clock.aheadMs -= 10_000;
    const crossed = await visitor.says('one more thing');
    desk.clock.aheadMs += 10_000;
    expect(crossed).toMatchObject({ replies: [], handoff: { reason: 'About my order' } });
    expect((await desk.find(id)).handoff).toMatchObject({
      id: before.handoff?.id,
      state: 'requested',
      offer: { userId: maria.id },
    });
    await expect(desk.as(ben).take(id)).rejects.toMatchObject({ code: 'handoff_offered' });
    await desk.as(maria).take(id);
    expect((await visitor.texts()).slice(-2)).toEqual(['= Bye.', '> one more thing']);
  });

  it('case 11: a flow that is to continue is queued again when the queue loses it, and asks once', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    desk.fault(({ operation }) => (operation === 'SendMessage' ? 'refused' : undefined));
    await desk.as(maria).giveBack(id);
    desk.fault(() => undefined);
    await desk.stack.drain();
    expect((await visitor.texts()).at(-1)).toBe('< One moment, a colleague takes over.');
    await desk.pass(2);
    await desk.pass(2);
    await desk.pass(2);
    expect((await visitor.texts()).slice(4)).toEqual(['< Your e-mail?']);
  });

  it('an agent who takes over stops a flow that was to continue', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    await desk.as(maria).giveBack(id);
    await desk.as(ben).take(id, { takeOver: true });
    await desk.stack.drain();
    await desk.pass(3);
    expect((await visitor.texts()).slice(4)).toEqual([]);
    expect((await desk.find(id)).handoff?.owner).toEqual(ben);
  });

  it('case 12: a keyword that leaves the agent ends the handoff, though its step raises', async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    const answer = await visitor.says('break');
    expect(answer).toMatchObject({ status: 500, code: 'engine_failure' });
    expect(await desk.find(id)).toMatchObject({ handoff: null, lastHandoff: { outcome: 'visitor' } });
    expect(visitor.events().filter(({ type }) => type.endsWith('HandoffEnded'))).toHaveLength(1);
  });

  it('a keyword that leaves the agent reaches the flow', async () => {
    const visitor = await desk.begin();
    const answer = await visitor.says('bot please');
    expect(answer.replies.map(({ text }: { text: string }) => text)).toEqual([
      'The bot is back.',
      'How can I help?',
    ]);
    expect(answer.handoff).toBeNull();
    expect(typesOf(visitor.events())).toContain('HandoffEnded');
  });

  it('case 15: continues in the version that the run is pinned to, though that was rolled back meanwhile', async () => {
    const { clients, env } = desk.stack;
    const writer = new DirectoryTableWriter(clients, {
      tablePrefix: String(env.TABLE_PREFIX),
      secretPrefix: String(env.TENANT_SECRET_PREFIX),
    });
    const live = async () =>
      (await writer.list('acme')).find(({ sk }) => sk === directoryKeys.published('support'));
    const flow = await desk.ports.directory.findFlow('acme', 'support', { version: 1, conversationId: '' });
    if (!flow) throw new Error('there is no flow');
    const email = {
      kind: 'question',
      text: 'Your address, please?',
      saveAs: 'email',
      next: 'thanks',
    } as const;
    await writer.addFlow('acme', { ...flow, version: 2, steps: { ...flow.steps, email, mail: email } }, []);
    expect(await writer.publish('acme', 'support', 2, await live())).toBe(true);
    desk.clock.aheadMs += 61_000;
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    await desk.as(maria).take(id);
    expect(await writer.publish('acme', 'support', 1, await live())).toBe(true);
    desk.clock.aheadMs += 61_000;
    await expect(desk.as(maria).giveBack(id, { stepId: 'gone' })).rejects.toMatchObject({
      code: 'unknown_step',
      status: 422,
    });
    await desk.as(maria).giveBack(id, { stepId: 'mail' });
    await desk.stack.drain();
    expect((await desk.find(id)).state?.flow).toEqual({ id: 'support', version: 2, stepId: 'mail' });
    expect((await visitor.texts()).at(-1)).toBe('< Your address, please?');
    // Whoever comes now meets what was rolled back to.
    expect((await desk.find((await desk.begin()).conversationId)).state?.flow.version).toBe(1);
  });

  it("many messages of an agent do not make a visitor's message run twice", async () => {
    const visitor = await desk.begin();
    const { conversationId: id } = visitor;
    const remembered = (await desk.find(id)).recentTurnIds;
    for (let n = 0; n < 25; n += 1) await desk.as(maria).reply(id, `line ${n}`);
    expect((await desk.find(id)).recentTurnIds).toEqual(remembered);
    expect((await visitor.texts()).slice(4)).toEqual(Array.from({ length: 25 }, (_, n) => `= line ${n}`));
  });
});
