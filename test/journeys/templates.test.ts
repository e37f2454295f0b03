import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import type { TemplateUse } from '../../src/contract/admin/texts.ts';
import { type Simulator, startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { replyOf } from '../../src/operations/handoff/agent-reply.ts';
import { replyToVisitor } from '../../src/operations/handoff/reply-to-visitor.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';

let desk: Desk;
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ nowMs: () => desk.nowMs(), retryAfterMs: () => 20, retryAfterS: 0 });
  desk = await startDesk({ providerUrl: simulator.url });
  simulator.connect(desk.stack);
});
afterAll(async () => {
  await desk.stack.stop();
  await simulator.stop();
});

const accounts = [
  ['WhatsApp', 'acme/whatsapp'],
  ['360dialog', 'acme/whatsapp-360'],
] as const;

/** Somebody who has written to an account and was handed over to Maria. */
async function begin(account: string) {
  const user = `49152${Math.floor(Math.random() * 1e8)}`;
  const says = async (message: Parameters<Simulator['say']>[2]) => {
    await simulator.say(account, user, message);
    await desk.stack.drain();
    await simulator.settled();
  };
  await says('hello');
  await says('my order');
  const { dynamodb } = createAwsClients(desk.stack.env);
  const conversationId = String(
    desk.stack.bus.events.findLast(
      ({ detail }) => (detail.data as { user?: { id?: string } }).user?.id === user,
    )?.detail.conversationId,
  );
  await desk.as(maria).take(conversationId);
  const ports = {
    ...desk.ports,
    records: new DirectoryRecordsTable(dynamodb, String(desk.stack.env.TABLE_PREFIX)),
  };
  return {
    user,
    conversationId,
    says,
    sends: async (template: TemplateUse) => {
      const name = { tenantId: 'acme', conversationId };
      const reply = await replyOf(ports, name, { template });
      const key = randomUUID();
      const said = await replyToVisitor(ports, {
        ...name,
        caller: { owner: maria, isAdmin: false },
        ifMatch: await desk.tag(conversationId),
        turnId: `desk-${key}`,
        correlationId: key,
        reply,
      });
      await desk.stack.drain();
      await simulator.settled();
      return said.message;
    },
    state: async (messageId: string) => {
      const said = await desk.ports.deliveries.find('acme', messageId);
      return said && [said.state, said.reason];
    },
    bodies: () =>
      simulator.sent(user).map(({ body }) => body as { type: string; template?: { name: string } }),
    windowEndsAtMs: async () => (await desk.find(conversationId)).lastInboundAtMs,
  };
}

const goOn: TemplateUse = { name: 'go_on', language: 'en' };

