import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAwsClients } from '../../../src/aws/clients.ts';
import { DeliveriesTable } from '../../../src/aws/deliveries-table.ts';
import { closeServer, listen } from '../../../src/local/listen.ts';
import { peaceful } from '../../../src/local/simulator/hostility.ts';
import type { Hostility } from '../../../src/local/simulator/page/protocol.ts';
import { startSimulator } from '../../../src/local/simulator/start-simulator.ts';
import { type Simulated, startSimulated } from '../../support/start-simulated.ts';

let simulated: Simulated;
beforeAll(async () => {
  simulated = await startSimulated();
});
afterAll(() => simulated.stop());
afterEach(() => simulated.simulator.setHostility(peaceful));

const whatsapp = 'acme/whatsapp';
/** A reply that is refused now and then waits twice as long each time. */
const patience = { timeout: 100_000 };
let lastUser = 4915150000000;
const newUser = () => {
  lastUser += 1;
  return String(lastUser);
};

const repliesTo = (userId: string) =>
  simulated.simulator.book
    .messages()
    .filter((message) => message.userId === userId && message.author === 'business');
const ticksOf = (userId: string) => repliesTo(userId).map(({ tick }) => tick);
const callsAbout = (userId: string) =>
  simulated.simulator.calls.filter(({ items }) => items.some(({ user }) => user.id === userId));
const receivedFrom = (userId: string) =>
  simulated.stack.bus.events.filter(
    (event) =>
      event['detail-type'] === 'Conversation.MessageReceived' &&
      JSON.stringify(event.detail.data).includes(`"user":{"id":"${userId}"`),
  );

/** A user picks the opening hours, and both are answered. */
async function chat(userId: string, account = whatsapp): Promise<void> {
  const { simulator } = simulated;
  await simulator.say(account, userId, 'hello');
  await expect.poll(() => simulator.sent(userId).length, patience).toBe(2);
  await simulator.say(account, userId, { type: 'list', id: 'hours', title: 'Opening hours' });
  await expect.poll(() => simulator.sent(userId).length, patience).toBe(4);
  await simulator.settled();
}

describe.each<[keyof Hostility, number]>([
  ['duplicates', 1],
  ['reordering', 1],
  ['batches', 1],
  ['unknownTypes', 1],
  ['noPhoneNumbers', 1],
  ['lateStatuses', 1],
  ['backwardStatuses', 1],
  ['tooManyRequests', 0.2],
  ['serverErrors', 0.2],
])('with %s', (unkindness, chance) => {
  it('a chat through each channel has every reply once, in order, and read', async () => {
    simulated.simulator.setHostility({ [unkindness]: chance });
    const chats = [whatsapp, 'acme/whatsapp-360', 'acme/contact-center'].map((account) => ({
      account,
      user: newUser(),
    }));
    await Promise.all(chats.map(({ account, user }) => chat(user, account)));
    for (const { user } of chats) {
      await expect.poll(() => ticksOf(user), patience).toEqual(['read', 'read', 'read', 'read']);
      const replyIds = simulated.simulator.sent(user).map(({ replyId }) => replyId);
      expect(replyIds).toEqual([...new Set(replyIds)].toSorted());
      expect(repliesTo(user).map(({ content }) => content.text?.slice(0, 5))).toEqual([
        'Hello',
        'What ',
        'We ar',
        'Anyth',
      ]);
      expect(callsAbout(user).map(({ status }) => status)).toEqual(callsAbout(user).map(() => 200));
    }
  });
});

it('duplicates arrive twice at once and again later, and are received once', async () => {
  const user = newUser();
  simulated.simulator.setHostility({ duplicates: 1 });
  await simulated.simulator.say(whatsapp, user, 'hello');
  const messages = callsAbout(user).filter(({ items }) => items[0]?.kind === 'message');
  expect(new Set(messages.map(({ body }) => body)).size).toBe(1);
  expect(messages).toHaveLength(3);
  expect(receivedFrom(user)).toHaveLength(1);
});

it('reordered messages arrive in another order, each once', async () => {
  const user = newUser();
  simulated.simulator.setHostility({ reordering: 1 });
  const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
  await Promise.all(texts.map((text) => simulated.simulator.say(whatsapp, user, text)));
  const order = receivedFrom(user).map(({ detail }) => (detail.data as { text: string }).text);
  expect(order.toSorted()).toEqual(texts.toSorted());
  expect(order).not.toEqual(texts);
});

