import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { inboxAnswer } from '../../src/contract/admin/handoffs.ts';
import { type HandoffOwner, handoffOf } from '../../src/domain/handoff.ts';
import { createInbox } from '../../src/lambda/create-inbox.ts';
import { listTeammates } from '../../src/operations/handoff/list-teammates.ts';
import { adminEvent, lambdaContext } from '../support/http-event.ts';
import { type Desk, startDesk } from '../support/inbox.ts';
import { signIn } from '../support/start-admin-api.ts';

const minuteMs = 60_000;
/** Until the next noon of UTC. */
const clock = { aheadMs: (36 * 60 * minuteMs - (Date.now() % (24 * 60 * minuteMs))) % (24 * 60 * minuteMs) };
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

let desk: Desk;
let otto: HandoffOwner;
let others: readonly string[];
let inbox: ReturnType<typeof createInbox>;
beforeAll(async () => {
  const today = weekdays[new Date(Date.now() + clock.aheadMs).getUTCDay()] ?? 'sunday';
  desk = await startDesk({
    clock,
    changeFolder: (folder) => ({
      ...folder,
      tenant: {
        ...folder.tenant,
        time_zone: 'UTC',
        handoff: {
          queues: {
            billing: { assignment: 'automatic', max_conversations: 1 },
            sales: { assignment: 'automatic', hours: { [today]: ['13:00-24:00'] } },
          },
        },
      },
    }),
  });
  const { env } = desk.stack;
  inbox = createInbox(env, { clients: createAwsClients(env), nowMs: desk.nowMs });
  const people = await listTeammates(desk.ports, 'acme');
  otto = {
    kind: 'user',
    id: people.find(({ name }) => name.startsWith('Otto'))?.id ?? '',
    name: 'Otto Operator',
  };
  others = people.map(({ id }) => id).filter((id) => id !== otto.id);
});
afterAll(() => desk.stack.stop());
beforeEach(async () => {
  for (const id of [otto.id, ...others]) await desk.ports.presence.note('acme', id, false);
});

/** Otto opens his inbox. */
async function poll() {
  const query = { wait: '0' };
  const { body } = (await inbox(adminEvent('GET /inbox', { query }), lambdaContext)) as { body?: string };
  return inboxAnswer.parse(JSON.parse(String(body)));
}
const ownerOf = async (id: string) => handoffOf(await desk.find(id))?.owner?.id ?? null;

it('a conversation is assigned in the background, to an agent who is below the limit and available', async () => {
  await poll();
  const [first, second] = [await desk.begin(), await desk.begin()];
  expect(await ownerOf(first.conversationId)).toBe(null);
  await desk.stack.drain();
  expect(handoffOf(await desk.find(first.conversationId))).toMatchObject({ owner: otto, isAutomatic: true });
  expect(await ownerOf(second.conversationId)).toBe(null);
  // An event may be published twice, with one ID.
  const taken = first.events().filter(({ type }) => type === 'HandoffTaken');
  expect(new Set(taken.map(({ detail }) => detail.eventId)).size).toBe(1);
  // The next one comes with the end of the first.
  await desk.as(otto).close(first.conversationId);
  await desk.stack.drain();
  expect(await ownerOf(second.conversationId)).toBe(otto.id);
  await desk.as(otto).close(second.conversationId);
});

it('a conversation waits while nobody is available, and is assigned to who comes', async () => {
  const visitor = await desk.begin();
  await desk.stack.drain();
  expect(await ownerOf(visitor.conversationId)).toBe(null);
  await poll();
  await desk.stack.drain();
  expect(await ownerOf(visitor.conversationId)).toBe(otto.id);
  await desk.as(otto).close(visitor.conversationId);
  await desk.stack.drain();
});

it('a conversation whose job was lost is assigned by the schedule', async () => {
  await desk.ports.presence.note('acme', otto.id, false);
  const visitor = await desk.begin();
  await desk.stack.drain();
  // Nothing announces him.
  desk.clock.aheadMs += 6 * minuteMs;
  await desk.ports.presence.note('acme', otto.id, true);
  await desk.pass(0);
  expect(await ownerOf(visitor.conversationId)).toBe(otto.id);
  await desk.as(otto).close(visitor.conversationId);
  await desk.stack.drain();
});

