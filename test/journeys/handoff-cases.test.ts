import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { replyToVisitor } from '../../src/operations/handoff/reply-to-visitor.ts';
import { takeHandoff } from '../../src/operations/handoff/take-handoff.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { sayUntilTaken } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { maria, startDesk } from '../support/inbox.ts';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

describe('a handoff', () => {
  it("case 5: an agent who takes over while a flow calls a service is not interrupted, and reads the visitor's message once", async () => {
    let hasBegun = false;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const http = {
      send: async () => {
        hasBegun = true;
        await ended;
        return { status: 200, headers: {}, body: '{}' };
      },
    };
    const desk = await startDesk({
      createHandler: (env) => createHandler(env, { clients: createAwsClients(env), http }),
    });
    stops.push(() => desk.stack.stop());
    const visitor = await desk.begin(['hello']);
    const asked = sayUntilTaken(desk.stack, visitor.session, 'slow');
    const drained: Promise<void>[] = [];
    // On a slow machine the step is left to the queue.
    await expect
      .poll(() => {
        drained.push(desk.stack.drain());
        return hasBegun;
      })
      .toBe(true);
    await desk.as(maria).take(visitor.conversationId, { takeOver: true });
    end();
    await Promise.all([asked, ...drained]);
    await desk.stack.drain();
    expect(await visitor.texts()).toEqual(['> hello', '< How can I help?', '> slow']);
    const received = visitor.events().filter(({ type }) => type === 'MessageReceived');
    expect(received.map(({ detail }) => detail.data.message?.text ?? detail.data.text)).toEqual(['slow']);
    await desk.as(maria).reply(visitor.conversationId, 'I am Maria.');
    expect((await visitor.texts()).at(-1)).toBe('= I am Maria.');
  });

  it('case 16: functions whose clocks are seconds apart keep one order, and growing IDs', async () => {
    const desk = await startDesk();
    stops.push(() => desk.stack.stop());
    const visitor = await desk.begin();
    const { conversationId } = visitor;
    const said: string[] = [];
    for (const [n, behindMs] of [3_000, -3_000, 3_000, 0, -3_000].entries()) {
      const ports = { ...desk.ports, nowMs: () => desk.nowMs() - behindMs };
      const request = async () => ({
        ...{ tenantId: 'acme', conversationId, caller: { owner: maria, isAdmin: false } },
        ...{ ifMatch: await desk.tag(conversationId), turnId: randomUUID(), correlationId: 'clocks' },
      });
      if (n === 0) await takeHandoff(ports, await request());
      await replyToVisitor(ports, { ...(await request()), reply: { text: `answer ${n}` } });
      await visitor.says(`question ${n}`);
      said.push(`= answer ${n}`, `> question ${n}`);
    }
    const log = await visitor.log();
    expect((await visitor.texts()).slice(-said.length)).toEqual(said);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
    expect(log.map(({ id }) => id)).toEqual(log.map(({ id }) => id).toSorted());
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
    // What an agent's own clock says is on no wire: `late` can only be judged by ours.
    await desk.as(maria).giveBack(conversationId, { stepId: 'email' });
    await desk.stack.drain();
    await visitor.says('ada@example.org');
    expect((await visitor.texts()).at(-1)).toBe('< Noted ada@example.org.');
  });

  it('case 17: on a chat app that fails for a while, messages of flow and agent are sent in the order of the log', async () => {
    const mood: { current: ProviderMood } = { current: () => 503 };
    const provider = await startFakeProvider(mood);
    stops.push(() => provider.stop());
    const desk = await startDesk({ providerUrl: provider.url });
    stops.push(() => desk.stack.stop());
    const from = '4915112312312';
    for (const body of ['hello', 'my order']) {
      const atS = Math.floor(desk.nowMs() / 1000);
      const message = textMessage(from, body, `wamid.${randomUUID()}`, atS);
      await postCloudApi(desk.stack, cloudApiBody({ messages: [message] }));
      await desk.stack.drain();
    }
    const id = String(desk.stack.bus.events.at(-1)?.detail.conversationId);
    await desk.as(maria).take(id);
    await desk.as(maria).reply(id, 'It is Maria.');
    await desk.stack.drain();
    expect(provider.sends).toEqual([]);
    mood.current = () => 200;
    for (let minutes = 0; minutes < 60 && provider.sends.length < 3; minutes += 5) await desk.pass(5);
    expect(provider.sends.map(({ body }) => (body.text as { body: string }).body)).toEqual([
      'How can I help?',
      'One moment, a colleague takes over.',
      'It is Maria.',
    ]);
  });
});
