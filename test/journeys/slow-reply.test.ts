import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { tables } from '../../src/contract/tables.ts';
import { writeNote } from '../../src/operations/handoff/write-note.ts';
import { sendMessage } from '../../src/operations/service/send-message.ts';
import type { HttpClient } from '../../src/ports/http-client.ts';
import { poll, readTranscript, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

describe('a reply that takes longer than 3 s', () => {
  it('is announced by 202 and reaches the long-poll, once', async () => {
    const session = randomUUID();
    const key = { 'idempotency-key': randomUUID() };
    const greeted = await (await say(stack, session, 'hello')).json();
    const from = { id: randomUUID() };
    const sayInFormA = async (text: string, conversationId: string | null) => {
      const body = { tenantId: 'acme', conversationId, channel: 'webchat', from, content: { text } };
      const answer = await stack.post('/v1/webchat/messages', body);
      return { status: answer.status, body: await answer.json() };
    };
    const begun = await sayInFormA('hello', null);
    const late = await sayInFormA('warehouse', begun.body.conversationId);
    expect(late).toMatchObject({
      status: 202,
      body: { after: expect.any(String), next: 'now', replies: [] },
    });
    const { idempotencyKeys } = stack.orders;
    await expect.poll(() => idempotencyKeys.length).toBe(1);
    const accepted = await say(stack, session, 'warehouse', key);
    expect(accepted.status).toBe(202);
    const { conversationId, messageId, status, after, next } = await accepted.json();
    expect({ status, next }).toEqual({ status: 'pending', next: 'now' });
    // Behind what the visitor has; what comes meanwhile may be put before their message.
    expect(after).toBe(greeted.replies.at(-1).id);
    expect(accepted.headers.get('location')).toBe(
      `/v1/webchat/conversations/${conversationId}/messages?after=${after}`,
    );

    const repeated = await say(stack, session, 'warehouse', key);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    const overtaking = await say(stack, session, 'hours');
    // In time or not, it is answered behind the slow one.
    expect([200, 202]).toContain(overtaking.status);

    const { messages } = await poll(stack, session, conversationId, { after });
    expect(messages.map(({ text }) => text)).toContain('The warehouse says: order 1002 is in preparation.');
    const final = await say(stack, session, 'warehouse', key);
    expect(final.status).toBe(200);
    expect((await final.json()).messageId).toBe(messageId);

    // Each of the two conversations has asked once.
    expect(idempotencyKeys).toHaveLength(2);
    expect(new Set(idempotencyKeys).size).toBe(2);
    await expect
      .poll(async () => (await readTranscript(stack, session, conversationId)).map(({ text }) => text))
      .toContain('hours');
    const transcript = await readTranscript(stack, session, conversationId);
    expect(transcript.filter(({ text }) => text.startsWith('The warehouse says'))).toHaveLength(1);
    expect(transcript.filter(({ author }) => author === 'user').map(({ text }) => text)).toEqual([
      'hello',
      'warehouse',
      'hours',
    ]);
    expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
  });
});

describe('a service that takes four seconds', () => {
  const clock = { aheadMs: 0 };
  const nowMs = () => Date.now() + clock.aheadMs;
  const calls: string[] = [];
  let meanwhile: () => Promise<void> = async () => undefined;
  let desk: Desk;
  beforeAll(async () => {
    const http: HttpClient = {
      async send({ headers }) {
        calls.push(String(headers['idempotency-key']));
        clock.aheadMs += 4_000;
        await meanwhile();
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
      },
    };
    desk = await startDesk({ clock, createHandler: (env) => createHandler(env, { nowMs, http }) });
  });
  afterAll(() => desk.stack.stop());

  it.each([
    ['while its visitor polls', false],
    ['while its visitor polls, a system speaks and a colleague notes', true],
  ])('is called once, and the reply is there when it has answered: %s', async (_, isBusy) => {
    calls.length = 0;
    const { session, conversationId, texts } = await desk.begin(['hello']);
    let polled: ReturnType<typeof poll> | undefined;
    let asked: Promise<Response> | undefined;
    let pending: { after: string; messageId: string } | undefined;
    const statuses: unknown[] = [];
    meanwhile = async () => {
      const accepted = (await asked) as Response;
      statuses.push(accepted.status);
      pending = await accepted.json();
      const after = String((await desk.find(conversationId)).lastMessageId);
      polled = poll(desk.stack, session, conversationId, { after });
      await expect.poll(async () => (await desk.find(conversationId)).pollers.length).toBe(1);
      if (!isBusy) return;
      const request = { tenantId: 'acme', conversationId, turnId: randomUUID(), correlationId: 'test' };
      const { message } = await sendMessage(desk.ports, {
        ...{ tenantId: 'acme', correlationId: 'test', agent: null, turnIdIn: () => request.turnId },
        message: { to: { conversationId }, text: 'Your parcel has left.' },
      });
      statuses.push(message.text);
      const caller = { owner: maria, isAdmin: false };
      await writeNote(desk.ports, {
        ...request,
        ...{ caller, turnId: randomUUID(), note: { text: 'Hurry.' } },
      });
    };
    asked = say(desk.stack, session, 'slow');
    await expect.poll(() => desk.stack.drain().then(() => calls.length), { interval: 20 }).toBe(1);
    const spoken = isBusy ? ['Your parcel has left.'] : [];
    expect(statuses).toEqual([202, ...spoken]);
    // What was said first is there first; it comes before the message that waits for its answer.
    expect((await polled)?.messages[0]?.text).toBe(spoken[0] ?? 'slow');
    await desk.stack.drain();
    // Whoever reads on after the 202's `after` gets all of it, too.
    const followed = await poll(desk.stack, session, conversationId, { after: pending?.after ?? '' });
    expect(followed.messages.map(({ text }) => text)).toEqual([
      ...[...spoken, 'slow'],
      ...['Found it.', 'How can I help?'],
    ]);
    expect(calls).toHaveLength(1);
    expect(await texts()).toEqual([
      ...['> hello', '< How can I help?', ...spoken.map((text) => `< ${text}`)],
      ...['> slow', '< Found it.', '< How can I help?'],
    ]);
  });
});

describe('a repeat of a 202 whose answer a read does not return yet', () => {
  it('gets it all the same', async () => {
    const inner = new NodeHttpHandler();
    let hidden = 0;
    const dedup = stack.env.TABLE_PREFIX + tables.dedup.name;
    // As DynamoDB may answer a read that costs half: from before the write.
    const requestHandler = {
      destroy: () => inner.destroy(),
      async handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
        const result = await inner.handle(request, options);
        if (!String(request.headers['x-amz-target']).endsWith('.BatchGetItem')) return result;
        const body = JSON.parse(await text(result.response.body));
        hidden += body.Responses?.[dedup]?.length ?? 0;
        if (body.Responses?.[dedup]) body.Responses[dedup] = [];
        result.response.body = Readable.from([Buffer.from(JSON.stringify(body))]);
        return result;
      },
    };
    const handle = createHandler(stack.env, { clients: createAwsClients(stack.env, requestHandler) });
    const session = randomUUID();
    await say(stack, session, 'hello');
    const headers = {
      'x-tenant-id': 'acme',
      'x-widget-id': 'acme-web',
      'x-session-id': session,
      'idempotency-key': randomUUID(),
    };
    const body = { text: 'warehouse', attachments: [], user: { id: 'visitor' } };
    const ask = () =>
      handle(httpEvent('POST', '/v1/webchat/messages', { headers, body }), lambdaContext) as Promise<{
        statusCode: number;
        body: string;
      }>;
    const [first, repeated] = [await ask(), await ask()];
    expect([first.statusCode, repeated.statusCode]).toEqual([202, 202]);
    expect(repeated.body).toBe(first.body);
    expect(hidden).toBe(1);
  });
});

