import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLimits } from '../../src/contract/runs.ts';
import { createVirtualClock } from '../../src/local/lambda/environments.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { say } from '../support/conversation.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type AdminApi, startAdminApi } from '../support/start-admin-api.ts';

/** Of the queues alone: what is delayed there need not be waited for. */
const queueClock = createVirtualClock();
let api: AdminApi;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  api = await startAdminApi({
    tenantLimit: 100_000,
    providerUrl: provider.url,
    queues: { nowMs: queueClock.nowMs },
  });
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

/** Publishes a version for half of the new conversations whose flow raises at the first message. */
async function publishRaising(): Promise<number> {
  const admin = api.as('admin');
  const { body, etag } = await admin('GET', '/flows/support/draft');
  const steps = {
    raise: { kind: 'set', assign: { never: 'message.text - 1' }, next: 'ask' },
    ask: { kind: 'question', text: `What is it about? ${randomUUID()}`, saveAs: 'topic', next: 'ask' },
  };
  const definition = { start: 'raise', variables: { topic: '', never: 0 }, steps };
  const saved = await admin('PUT', '/flows/support/draft', {
    body: { definition, layout: body.layout, conversations: [] },
    headers: { 'if-match': etag },
  });
  const published = await admin('POST', '/flows/support/publish', {
    body: { note: 'a version that raises', canaryPercent: 50 },
    headers: { 'if-match': saved.etag },
  });
  expect(published.body).toMatchObject({ live: { canary: { percent: 50 } } });
  return published.body.version;
}

/** What happens within a minute of the failures, though no later turn comes and no schedule runs. */
async function aMinuteLater(): Promise<void> {
  await api.drain();
  queueClock.advance(runLimits.promptCountMs + runLimits.indexLagMs);
  await api.drain();
}

/** The queues' clock counts a span before it is over; what fails in the rest of it would have to wait for the schedule. */
async function nextSpan(): Promise<void> {
  const { promptCountMs } = runLimits;
  await setTimeout(promptCountMs - (Date.now() % promptCountMs));
}

const flowOf = async () => (await api.as('viewer')('GET', '/flows/support')).body;
const ends = () => api.bus.events.filter((event) => event['detail-type'] === 'Flow.CanaryEnded');
const failures = (channel: string) =>
  api.bus.events.filter(
    (event) => event['detail-type'] === 'Conversation.TurnFailed' && event.detail.channel === channel,
  );

describe('a canary whose conversations raise errors', () => {
  it('on web chat ends automatically within a minute, and its publisher, the console and the bus are notified', async () => {
    const version = await publishRaising();
    const statuses: number[] = [];
    const count = (status: number) => statuses.filter((one) => one === status).length;
    while ((count(500) < 20 || count(200) < 20) && statuses.length < 200) {
      const some = Array.from({ length: 8 }, () => say(api, randomUUID(), 'hello'));
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    expect(statuses.every((status) => status === 200 || status === 500)).toBe(true);
    expect(failures('webchat')).toHaveLength(count(500));
    expect(failures('webchat')[0]?.detail).toMatchObject({
      run: { failedTurns: 1, flows: [{ id: 'support', version }] },
      data: { flow: { id: 'support', version, stepId: 'raise' }, reason: expect.stringContaining('raise') },
    });
    await aMinuteLater();
    const { live, canaryEnded } = await flowOf();
    expect(live).toEqual({ version: 1, canary: null });
    expect(canaryEnded).toMatchObject({ version, action: 'cancel', against: { part: 0 } });
    const { raised, against } = canaryEnded;
    // Those that were told by then: it need not wait for the others.
    expect([raised.part, raised.of <= count(500)]).toEqual([raised.of, true]);
    expect(ends().map(({ detail }) => detail.data)).toEqual([
      { flowId: 'support', version, action: 'cancel', liveVersion: 1, raised, against },
    ]);
    expect(api.userPool.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['admin@acme.example', `Gradual rollout stopped: version ${version} of flow support`],
    ]);
    const { body: listed } = await api.as('viewer')('GET', '/flows');
    expect(listed.items).toContainEqual(
      expect.objectContaining({ id: 'support', canaryEnded: expect.objectContaining({ version }) }),
    );
    // Nobody is told twice.
    await api.countRuns();
    expect([ends().length, api.userPool.mails.length]).toEqual([1, 1]);
    expect((await say(api, randomUUID(), 'hello')).status).toBe(200);
    // The tenant's day may be tomorrow's already.
    const [from, to] = [0, 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
    const { body: report } = await api.as('viewer')('GET', `/reports/figures?from=${from}&to=${to}`);
    expect(report.total.turns.failed).toBe(count(500));
  });

  it('on a chat app ends so too, also where the first message raised the error', async () => {
    await nextSpan();
    const version = await publishRaising();
    const users = Array.from({ length: 60 }, (_, n) => `49151500${String(n).padStart(5, '0')}`);
    const greet = (user: string) =>
      postCloudApi(api, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
    for (let at = 0; at < users.length; at += 10) await Promise.all(users.slice(at, at + 10).map(greet));
    await aMinuteLater();
    expect(failures('chatapp').length).toBeGreaterThanOrEqual(20);
    const { live, canaryEnded } = await flowOf();
    expect(live.canary).toBeNull();
    expect(canaryEnded).toMatchObject({ version, action: 'cancel', against: { part: 0 } });
    expect(canaryEnded.raised.part).toBe(canaryEnded.raised.of);
    expect(ends()).toHaveLength(2);
  });
});