it('a conversation outside of business hours is assigned once the queue opens', async () => {
  const visitor = await desk.begin();
  await desk.as(otto, true).assign(visitor.conversationId, { queue: 'sales' });
  await poll();
  await desk.stack.drain();
  expect(await ownerOf(visitor.conversationId)).toBe(null);
  desk.clock.aheadMs += 62 * minuteMs;
  await desk.ports.presence.note('acme', otto.id, true);
  await desk.pass(0);
  expect(await ownerOf(visitor.conversationId)).toBe(otto.id);
  await desk.as(otto).close(visitor.conversationId);
});

it('a limit counts an agent’s conversations of all queues', async () => {
  await desk.ports.presence.note('acme', otto.id, false);
  const sale = await desk.begin();
  await desk.as(otto, true).assign(sale.conversationId, { queue: 'sales' });
  await poll();
  await desk.stack.drain();
  expect(await ownerOf(sale.conversationId)).toBe(otto.id);
  const bill = await desk.begin();
  await desk.stack.drain();
  expect(await ownerOf(bill.conversationId)).toBe(null);
  await desk.as(otto).close(sale.conversationId);
  await desk.stack.drain();
  expect(await ownerOf(bill.conversationId)).toBe(otto.id);
  await desk.as(otto).close(bill.conversationId);
  await desk.stack.drain();
});

it('a snoozed conversation counts, so that its return exceeds no limit', async () => {
  await poll();
  const [first, second] = [await desk.begin(), await desk.begin()];
  await desk.stack.drain();
  const snoozedUntil = new Date(desk.nowMs() + 60 * minuteMs).toISOString();
  await desk.as(otto).triage(first.conversationId, { snoozedUntil });
  // The holds are compared with the conversations again.
  desk.clock.aheadMs += 2 * minuteMs;
  await desk.ports.presence.note('acme', otto.id, true);
  await desk.pass(6);
  await desk.ports.presence.note('acme', otto.id, true);
  await desk.pass(0);
  expect(await ownerOf(second.conversationId)).toBe(null);
  await desk.as(otto).close(first.conversationId);
  await desk.ports.presence.note('acme', otto.id, true);
  await desk.stack.drain();
  expect(await ownerOf(second.conversationId)).toBe(otto.id);
  await desk.as(otto).close(second.conversationId);
  await desk.stack.drain();
});

/** @param members undefined: everyone who answers */
async function setMembers(members: readonly string[] | undefined): Promise<void> {
  const admin = await signIn(desk.stack, 'admin');
  const { body, etag } = await admin('GET', '/handoff-settings');
  const { queues, handoff } = body;
  const billing = { ...handoff.queues.billing, members };
  const changed = { queues, handoff: { ...handoff, queues: { ...handoff.queues, billing } } };
  const headers = { 'if-match': etag };
  expect((await admin('PUT', '/handoff-settings', { body: changed, headers })).status).toBe(200);
}

it('the conversations of a member who is removed from a queue return to it', async () => {
  await poll();
  const visitor = await desk.begin();
  await desk.stack.drain();
  expect(await ownerOf(visitor.conversationId)).toBe(otto.id);
  await setMembers([otto.id, ...others.slice(0, 1)]);
  await setMembers(others.slice(0, 1));
  desk.clock.aheadMs += 2 * minuteMs;
  await desk.stack.drain();
  expect(await ownerOf(visitor.conversationId)).toBe(null);
  expect(handoffOf(await desk.find(visitor.conversationId))).toMatchObject({ queue: 'billing' });
  await desk.as(otto).take(visitor.conversationId);
  await desk.as(otto).close(visitor.conversationId);
});

it('and so do those of an agent who is not in the first list of members', async () => {
  await setMembers(undefined);
  desk.clock.aheadMs += 2 * minuteMs;
  await poll();
  const visitor = await desk.begin();
  await desk.stack.drain();
  expect(await ownerOf(visitor.conversationId)).toBe(otto.id);
  await setMembers(others.slice(0, 1));
  desk.clock.aheadMs += 2 * minuteMs;
  await desk.stack.drain();
  expect(await ownerOf(visitor.conversationId)).toBe(null);
});
