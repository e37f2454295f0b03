import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { handoffsPage, inboxAnswer, teammatesAnswer } from '../../src/contract/admin/handoffs.ts';
import { GatewayError } from '../../src/domain/errors.ts';
import { type HandoffOwner, handoffOf } from '../../src/domain/handoff.ts';
import { createInbox } from '../../src/lambda/create-inbox.ts';
import { listTeammates } from '../../src/operations/handoff/list-teammates.ts';
import { adminEvent, lambdaContext } from '../support/http-event.ts';
import { type Desk, startDesk } from '../support/inbox.ts';
import { oneByOne } from '../support/one-by-one.ts';

const order = oneByOne();
let desk: Desk;
let inbox: (...asked: Parameters<ReturnType<typeof createInbox>>) => Promise<{ body?: string }>;
let ada: HandoffOwner;
let edgar: HandoffOwner;
beforeAll(async () => {
  desk = await startDesk({ order });
  const { env } = desk.stack;
  const served = createInbox(env, { clients: createAwsClients(env), nowMs: desk.nowMs });
  inbox = async (...asked) => (await served(...asked)) as { body?: string };
  const people = await listTeammates(desk.ports, 'acme');
  const named = (name: string): HandoffOwner => {
    const id = people.find((one) => one.name.startsWith(name))?.id;
    if (id === undefined) throw new Error(`nobody is called ${name}`);
    return { kind: 'user', id, name };
  };
  [ada, edgar] = [named('Ada'), named('Edgar')];
});
afterAll(() => desk.stack.stop());

type Visitor = Awaited<ReturnType<Desk['begin']>>;

/** Which of the calls that wait is made next. */
const picks = fc.array(fc.nat(5), { maxLength: 60 });
const runs = { numRuns: 15, seed: 43, endOnFailure: false };

/** What was refused must have been refused in words. */
function refusalsOf(results: readonly PromiseSettledResult<unknown>[]): readonly string[] {
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (result.reason instanceof GatewayError) return [result.reason.code];
    throw result.reason;
  });
}

/** The item, the rows of every list, the counts of queues and agents, the log and the events say the same. */
async function expectAgreement(visitor: Visitor, said: readonly string[]): Promise<void> {
  const { conversationId } = visitor;
  await desk.stack.drain();
  const stored = await desk.find(conversationId);
  const live = handoffOf(stored);
  const read = async (path: `/${string}`, query: Record<string, string> = {}) =>
    JSON.parse(String((await inbox(adminEvent(`GET ${path}`, { query }), lambdaContext)).body));
  const [waiting, taken] = await Promise.all(
    ['waiting', 'taken'].map(
      async (state) => handoffsPage.parse(await read('/handoffs', { state, limit: '100' })).items,
    ),
  );
  const rows = [...(waiting ?? []), ...(taken ?? [])].filter((row) => row.conversationId === conversationId);
  expect(
    rows.map(({ state, queue, owner, epoch, lastSeq }) => ({ state, queue, owner, epoch, lastSeq })),
  ).toEqual(
    live
      ? [
          {
            ...{ state: live.state, queue: live.queue, owner: live.owner },
            ...{ epoch: stored.epoch, lastSeq: stored.lastSeq },
          },
        ]
      : [],
  );
  const { queues } = inboxAnswer.parse(await read('/inbox', { wait: '0' }));
  for (const queue of queues)
    expect(queue.waiting, queue.name).toBe(waiting?.filter((row) => row.queue === queue.name).length);
  for (const agent of teammatesAnswer.parse(await read('/handoffs/colleagues')).items)
    expect(agent.open, agent.name).toBe(taken?.filter((row) => row.owner?.id === agent.id).length);
  const log = await visitor.log();
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
  expect(log.map(({ id }) => id)).toEqual(log.map(({ id }) => id).toSorted());
  const spoken = log.filter(({ author }) => author !== 'bot');
  expect(spoken.map(({ text }) => text).toSorted()).toEqual([...said].toSorted());
  // An event that is sent twice has one id, so each is counted once.
  const told = new Map(visitor.events().map(({ type, detail }) => [detail.eventId, type]));
  const count = (type: string) => [...told.values()].filter((one) => one.endsWith(type)).length;
  expect(count('HandoffRequested') - count('HandoffEnded')).toBe(live ? 1 : 0);
}

