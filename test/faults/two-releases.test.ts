import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environmentFiles } from '../../bin/environment-files.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import { limits } from '../../src/contract/limits.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { createVirtualClock, environments } from '../../src/local/lambda/environments.ts';
import type { StartFunctions } from '../../src/local/lambda/functions.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { poll, readTranscript, say } from '../support/conversation.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { png, sendForm } from '../support/files.ts';
import { isCutOff, releaseFiles } from '../support/release-files.ts';
import { type AdminApi, startAdminApi } from '../support/start-admin-api.ts';

/** The functions as this commit makes them, and as the last commit did of which items must be understood until 0.2.0. */
const last = 'db5b08f';
const today = 'today';
type Release = typeof last | typeof today;

/** Reminds of its question after half an hour, and goes on after another hour. */
const waitingFlow = flowDefinition.parse({
  ...{ id: 'waiting', version: 1, start: 'ask' },
  steps: {
    ask: {
      ...{ kind: 'question', text: 'Which one?', saveAs: 'said', next: 'took' },
      ...{ remindAfterMinutes: 30, remindText: 'Still there?', silenceAfterMinutes: 90, onSilence: 'gone' },
    },
    gone: { kind: 'end', text: 'Another time, then.' },
    took: { kind: 'end', text: 'Took {{ said }}.' },
  },
});
const withWaiting = (folder: TenantFolder): TenantFolder =>
  folder.tenant.id === 'acme'
    ? {
        ...folder,
        flows: [...folder.flows, waitingFlow],
        widgets: [...folder.widgets, { id: 'acme-waiting', flow: 'waiting', allowed_origins: [] }],
      }
    : folder;

const cutOff = isCutOff(last);
if (cutOff) console.warn(`skipped: this clone is shallow and lacks ${last}; run git fetch --unshallow`);

const clock = createVirtualClock();
let release: Release = today;
/** Whose functions run from now on. */
const by = (next: Release) => {
  release = next;
};
let api: AdminApi;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let proxy: FaultProxy;

beforeAll(async () => {
  if (cutOff) return;
  const files = { [last]: await releaseFiles(last), [today]: await environmentFiles() };
  provider = await startFakeProvider();
  proxy = await startFaultProxy();
  const functions: StartFunctions = (stackEnv, report, hear) => {
    const env = proxy.inFrontOf(stackEnv);
    const running = {
      [last]: environments({ files: files[last], clock })(env, report, hear),
      [today]: environments({ files: files[today], clock })(env, report, hear),
    };
    return {
      // What the older commit has no function for, it doesn't do.
      invoke: async (name, event) =>
        name in files[release] ? running[release].invoke(name, event) : undefined,
      stop: async () => void (await Promise.all(Object.values(running).map((one) => one.stop()))),
    };
  };
  api = await startAdminApi({
    functions,
    queues: { nowMs: clock.nowMs },
    providerUrl: provider.url,
    changeTenant: withWaiting,
    report: () => undefined,
  });
});
afterAll(async () => {
  if (cutOff) return;
  await api.stop();
  await provider.stop();
  await proxy.stop();
});
beforeEach(() => {
  proxy.decide = () => undefined;
});

const textsOf = async (session: string, conversationId: string) =>
  (await readTranscript(api, session, conversationId)).map(({ text }) => text);
const isWhole = (messages: readonly { readonly id: string; readonly seq: number }[]) => {
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, n) => n + 1));
  expect(messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id).toSorted());
};