it('a batch holds messages of several users, numbers and tenants in one signed body', async () => {
  const { simulator } = simulated;
  const users = [newUser(), newUser(), newUser()];
  const [ada = '', grace = '', alan = ''] = users;
  simulator.setHostility({ batches: 1 });
  const said = await Promise.all([
    simulator.say(whatsapp, ada, 'hello'),
    simulator.say(whatsapp, grace, 'hello'),
    simulator.say('globex/whatsapp', alan, 'hello'),
  ]);
  expect(said.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [call, ...others] = callsAbout(ada).filter(({ items }) => items[0]?.kind === 'message');
  expect(others).toEqual([]);
  const messages = call?.items.filter(({ kind }) => kind === 'message');
  expect(messages?.map(({ user }) => user.id)).toEqual(users);
  for (const user of users) await expect.poll(() => simulator.sent(user).length, patience).toBeGreaterThan(0);
  expect(receivedFrom(alan)[0]?.detail.tenantId).toBe('globex');
  expect(simulator.sent(alan)[0]?.account).toBe('globex/whatsapp');
});

it('a user without a phone number is known by a scoped ID, and answered by it', async () => {
  const user = newUser();
  simulated.simulator.setHostility({ noPhoneNumbers: 1 });
  await chat(user);
  const scopedId = simulated.simulator.users.find(user)?.scopedId ?? '';
  expect(receivedFrom(user)).toEqual([]);
  expect(receivedFrom(scopedId)).toHaveLength(2);
  expect(JSON.stringify(receivedFrom(scopedId))).not.toContain(user);
  expect(simulated.simulator.sent(user)[0]).toMatchObject({ to: scopedId, body: { recipient: scopedId } });
});

it('bodies carry unknown fields, changes and statuses', async () => {
  const user = newUser();
  simulated.simulator.setHostility({ unknownTypes: 1 });
  await simulated.simulator.say(whatsapp, user, 'hello');
  const body = callsAbout(user)[0]?.body;
  for (const part of ['hologram_quality_update', '"status":"warmed"', '"weather"'])
    expect(body).toContain(part);
});

it('backward statuses arrive last first, and the gateway keeps the furthest', async () => {
  const user = newUser();
  simulated.simulator.setHostility({ backwardStatuses: 1 });
  await chat(user);
  await expect.poll(() => ticksOf(user)[0], patience).toBe('read');
  await simulated.simulator.settled();
  const [first] = simulated.simulator.sent(user);
  const states = callsAbout(user)
    .flatMap(({ items }) => items)
    .flatMap((item) => (item.kind === 'status' && item.id === first?.id ? [item.state] : []));
  expect(states).toEqual(['read', 'delivered', 'sent']);
  const { dynamodb } = createAwsClients(simulated.stack.env);
  const deliveries = new DeliveriesTable(dynamodb, String(simulated.stack.env.TABLE_PREFIX), Date.now);
  expect(await deliveries.find('acme', first?.replyId ?? '')).toMatchObject({ state: 'read' });
});

it('a reply whose answer is lost is confirmed by its status and not sent again', async () => {
  const user = newUser();
  simulated.simulator.setHostility({ lostAnswers: 1 });
  await simulated.simulator.say(whatsapp, user, 'hello');
  await expect.poll(() => simulated.simulator.sent(user).length, { timeout: 30_000 }).toBe(2);
  await expect.poll(() => ticksOf(user), patience).toEqual(['read', 'read']);
  expect(new Set(simulated.simulator.sent(user).map(({ replyId }) => replyId)).size).toBe(2);
  expect(simulated.simulator.book.lines().map(({ status }) => status)).toContain('no answer');
});

it('a reply outside of the 24 hours is marked failed with the reason', async () => {
  const user = newUser();
  simulated.simulator.setHostility({ closedWindows: 1 });
  await simulated.simulator.say(whatsapp, user, 'hello');
  await expect.poll(() => ticksOf(user), patience).toEqual(['failed', 'failed']);
  expect(repliesTo(user)[0]?.reason).toContain('131047');
  expect(simulated.simulator.sent(user)).toEqual([]);
});

describe('with a gateway of its own', () => {
  async function startGateway(statuses: readonly number[]) {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      bodies.push(body);
      response.writeHead(statuses[bodies.length - 1] ?? 200).end();
    });
    const url = await listen(server, 0);
    onTestFinished(() => closeServer(server));
    return { url, bodies };
  }

  async function startFor(gateway: { url: string }, options: object) {
    const simulator = await startSimulator({ retryAfterMs: () => 1, ...options });
    onTestFinished(() => simulator.stop());
    simulator.connect({ url: gateway.url, tenants: simulated.stack.tenants });
    return simulator;
  }

  it('a webhook is called again with the same bytes until the gateway has accepted it', async () => {
    const gateway = await startGateway([500, 503]);
    const simulator = await startFor(gateway, {});
    expect((await simulator.say(whatsapp, newUser(), 'hello')).status).toBe(200);
    expect(gateway.bodies).toHaveLength(3);
    expect(new Set(gateway.bodies).size).toBe(1);
  });

  it('a rejected webhook is not called again', async () => {
    const gateway = await startGateway([401]);
    const simulator = await startFor(gateway, {});
    expect((await simulator.say(whatsapp, newUser(), 'hello')).status).toBe(401);
    expect(gateway.bodies).toHaveLength(1);
  });

  it('the same seed repeats a run, another does not', async () => {
    const run = async (seed: number) => {
      const gateway = await startGateway([]);
      const simulator = await startFor(gateway, { seed, hostility: { duplicates: 0.5, unknownTypes: 0.5 } });
      for (let n = 0; n < 20; n += 1) await simulator.say(whatsapp, newUser(), 'hello');
      return gateway.bodies.map((body) => body.includes('hologram'));
    };
    const first = await run(5);
    expect(await run(5)).toEqual(first);
    expect(await run(6)).not.toEqual(first);
  });
});