describe('a template', () => {
  it.each(accounts)(
    'reaches a visitor of %s who wrote two days ago, and is what they read',
    async (_, account) => {
      const visitor = await begin(account);
      desk.clock.aheadMs += 48 * 60 * 60_000;
      await expect(desk.as(maria).reply(visitor.conversationId, 'Hello?')).rejects.toMatchObject({
        code: 'window_closed',
      });
      const message = await visitor.sends({
        name: 'order_update',
        language: 'en',
        header: { text: 'A-17' },
        body: { name: 'Ada', order: 'A-17' },
        buttons: [{ index: 0, value: 'a17' }],
      });
      expect(message).toMatchObject({
        author: 'agent',
        text: 'Order A-17\n\nHello Ada, your order A-17 has left.\n\nAnswer to talk to us.',
        template: { name: 'order_update', language: 'en' },
      });
      expect(visitor.bodies().at(-1)).toMatchObject({ type: 'template', template: { name: 'order_update' } });
      expect(await visitor.state(message.id)).toEqual(['read', undefined]);
      // It opens nothing: only what the visitor says does.
      await expect(desk.as(maria).reply(visitor.conversationId, 'Hello?')).rejects.toMatchObject({
        code: 'window_closed',
      });
      await visitor.says('thanks');
      await desk.as(maria).reply(visitor.conversationId, 'You are welcome.');
      await desk.stack.drain();
      expect(visitor.bodies().at(-1)).toMatchObject({ type: 'text', text: { body: 'You are welcome.' } });
    },
  );

  it('case 18: a message committed in the window and sent after it is marked failed, tried once, and a template follows', async () => {
    const visitor = await begin('acme/whatsapp');
    simulator.setHostility({ tooManyRequests: 1 });
    desk.clock.aheadMs += (23 * 60 + 58) * 60_000;
    const { message } = await desk.as(maria).reply(visitor.conversationId, 'Still there?');
    await desk.stack.drain();
    expect(await visitor.state(message.id)).toBeNull();
    simulator.setHostility({ tooManyRequests: 0 });
    const before = simulator.book.lines().length;
    await desk.pass(6);
    await desk.pass(10);
    expect(await visitor.state(message.id)).toEqual(['failed', 'window_closed']);
    const tries = () =>
      simulator.book
        .lines()
        .slice(before)
        .filter(({ details }) => details?.request?.includes('Still there?'));
    expect(tries()).toHaveLength(1);
    const sent = await visitor.sends(goOn);
    expect(await visitor.state(sent.id)).toEqual(['read', undefined]);
    await desk.pass(24 * 60);
    expect(tries()).toHaveLength(1);
  });

  it('case 19: a reaction at the end of the window does not extend it', async () => {
    const visitor = await begin('acme/whatsapp');
    const before = await visitor.windowEndsAtMs();
    desk.clock.aheadMs += (23 * 60 + 59) * 60_000;
    const last = simulator.sent(visitor.user).at(-1);
    await visitor.says({ type: 'reaction', messageId: last?.id ?? '', emoji: '👍' });
    expect(await visitor.windowEndsAtMs()).toBe(before);
    desk.clock.aheadMs += 2 * 60_000;
    await expect(desk.as(maria).reply(visitor.conversationId, 'Hello?')).rejects.toMatchObject({
      code: 'window_closed',
    });
  });

  it("case 20: a template that doesn't fit is refused with its place; one paused since is marked failed with a reason, and known from that moment", async () => {
    const visitor = await begin('acme/whatsapp');
    const refused = (use: TemplateUse) => expect(visitor.sends(use)).rejects;
    const appointment = { name: 'appointment', language: 'en' };
    await refused({ name: 'order_update', language: 'de', body: ['Ada', 'A-17'] }).toMatchObject({
      status: 422,
      code: 'invalid_template',
      errors: [{ path: 'template.body' }],
    });
    await refused({ ...appointment, body: ['Monday'] }).toMatchObject({ code: 'invalid_template' });
    await refused({ ...appointment, body: ['Monday\nmorning', 'ten'] }).toMatchObject({
      errors: [{ path: 'template.body.0' }],
    });
    const paused = simulator
      .accounts()
      .find(({ key }) => key === 'acme/whatsapp')
      ?.templates.find(({ name }) => name === 'go_on');
    if (!paused) throw new Error('there is no such template');
    paused.status = 'PAUSED';
    const message = await visitor.sends(goOn);
    expect(await visitor.state(message.id)).toEqual(['failed', 'template_paused']);
    // The list is asked for anew.
    await refused(goOn).toMatchObject({
      code: 'invalid_template',
      errors: [{ path: 'template.name', message: expect.stringContaining('PAUSED') }],
    });
    paused.status = 'APPROVED';
    await desk.ports.templates.noteStale({ tenantId: 'acme', channel: 'chatapp', accountId: 'whatsapp' });
    expect(await visitor.state((await visitor.sends(goOn)).id)).toEqual(['read', undefined]);
  });

  it('works on chat apps only', async () => {
    const visitor = await desk.begin();
    const reply = replyOf(
      { ...desk.ports, records: { find: async () => null } },
      { tenantId: 'acme', conversationId: visitor.conversationId },
      { template: goOn },
    );
    await expect(reply).rejects.toMatchObject({ code: 'invalid_template', errors: [{ path: 'template' }] });
  });
});