describe('the long-poll', () => {
  it('answers at once with the whole history, and with nothing new when told not to wait', async () => {
    const session = randomUUID();
    const { conversationId, replies } = await (await say(stack, session, 'hello')).json();
    const history = await poll(stack, session, conversationId, {});
    expect(history.messages.map(({ author }) => author)).toEqual(['user', 'bot', 'bot']);
    expect(history.after).toBe(replies.at(-1).id);
    const nothing = await poll(stack, session, conversationId, { after: history.after ?? '', wait: '0' });
    expect(nothing).toEqual({
      conversationId,
      status: 'active',
      messages: [],
      next: null,
      after: history.after,
      handoff: null,
    });
  });

  it('returns a message that arrives while it waits', async () => {
    const session = randomUUID();
    const { conversationId, replies } = await (await say(stack, session, 'hello')).json();
    const waiting = poll(stack, session, conversationId, { after: replies.at(-1).id });
    await say(stack, session, 'hours');
    expect((await waiting).messages.map(({ text }) => text)[0]).toBe('hours');
  });

  it.each([
    ['no tenant', 401, {}, ''],
    ['no session', 404, { 'x-tenant-id': 'acme' }, ''],
    ["another visitor's session", 404, { 'x-tenant-id': 'acme', 'x-session-id': randomUUID() }, ''],
    ['another tenant', 404, { 'x-tenant-id': 'globex' }, ''],
    ['an origin that is not allowed', 403, { 'x-tenant-id': 'acme', origin: 'https://evil.example' }, ''],
    ['a malformed after', 400, { 'x-tenant-id': 'acme' }, 'after=yesterday'],
  ])('with %s is refused with %i', async (title, status, headers, query) => {
    const session = randomUUID();
    const { conversationId } = await (await say(stack, session, 'hello')).json();
    const own = title === 'a malformed after' ? { 'x-session-id': session } : {};
    const response = await fetch(
      `${stack.url}/v1/webchat/conversations/${conversationId}/messages?${query}`,
      {
        headers: { ...headers, ...own },
      },
    );
    expect(response.status).toBe(status);
  });
});
