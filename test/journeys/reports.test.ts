import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnsweringTeamsTable } from '../../src/aws/answering-teams-table.ts';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { RunCountsTable } from '../../src/aws/run-counts-table.ts';
import { RunListTable } from '../../src/aws/run-list-table.ts';
import { RunsTable } from '../../src/aws/runs-table.ts';
import { runLimits } from '../../src/contract/runs.ts';
import { directoryKeys } from '../../src/domain/directory-keys.ts';
import { slotOf } from '../../src/domain/runs/cells.ts';
import { hourOf } from '../../src/domain/runs/local-time.ts';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { listConversations } from '../../src/operations/reports/list-conversations.ts';
import { readFigures } from '../../src/operations/reports/read-figures.ts';
import { readSteps } from '../../src/operations/reports/read-reports.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';
import { signIn } from '../support/start-admin-api.ts';
import { untilNoonMs } from '../support/until-noon.ts';
import { watchCalls } from '../support/watched-calls.ts';

let desk: Desk;
const clock = { aheadMs: untilNoonMs() };
const nowMs = () => Date.now() + clock.aheadMs;
beforeAll(async () => {
  const labels = [{ id: 'billing', name: 'Billing', color: 'blue' as const }];
  desk = await startDesk({
    clock,
    own: { runs: (env) => createRuns(env, { nowMs }) },
    changeFolder: (folder) => ({ ...folder, tenant: { ...folder.tenant, labels } }),
  });
});
afterAll(() => desk.stack.stop());

const prefix = () => String(desk.stack.env.TABLE_PREFIX);
/** On the tenant's clock, which is a day ahead of ours late in the evening. */
const today = () => hourOf('Europe/Berlin', nowMs()).date;
const began = today();
const figures = async (query: object = {}) => {
  const counts = new RunCountsTable(desk.stack.clients.dynamodb, prefix(), nowMs);
  const { directory, inboxIndex } = desk.ports;
  const ports = { counts, directory, inboxIndex, nowMs };
  return readFigures(ports, 'acme', { from: began, to: today(), ...query });
};

const minuteMs = 60_000;
const minutesOf = (ms: number | null) => ms && Math.floor(ms / minuteMs);

/** Lets all be told and counted. */
async function counted(): Promise<void> {
  await desk.stack.drain();
  clock.aheadMs += 2 * minuteMs;
  await desk.stack.countRuns();
}