/** No later run counts it. */
async function leave(visitor: Visitor): Promise<void> {
  const live = handoffOf(await desk.find(visitor.conversationId));
  if (live) await desk.as(live.owner ?? ada, true).close(visitor.conversationId);
  await desk.stack.drain();
}

const change = fc.constantFrom('take', 'reply', 'to edgar', 'to sales');

it('of changes to one state of a handoff exactly one is made, whatever the order of their calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 3 }), picks, async (changes, next) => {
      const visitor = await desk.begin();
      const { conversationId: id } = visitor;
      const ifMatch = await desk.tag(id);
      const results = await order.race(
        changes.map((does, n) => () => {
          const [who, how] = [desk.as(n % 2 === 0 ? ada : edgar), { ifMatch, key: randomUUID() }];
          if (does === 'take') return who.take(id, how);
          if (does === 'reply') return who.reply(id, `reply ${n}`, how);
          return who.assign(id, does === 'to sales' ? { queue: 'sales' } : { user: edgar.id }, how);
        }),
        next,
      );
      const winner = results.findIndex(({ status }) => status === 'fulfilled');
      expect(refusalsOf(results)).toEqual(changes.slice(1).map(() => 'handoff_moved'));
      const [does, by] = [changes[winner], winner % 2 === 0 ? ada : edgar];
      expect(handoffOf(await desk.find(id))).toMatchObject(
        does === 'to sales'
          ? { state: 'requested', owner: null, queue: 'sales' }
          : does === 'to edgar'
            ? { state: 'requested', owner: null, offer: { userId: edgar.id } }
            : { state: 'taken', owner: { id: by.id } },
      );
      const reply = does === 'reply' ? [`reply ${winner}`] : [];
      await expectAgreement(visitor, ['hello', 'my order', ...reply]);
      await leave(visitor);
    }),
    runs,
  );
}, 240_000);

it('a message at the moment of the close is in the log once, and either gets no answer or reopens the handoff', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), picks, async (isBehind, next) => {
      const visitor = await desk.begin();
      const { conversationId: id } = visitor;
      await desk.as(ada).take(id);
      const ifMatch = await desk.tag(id);
      const before = await desk.find(id);
      // The functions' clocks need not agree.
      if (isBehind) desk.clock.aheadMs += 5_000;
      const results = await order.race(
        [() => visitor.says('one more thing'), () => desk.as(ada).close(id, { text: 'Bye.' }, { ifMatch })],
        next,
      );
      expect(refusalsOf(results)).toEqual([]);
      const { handoff, lastHandoff } = await desk.find(id);
      const ended = { id: before.handoff?.id, outcome: 'closed' };
      if (handoff)
        expect(handoff).toMatchObject({ id: ended.id, state: 'requested', offer: { userId: ada.id } });
      else expect(lastHandoff).toMatchObject(ended);
      await expectAgreement(visitor, ['hello', 'my order', 'one more thing', 'Bye.']);
      await leave(visitor);
    }),
    runs,
  );
}, 240_000);

it('a message at the moment of the reopening is in the log once, and the agent has the conversation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), picks, async (isLate, next) => {
      const visitor = await desk.begin();
      const { conversationId: id } = visitor;
      await desk.as(ada).take(id);
      await desk.as(ada).close(id);
      await desk.stack.drain();
      if (isLate) desk.clock.aheadMs += 60_000;
      const results = await order.race(
        [() => visitor.says('still there?'), () => desk.as(edgar).take(id, { takeOver: true })],
        next,
      );
      expect(refusalsOf(results)).toEqual([]);
      expect(handoffOf(await desk.find(id))).toMatchObject({ state: 'taken', owner: { id: edgar.id } });
      await expectAgreement(visitor, ['hello', 'my order', 'still there?']);
      await leave(visitor);
    }),
    runs,
  );
}, 240_000);
