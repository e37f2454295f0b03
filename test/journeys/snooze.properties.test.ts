import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuditTable } from '../../src/aws/audit-table.ts';
import { createAwsClients } from '../../src/aws/clients.ts';
import { type HandoffRow, handoffsPage } from '../../src/contract/admin/handoffs.ts';
import type { TriageBody } from '../../src/contract/admin/labels.ts';
import { handoffOf } from '../../src/domain/handoff.ts';
import { createInbox } from '../../src/lambda/create-inbox.ts';
import { changeLabels, readLabels } from '../../src/operations/admin/tenants/labels.ts';
import { visitConversation } from '../../src/operations/schedule/visit-conversation.ts';
import { adminEvent, lambdaContext } from '../support/http-event.ts';
import { ben, type Desk, maria, startDesk } from '../support/inbox.ts';
import { oneByOne } from '../support/one-by-one.ts';

const order = oneByOne();
const labels = [
  { id: 'billing', name: 'Billing', color: 'blue' as const },
  { id: 'vip', name: 'VIP', color: 'red' as const },
];
let desk: Desk;
let list: (state: HandoffRow['state'] | 'snoozed' | 'waiting', query?: object) => Promise<readonly string[]>;
beforeAll(async () => {
  desk = await startDesk({
    order,
    changeFolder: (folder) => ({ ...folder, tenant: { ...folder.tenant, labels } }),
  });
  const { env } = desk.stack;
  const inbox = createInbox(env, { clients: createAwsClients(env), nowMs: desk.nowMs });
  list = async (state, query = {}) => {
    const event = adminEvent('GET /handoffs', { query: { state, limit: '100', ...query } });
    const { body } = (await inbox(event, lambdaContext)) as { body?: string };
    return handoffsPage.parse(JSON.parse(String(body))).items.map(({ conversationId }) => conversationId);
  };
});
afterAll(() => desk.stack.stop());

const hourMs = 60 * 60_000;
const inHours = (hours: number) => new Date(desk.nowMs() + hours * hourMs).toISOString();
const sideOf = async (conversationId: string) => {
  const side = await desk.ports.feed.side({ tenantId: 'acme', conversationId });
  return side.flatMap(({ by, triage }) => (triage ? [{ by: by?.id ?? null, ...triage }] : []));
};
const returnsOf = async (conversationId: string) =>
  (await sideOf(conversationId)).filter(({ snoozedUntil }) => snoozedUntil === null).length;