describe('reports', () => {
  it('find a conversation by its status, and count it', async () => {
    const handed = await desk.begin();
    const asked = await desk.begin(['hello']);
    await desk.as(maria).take(handed.conversationId);
    await desk.as(maria).reply(handed.conversationId, 'I am Maria.');
    await counted();
    const { dynamodb } = desk.stack.clients;
    const runList = new RunListTable(dynamodb, prefix());
    const list = (query: object) =>
      listConversations(
        { conversations: desk.ports.conversations, runList, nowMs },
        { tenantId: 'acme', limit: 25, after: null, ...query },
      );
    const all = await list({});
    expect(all.items.map(({ conversationId, status }) => [conversationId, status]).sort()).toEqual(
      [
        [handed.conversationId, 'taken'],
        [asked.conversationId, 'active'],
      ].sort(),
    );
    const [row] = (await list({ status: 'taken' })).items;
    expect(row).toMatchObject({
      conversationId: handed.conversationId,
      channel: 'webchat',
      place: 'acme-web',
      userId: 'visitor',
      messages: { visitor: 2, bot: 2, agent: 1 },
      queue: 'billing',
      owner: 'Maria',
    });
    expect((await figures()).total).toMatchObject({
      runs: { started: 2, open: 2, ended: 0, handedOver: 0 },
      visitors: { distinct: 1, exact: true },
      messages: { visitor: 3, bot: 3, agent: 1 },
      handoffs: {
        requested: 1,
        taken: 1,
        stillWaiting: 0,
        waited: { n: 1 },
        waitedInside: { n: 1 },
        firstResponse: { n: 1 },
      },
    });
    const admin = await signIn(desk.stack, 'admin');
    const range = `from=${began}&to=${today()}`;
    const { body: byOwner } = await admin('GET', `/reports/figures?${range}&group=owner`);
    expect(byOwner.rows).toMatchObject([{ label: { owner: 'Maria' }, figures: { handoffs: { taken: 1 } } }]);
    expect(byOwner.total.handoffs.waited.histogram).toMatchObject([{ untilMs: expect.any(Number), n: 1 }]);
    await desk.as(maria).triage(handed.conversationId, { addLabels: ['billing'], priority: 'high' });
    await counted();
    const place = `channel=webchat&place=acme-web&flow=${row?.flow.id}&version=${row?.flow.version}`;
    const { body: byLabel } = await admin('GET', `/reports/labels?${range}&${place}`);
    const labeled = { id: 'billing', runs: 1 };
    expect(byLabel.labels).toEqual([{ ...labeled, name: 'Billing', share: 0.5 }]);
    expect(byLabel.days).toEqual([{ ...labeled, date: began }]);
    const { body: found } = await admin('GET', '/conversations?label=billing&priority=high');
    expect(found.items).toMatchObject([{ conversationId: handed.conversationId, labels: ['billing'] }]);
    await desk.as(maria).close(handed.conversationId);
    await counted();
    expect((await figures()).total).toMatchObject({
      runs: { started: 2, open: 1, ended: 1, handedOver: 1, handedOverShare: 1 },
      handoffs: { ended: { closed: 1 } },
    });
    // For widgets: too few replies say nothing of the next.
    const teams = new AnsweringTeamsTable(dynamodb, prefix(), nowMs);
    expect(await teams.find('acme')).toEqual({ replyMs: null, initials: ['M'] });
    expect(await teams.claim('acme')).toBe(false);
    const steps = await readSteps(
      { counts: new RunCountsTable(dynamodb, prefix(), nowMs), directory: desk.ports.directory, nowMs },
      'acme',
      { from: began, to: today(), flow: 'support' },
    );
    expect(steps.steps.map(({ stepId, reached }) => [stepId, reached])).toEqual([
      ['ask', 2],
      ['human', 1],
      ['route', 1],
    ]);
  });

  it('list conversations with the beginning of their last message, in one read more', async () => {
    const { dynamodb } = desk.stack.clients;
    const { conversationId } = await desk.begin(['hello']);
    await desk.stack.drain();
    const ports = { conversations: desk.ports.conversations, runList: new RunListTable(dynamodb, prefix()) };
    const asked = { tenantId: 'acme', limit: 25, after: null };
    const { items } = await listConversations({ ...ports, turnLog: desk.ports.turnLog, nowMs }, asked);
    const log = await desk.ports.turnLog.read('acme', conversationId, null, 10);
    const row = items.find((one) => one.conversationId === conversationId);
    expect(log.at(-1)?.replies.at(-1)?.text).toMatch(new RegExp(`^${row?.lastText?.slice(0, 40)}`));
    const [plain] = (await listConversations({ ...ports, nowMs }, asked)).items;
    expect(plain).not.toHaveProperty('lastText');
  });

  it('list a page in three round trips, however many there are', async () => {
    for (let n = 0; n < 30; n += 1) await desk.begin(['hello']);
    await desk.stack.drain();
    const watched = watchCalls();
    const { dynamodb } = createAwsClients(desk.stack.env, watched.requestHandler);
    const runList = new RunListTable(dynamodb, prefix());
    const conversations = new ConversationsTable<unknown>(dynamodb, prefix());
    const page = await listConversations(
      { conversations, runList, nowMs },
      { tenantId: 'acme', limit: 25, after: null },
    );
    expect(page.items).toHaveLength(25);
    expect(watched.calls.map(({ operation }) => operation)).toEqual([
      ...Array.from({ length: runLimits.runShards }, () => 'Query'),
      ...['BatchGetItem', 'BatchGetItem'],
    ]);
    const rest = await listConversations(
      { conversations: desk.ports.conversations, runList, nowMs },
      { tenantId: 'acme', limit: 25, after: page.cursor },
    );
    expect(rest.cursor).toBeNull();
    const ids = [...page.items, ...rest.items].map(({ conversationId }) => conversationId);
    expect(new Set(ids).size).toBe(33);
    expect(ids).toHaveLength(33);
  });

  it('show the current longest wait, of all and by queue', async () => {
    const first = await desk.begin();
    clock.aheadMs += 10 * minuteMs;
    await desk.begin();
    clock.aheadMs += 10 * minuteMs;
    const longest = async (query: object) => {
      const { total, rows } = await figures(query);
      const ofRow = rows.map(({ key, figures: { handoffs } }) => [key, minutesOf(handoffs.longestNowMs)]);
      return [minutesOf(total.handoffs.longestNowMs), ...ofRow];
    };
    await counted();
    expect(await longest({ group: 'queue' })).toEqual([22, ['billing', 22]]);
    expect(await longest({ queue: 'default' })).toEqual([0]);
    expect(await longest({ channel: 'webchat' })).toEqual([null]);
    await desk.as(maria).take(first.conversationId);
    expect(await longest({})).toEqual([12]);
  });

  it('keep the funnel of a deleted flow, also when a late status has its hours counted again', async () => {
    const { dynamodb } = desk.stack.clients;
    const { directory, records } = desk.ports;
    const funnel = () =>
      readSteps({ counts: new RunCountsTable(dynamodb, prefix(), nowMs), directory, nowMs }, 'acme', {
        ...{ from: began, to: today(), flow: 'support' },
      });
    await counted();
    const before = await funnel();
    expect(before.steps.length).toBeGreaterThan(2);
    for (const sk of [directoryKeys.published('support'), directoryKeys.draft('support')]) {
      const record = await records.find('acme', sk);
      if (record) await records.remove('acme', sk, record);
    }
    await records.renewCacheVersion('acme');
    clock.aheadMs += 2 * minuteMs;
    expect(await directory.findFlow('acme', 'support', { conversationId: 'new' })).toBeNull();
    const runList = new RunListTable(dynamodb, prefix());
    const list = await listConversations(
      { conversations: desk.ports.conversations, runList, nowMs },
      { tenantId: 'acme', limit: 1, after: null },
    );
    const [{ conversationId = '', runId = '' } = {}] = list.items;
    const runs = new RunsTable(dynamodb, prefix(), nowMs);
    const of = { part: 'reply.1', expiresAtS: Math.ceil(nowMs() / 1000) + 3_600 };
    const startedAtMs = await runs.noteUndelivered({ tenantId: 'acme', conversationId, runId }, of);
    await runs.mark('acme', [slotOf(startedAtMs ?? 0)]);
    await counted();
    expect((await figures()).total.messages.undelivered).toBe(1);
    expect({ ...(await funnel()), until: before.until }).toEqual(before);
  });
});