describe.skipIf(cutOff).each<[Release, Release]>([
  [last, today],
  [today, last],
])('%s continues what %s began', (before, after) => {
  it('a question, whose answer it accepts, and gives the same answer to the same key', async () => {
    const session = randomUUID();
    const key = { 'idempotency-key': randomUUID() };
    by(before);
    await say(api, session, 'hello');
    const asked = await (await say(api, session, 'Track an order', key)).json();
    by(after);
    const again = await say(api, session, 'Track an order', key);
    expect([again.headers.get('idempotent-replayed'), await again.json()]).toEqual(['true', asked]);
    expect((await say(api, session, 'something else', key)).status).toBe(409);
    const answered = await (await say(api, session, '1001')).json();
    expect(answered.replies[0].text).toBe('Order 1001 is shipped; it arrives tomorrow.');
    by(before);
    await say(api, session, 'No');
    by(after);
    await say(api, session, 'hello');
    const log = await readTranscript(api, session, asked.conversationId);
    isWhole(log);
    expect(log.filter(({ author }) => author === 'user').map(({ text }) => text)).toEqual([
      'hello',
      'Track an order',
      '1001',
      'No',
      'hello',
    ]);
  });

  it('a turn whose effects are pending, once', async () => {
    const session = randomUUID();
    by(before);
    proxy.decide = ({ operation }) =>
      operation === 'PutEvents' || operation === 'BatchWriteItem' ? 'failed' : undefined;
    const sent = await say(api, session, 'hello');
    const { conversationId } = await sent.json();
    proxy.decide = () => undefined;
    by(after);
    clock.advance(limits.settleAfterMs + 60_000);
    await api.tick();
    await api.drain();
    await say(api, session, 'Opening hours');
    const log = await readTranscript(api, session, conversationId);
    isWhole(log);
    expect(log.filter(({ author }) => author === 'user').map(({ text }) => text)).toEqual([
      'hello',
      'Opening hours',
    ]);
    const published = api.bus.events.filter(({ detail }) => detail.conversationId === conversationId);
    const outbound = published.filter((event) => event['detail-type'] === 'Channel.OutboundRequested');
    const ids = outbound.map(({ detail }) =>
      String(Reflect.get(Object(Reflect.get(Object(detail.data), 'reply')), 'id')),
    );
    expect(ids.length).toBeGreaterThan(1);
    expect([...ids].sort()).toEqual(log.filter(({ author }) => author === 'bot').map(({ id }) => id));
  });

  it('a slow turn that it acknowledged', async () => {
    const session = randomUUID();
    by(before);
    await say(api, session, 'hello');
    const slow = await say(api, session, 'Ask the warehouse');
    expect(slow.status).toBe(202);
    const { conversationId, messageId: seen } = await slow.json();
    by(after);
    expect((await say(api, session, 'and then?')).status).toBe(202);
    await api.drain();
    await api.drain();
    const { messages } = await poll(api, session, conversationId, { wait: '0', after: seen });
    expect(messages.filter(({ author }) => author === 'user').map(({ text }) => text)).toEqual(['and then?']);
    isWhole(await readTranscript(api, session, conversationId));
  });

  it("a chat app's message on the queue, its reply being sent, its delivery status, and its second delivery", async () => {
    const from = `4915${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
    const first = cloudApiBody({ messages: [textMessage(from, 'hello', `wamid.${randomUUID()}`)] });
    by(before);
    await postCloudApi(api, first);
    by(after);
    await api.drain();
    await postCloudApi(api, first);
    by(before);
    await postCloudApi(api, first);
    await postCloudApi(api, cloudApiBody({ messages: [textMessage(from, 'Opening hours')] }));
    await api.drain();
    const sends = provider.sends.filter(({ to }) => to === from);
    expect(new Set(sends.map(({ replyId }) => replyId)).size).toBe(sends.length);
    expect(sends.length).toBeGreaterThan(2);
    const [sent] = sends;
    by(after);
    const status = { id: sent?.id, status: 'delivered', timestamp: '1760000100', recipient_id: from };
    await postCloudApi(api, cloudApiBody({ statuses: [status] }));
    await api.drain();
    const received = api.bus.events.find(({ detail }) => JSON.stringify(detail).includes(from));
    const id = String(received?.detail.conversationId);
    for (const reader of [before, after]) {
      by(reader);
      const shown = await api.as('editor')('GET', `/conversations/${id}/messages`);
      const texts = shown.body.items.map(
        ({ author, text }: Record<string, string>) => author === 'user' && text,
      );
      expect(texts.filter(Boolean)).toEqual(['hello', 'Opening hours']);
      const states = shown.body.items.map(
        ({ delivery }: { delivery?: { state: string } }) => delivery?.state,
      );
      expect(states).toContain('delivered');
    }
    by(after);
    const person = `/people/chatapp/${from}`;
    const exported = await api.as('admin')('GET', `${person}/export`);
    expect([exported.status, JSON.stringify(exported.body)]).toEqual([
      200,
      expect.stringContaining('Opening hours'),
    ]);
    expect((await api.as('admin')('DELETE', person)).status).toBeLessThan(300);
    await api.drain();
    by(before);
    const gone = await api.as('editor')('GET', `/conversations/${id}/messages`);
    expect(gone.status === 404 || gone.body.items.length === 0).toBe(true);
  });

  it('a handoff: requested, taken, answered, returned and closed', async () => {
    const session = randomUUID();
    by(before);
    await say(api, session, 'hello');
    const { conversationId } = await (await say(api, session, 'agent')).json();
    const path = `/conversations/${conversationId}/handoff`;
    const act = (what: string, body: object, etag: string) =>
      api.as('editor')('POST', `${path}/${what}`, {
        body,
        headers: { 'idempotency-key': randomUUID(), ...(etag && { 'if-match': etag }) },
      });
    by(after);
    const waiting = await api.as('editor')('GET', '/handoffs');
    expect(JSON.stringify(waiting.body)).toContain(conversationId);
    const taken = await act('take', { takeOver: true }, '');
    expect(taken.status).toBe(200);
    by(before);
    const replied = await act('reply', { text: 'I am here.' }, taken.etag);
    expect(replied.status).toBe(201);
    by(after);
    await say(api, session, 'thank you');
    expect((await act('note', { text: 'kind' }, '')).status).toBe(201);
    const closed = await act('close', {}, replied.etag || taken.etag);
    expect([closed.status, closed.body?.detail]).toEqual([200, undefined]);
    by(before);
    await api.drain();
    await say(api, session, 'hello');
    const log = await readTranscript(api, session, conversationId);
    isWhole(log);
    const said = log.filter(({ author }) => author !== 'bot').map(({ text }) => text);
    expect(said).toEqual(['hello', 'agent', 'I am here.', 'thank you', 'hello']);
    await api.countRuns();
    by(after);
    await api.countRuns();
    const today = new Date(clock.nowMs()).toISOString().slice(0, 10);
    const figures = await api.as('viewer')('GET', `/reports/figures?from=${today}&to=${today}&group=day`);
    expect([figures.status, figures.body.detail]).toEqual([200, undefined]);
  });

  it('a draft, its versions, a saved reply and a widget', async () => {
    const admin = api.as('admin');
    const id = `f_${randomUUID().replaceAll('-', '')}`;
    const saying = (text: string) => ({
      definition: { start: 'bye', steps: { bye: { kind: 'end', text } } },
    });
    const publish = (etag: string) =>
      admin('POST', `/flows/${id}/publish`, {
        body: { note: 'as it should be' },
        headers: { 'if-match': etag },
      });
    const text = `Saved by ${id}`;
    by(before);
    expect((await admin('POST', '/flows', { body: { id, ...saying('one') } })).status).toBe(201);
    const draft = await admin('GET', `/flows/${id}/draft`);
    expect((await publish(draft.etag)).status).toBe(200);
    expect((await admin('POST', '/texts', { body: { name: 'greeting', text } })).status).toBe(201);
    const widget = { id, flow: id, allowed_origins: ['https://shop.example'] };
    const ofNothing = { 'if-none-match': '*' };
    expect((await admin('PUT', `/widgets/${id}`, { body: widget, headers: ofNothing })).status).toBe(200);
    by(after);
    const met = await say(api, randomUUID(), 'hello', { 'x-widget-id': id });
    expect((await met.json()).replies.map(({ text: said }: { text: string }) => said)).toEqual(['one']);
    const { etag } = await admin('GET', `/flows/${id}/draft`);
    const saved = await admin('PUT', `/flows/${id}/draft`, {
      body: saying('two'),
      headers: { 'if-match': etag },
    });
    expect((await publish(saved.etag)).status).toBe(200);
    expect(JSON.stringify((await admin('GET', '/texts')).body)).toContain(text);
    by(before);
    const versions = await admin('GET', `/flows/${id}/versions`);
    expect(versions.body.items.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    const again = await say(api, randomUUID(), 'hello', { 'x-widget-id': id });
    expect((await again.json()).replies.map(({ text: said }: { text: string }) => said)).toEqual(['two']);
    const audit = await admin('GET', `/audit?resource=flow:${id}`);
    expect(audit.body.items.length).toBeGreaterThan(2);
  });

  it("an upload, and the count of a session's uploads", async () => {
    const session = randomUUID();
    const named = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
    by(before);
    const asked = await api.post(
      '/v1/webchat/uploads',
      { filename: 'a.png', mimeType: 'image/png', sizeBytes: png.length },
      named,
    );
    const { fileId, upload } = await asked.json();
    await sendForm(upload, png);
    by(after);
    await api.drain();
    const send = (text: string, attachments: readonly object[]) =>
      api.post('/v1/webchat/messages', { text, attachments, user: { id: 'visitor' } }, named);
    const { conversationId } = await (await send('', [{ fileId }])).json();
    by(before);
    const [message] = await readTranscript(api, session, conversationId);
    expect(message?.attachments).toMatchObject([{ fileId, status: 'available', filename: 'a.png' }]);
    for (let n = 0; n < 29; n += 1) {
      by(n % 2 ? before : after);
      expect((await send('hello', [])).status).toBe(200);
    }
    for (const either of [before, after]) {
      by(either);
      expect((await send('hello', [])).status).toBe(429);
    }
  });
});

describe.skipIf(cutOff).each<[Release, Release]>([
  [last, today],
  [today, last],
])('of a question of %s, %s', (before, after) => {
  it('sends the reminder, and the first one sees that it stays unanswered', async () => {
    const session = randomUUID();
    by(before);
    const asked = await say(api, session, 'hello', { 'x-widget-id': 'acme-waiting' });
    const { conversationId } = await asked.json();
    await api.drain();
    by(after);
    clock.advance(31 * 60_000);
    await api.tick();
    await api.drain();
    expect(await textsOf(session, conversationId)).toEqual(['hello', 'Which one?', 'Still there?']);
    by(before);
    clock.advance(91 * 60_000);
    await api.tick();
    await api.drain();
    expect(await textsOf(session, conversationId)).toEqual([
      'hello',
      'Which one?',
      'Still there?',
      'Another time, then.',
    ]);
  });
});