it('two agents who label at once both succeed, and each change is in the conversation’s history once', async () => {
  const { conversationId: id } = await desk.begin();
  const key = randomUUID();
  const add = () => desk.as(maria).triage(id, { addLabels: ['billing'], priority: 'high' }, { key });
  const results = await order.race([add, () => desk.as(ben).triage(id, { addLabels: ['vip'] })], [1, 0, 1]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect((await add()).repeated).toBe(true);
  expect((await desk.as(ben).triage(id, { addLabels: ['vip'] })).turn).toBeNull();
  await desk.as(ben).triage(id, { removeLabels: ['billing'] });
  expect(await desk.find(id)).toMatchObject({ labels: ['vip'], priority: 'high' });
  const side = await sideOf(id);
  expect(side).toHaveLength(3);
  expect(side).toEqual(
    expect.arrayContaining([
      { by: maria.id, added: [{ id: 'billing', name: 'Billing' }], priority: 'high' },
      { by: ben.id, added: [{ id: 'vip', name: 'VIP' }] },
    ]),
  );
  expect(side.at(-1)).toEqual({ by: ben.id, removed: [{ id: 'billing', name: 'Billing' }] });
  expect(await list('waiting', { label: 'vip' })).toContain(id);
  expect(await list('waiting', { label: 'billing' })).not.toContain(id);
  expect(await list('waiting', { priority: 'low' })).not.toContain(id);
  // However many others wait before it, a filtered page is full.
  for (let n = 0; n < 3; n += 1) await desk.begin();
  const { conversationId: last } = await desk.begin();
  await desk.as(ben).triage(last, { addLabels: ['vip'] });
  expect(await list('waiting', { label: 'vip', limit: '2' })).toEqual([id, last]);
});

it('a label that was created a moment ago stays when another part of the conversation changes', async () => {
  const { conversationId } = await desk.begin();
  const { env } = desk.stack;
  const clients = createAwsClients(env);
  const inbox = createInbox(env, { clients, nowMs: desk.nowMs });
  const triage = (body: TriageBody) => {
    const headers = { 'idempotency-key': randomUUID() };
    const request = { parameters: { conversationId }, headers, body };
    return inbox(adminEvent('POST /conversations/{conversationId}/triage', request), lambdaContext);
  };
  // Caches the tenant without the label.
  expect(await triage({ addLabels: ['vip'] })).toMatchObject({ statusCode: 200 });
  const audit = new AuditTable(clients.dynamodb, String(env.TABLE_PREFIX));
  const caller = {
    ...{ id: maria.id, email: null, name: null, role: 'admin' as const },
    ...{ tenantId: 'acme', homeTenantId: 'acme', sourceIp: '127.0.0.1', correlationId: 'labels' },
  };
  const { etag } = await readLabels(desk.ports, caller);
  const body = { labels: [...labels, { id: 'refund', name: 'Refund', color: 'green' as const }] };
  await changeLabels({ ...desk.ports, audit }, caller, { body, ifMatch: etag, ifNoneMatch: undefined });
  await triage({ addLabels: ['refund'] });
  await triage({ priority: 'high' });
  expect(await desk.find(conversationId)).toMatchObject({ labels: ['vip', 'refund'], priority: 'high' });
});

it('what can’t be done is refused in words', async () => {
  const { conversationId: id } = await desk.begin();
  const refusal = (change: Parameters<ReturnType<Desk['as']>['triage']>[1], who = ben) =>
    desk
      .as(who)
      .triage(id, change)
      .then(
        () => null,
        ({ code }) => code,
      );
  expect(await refusal({ addLabels: ['nothing'] })).toBe('unknown_label');
  expect(await refusal({ snoozedUntil: inHours(-1) })).toBe('invalid_body');
  expect(await refusal({ snoozedUntil: inHours(24 * 91) })).toBe('invalid_body');
  await desk.as(maria).take(id);
  expect(await refusal({ snoozedUntil: inHours(1) })).toBe('not_owner');
  await desk.as(maria).close(id);
  expect(await refusal({ snoozedUntil: inHours(1) }, maria)).toBe('no_handoff');
  expect(await refusal({ addLabels: ['vip'] })).toBeNull();
});

it('a snoozed conversation is in the list of snoozed ones only, and its deadline waits', async () => {
  const { conversationId: id } = await desk.begin();
  // The flow gives an agent two hours.
  await desk.as(maria).triage(id, { snoozedUntil: inHours(3) });
  const lists = async () =>
    Promise.all((['waiting', 'snoozed'] as const).map(async (state) => (await list(state)).includes(id)));
  expect(await lists()).toEqual([false, true]);
  await desk.pass(178);
  expect(await lists()).toEqual([false, true]);
  await desk.pass(3);
  expect(await lists()).toEqual([true, false]);
  expect(await sideOf(id)).toMatchObject([{ by: maria.id }, { by: null, snoozedUntil: null }]);
  await desk.pass(115);
  expect(handoffOf(await desk.find(id))).toMatchObject({ state: 'requested' });
  await desk.pass(10);
  expect(handoffOf(await desk.find(id))).toBeNull();
});

it('one that an agent has comes back to the agent after an outage of a day', async () => {
  const visitor = await desk.begin();
  const { conversationId: id } = visitor;
  await desk.as(maria).take(id);
  await desk.as(maria).triage(id, { snoozedUntil: inHours(2) });
  await desk.as(maria).reply(id, 'I will come back to you.');
  expect(handoffOf(await desk.find(id))?.snooze).toBeDefined();
  desk.clock.aheadMs += 26 * hourMs;
  await desk.pass(1);
  const live = handoffOf(await desk.find(id));
  expect(live).toMatchObject({ state: 'taken', owner: { id: maria.id } });
  expect(live?.snooze).toBeUndefined();
  expect(visitor.events().filter(({ type }) => type === 'Triaged')).toHaveLength(2);
});

it('a message that meets the end of a snooze, and an agent’s end of it: it comes back once and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(5), { maxLength: 60 }),
      fc.boolean(),
      fc.boolean(),
      async (picks, isTaken, endsIt) => {
        const visitor = await desk.begin();
        const { conversationId } = visitor;
        if (isTaken) await desk.as(maria).take(conversationId);
        await desk.as(maria).triage(conversationId, { snoozedUntil: inHours(1) });
        await desk.stack.drain();
        desk.clock.aheadMs += hourMs + 1_000;
        const visit = () => visitConversation(desk.ports, { tenantId: 'acme', conversationId });
        const end = () => desk.as(maria).triage(conversationId, { snoozedUntil: null });
        const results = await order.race(
          [() => visitor.says('are you there?'), visit, ...(endsIt ? [end] : [visit])],
          picks,
        );
        for (const result of results)
          if (result.status === 'rejected')
            expect(result.reason.constructor.name).toBe('VersionConflictError');
        await desk.stack.drain();
        expect(handoffOf(await desk.find(conversationId))?.snooze).toBeUndefined();
        expect(await returnsOf(conversationId)).toBe(1);
        const log = await visitor.log();
        expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
        expect(log.filter(({ text }) => text === 'are you there?')).toHaveLength(1);
        expect(await list(isTaken ? 'taken' : 'waiting')).toContain(conversationId);
        expect(await list('snoozed')).not.toContain(conversationId);
        await desk.as(maria, true).close(conversationId);
      },
    ),
    { numRuns: 8, seed: 44, endOnFailure: false },
  );
});
