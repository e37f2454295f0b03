import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SideItem, visitorCounts } from '../../bin/cost/counts.ts';
import { AnsweringTeamsTable } from '../../src/aws/answering-teams-table.ts';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DirectoryTable } from '../../src/aws/directory-table.ts';
import { RunCountsTable } from '../../src/aws/run-counts-table.ts';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { noteAnsweringTeam } from '../../src/operations/reports/note-answering-team.ts';
import { createHandler } from '../support/create-handler.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { maria } from '../support/inbox.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';

/** What the visitor's side costs beside messages: the header's data, emails, transcripts and SES's events. */
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let proxy: FaultProxy;
let box: Mailbox;
let invocations = 0;
beforeAll(async () => {
  proxy = await startFaultProxy({ countUnits: true });
  box = await startMailbox({
    clock,
    createHandler: (env) => {
      const serve = createHandler(proxy.inFrontOf(env), { nowMs });
      return (event, context) => {
        invocations += 1;
        return serve(event, context);
      };
    },
    own: {
      runs: (env) => {
        const serve = createRuns(proxy.inFrontOf(env), { nowMs });
        return (event, context) => {
          invocations += 1;
          return serve(event, context);
        };
      },
    },
  });
});
afterAll(async () => {
  await box.desk.stack.stop();
  await proxy.stop();
});

/** What an action takes, the queue's receive and delete included; a queue record is one of its own. */
async function cost(act: () => Promise<unknown>) {
  await box.desk.stack.drain();
  proxy.reset();
  invocations = 0;
  const before = box.desk.stack.userPool.mails.length;
  await act();
  await box.desk.stack.drain();
  const sent = proxy.calls.filter(
    ({ service, operation }) => service === 'sqs' && operation.startsWith('SendMessage'),
  );
  return {
    write: proxy.calls.reduce((sum, { write }) => sum + write, 0),
    read: proxy.calls.reduce((sum, { read }) => sum + read, 0),
    queue: 3 * sent.length,
    invocations,
    emails: box.desk.stack.userPool.mails.length - before,
  };
}

it('header data, emails, transcripts and events cost no more than the cost page says', async () => {
  const { desk, post } = box;
  const email = box.newEmail();
  const visitor = await desk.begin();
  const path = `conversations/${visitor.conversationId}`;
  const asked = await cost(() => post(visitor.session, `${path}/email`, { email, page: box.page }));
  const confirmed = await cost(async () => {
    // Reading the page, and pressing its button.
    await fetch(box.linkIn(email));
    await fetch(box.linkIn(email), { method: 'POST' });
  });
  await desk.as(maria).reply(visitor.conversationId, 'Hello.');
  const announced = await cost(() => desk.pass(2.1));
  const opened = await cost(() => post(randomUUID(), 'claims', { token: box.tokenIn(email) }));
  const reader = await box.visitor();
  for (let n = 0; n < 8; n += 1) await reader.says(`message ${n}`);
  const transcript = await cost(() => post(reader.session, `${reader.path}/transcript`));
  const bounced = `bounce+${randomUUID()}@simulator.amazonses.com`;
  const leaver = await desk.begin();
  const bounce = await cost(() =>
    post(leaver.session, `conversations/${leaver.conversationId}/email`, { email: bounced, page: box.page }),
  );
  const { dynamodb } = createAwsClients(proxy.inFrontOf(desk.stack.env));
  const prefix = String(desk.stack.env.TABLE_PREFIX);
  const header = await cost(() =>
    noteAnsweringTeam(
      {
        directory: new DirectoryTable(dynamodb, prefix, nowMs),
        counts: new RunCountsTable(dynamodb, prefix, nowMs),
        answeringTeams: new AnsweringTeamsTable(dynamodb, prefix, nowMs),
        nowMs,
      } as unknown as Parameters<typeof noteAnsweringTeam>[0],
      'acme',
    ),
  );
  const minus = (a: typeof bounce, b: typeof bounce) =>
    Object.fromEntries(Object.entries(a).map(([name, n]) => [name, n - (b[name as 'read'] ?? 0)]));
  const found: Readonly<Record<SideItem, Partial<typeof header>>> = {
    ...{ headerHours: header, addresses: asked, confirmed, replies: announced, links: opened },
    ...{ transcripts: transcript, mailEvents: minus(bounce, asked) },
  };
  for (const [item, most] of Object.entries(visitorCounts))
    for (const [name, amount] of Object.entries(found[item as SideItem]))
      expect([item, name, amount <= most[name as 'read']]).toEqual([item, name, true]);
});
