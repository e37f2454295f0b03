import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inboxAnswer } from '../../../src/contract/admin/handoffs.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../../support/cloud-api.ts';
import { poll, readTranscript, say } from '../../support/conversation.ts';
import { shareAdminApi, type TestRole } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();

async function handedOver() {
  const session = randomUUID();
  const { conversationId } = await (await say(shared.api, session, 'agent')).json();
  return { session, id: String(conversationId) };
}

async function inbox(role: TestRole, query: Readonly<Record<string, string>> = {}) {
  const answer = await shared.api.as(role)('GET', `/inbox?${new URLSearchParams(query)}`);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return inboxAnswer.parse(answer.body);
}

const act = (role: TestRole, id: string, what: string, body: object, ifMatch?: string) =>
  shared.api.as(role)('POST', `/conversations/${id}/handoff/${what}`, {
    body,
    headers: { 'idempotency-key': randomUUID(), ...(ifMatch && { 'if-match': ifMatch }) },
  });

describe('the inbox', () => {
  it('starts with a list of its own, and then reports each change once', async () => {
    const begun = await inbox('editor', { wait: '0' });
    expect(begun).toMatchObject({ reset: true, rows: [] });
    expect(begun.queues.map(({ name }) => name)).toEqual(['default', 'support']);
    const { session, id } = await handedOver();
    const told = await inbox('editor', { cursor: begun.cursor });
    expect(told.rows).toMatchObject([{ conversationId: id, handoff: { state: 'requested' } }]);
    expect(told.queues.find(({ name }) => name === 'support')).toMatchObject({ oldest: expect.any(String) });
    const quiet = await inbox('editor', { cursor: told.cursor, wait: '0' });
    expect(quiet.rows).toEqual([]);

    const waiting = inbox('editor', { cursor: quiet.cursor });
    const taken = await act('admin', id, 'take', { takeOver: true });
    expect((await waiting).rows).toMatchObject([
      { conversationId: id, handoff: { state: 'taken', owner: { kind: 'user' } } },
    ]);
    await say(shared.api, session, 'are you there?');
    const passedOn = await inbox('editor', { cursor: quiet.cursor, wait: '0' });
    expect(passedOn.rows).toMatchObject([{ handoff: { lastText: 'are you there?', state: 'taken' } }]);
    await act('admin', id, 'close', {}, taken.etag);
    const closed = await inbox('editor', { cursor: quiet.cursor, wait: '0' });
    expect(closed.rows).toMatchObject([{ conversationId: id, handoff: null }]);
    expect(closed.rows[0]?.version).toBeGreaterThan(passedOn.rows[0]?.version ?? 0);
  });

  it("case 10: shows notes to the tenant's agents, and to no one else", async () => {
    const { session, id } = await handedOver();
    const taken = await act('editor', id, 'take', { takeOver: true });
    const secret = `a note ${randomUUID()}`;
    const note = await act('admin', id, 'note', { text: secret, mention: ['maria'] });
    expect([note.status, note.body.text]).toEqual([201, secret]);
    const { watched } = await inbox('editor', { wait: '0', watch: id });
    expect(watched?.side).toMatchObject([
      { event: 'taken', by: { kind: 'user' }, text: '' },
      { text: secret, mention: ['maria'], by: { kind: 'user' } },
    ]);
    await act('editor', id, 'reply', { text: 'Hello.' }, taken.etag);
    const { body: messages } = await shared.api.as('admin')('GET', `/conversations/${id}/messages`);
    expect(JSON.stringify(messages.side)).toContain(secret);
    const shown = [
      await readTranscript(shared.api, session, id),
      await poll(shared.api, session, id, { wait: '0' }),
      messages.items,
      shared.api.bus.events.filter(({ detail }) => detail.conversationId === id),
    ];
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(JSON.stringify(shown[0])).toContain('Hello.');
  });

  it('includes notes in an export of the visitor, and erases them with them', async () => {
    const { id } = await handedOver();
    await act('editor', id, 'take', { takeOver: true });
    const secret = `a note ${randomUUID()}`;
    await act('editor', id, 'note', { text: secret });
    const { userId } = (await shared.api.as('admin')('GET', `/conversations/${id}`)).body;
    const exported = await shared.api.as('admin')(
      'GET',
      `/people/webchat/${encodeURIComponent(userId)}/export`,
    );
    expect(JSON.stringify(exported.body)).toContain(secret);
    await expect
      .poll(async () => (await shared.api.as('admin')('DELETE', `/people/webchat/${userId}`)).status)
      .toBe(200);
    expect((await inbox('editor', { wait: '0', watch: id })).watched?.side).toEqual([]);
  });

  it('shows what a visitor did to a message, in the inbox and in the transcript', async () => {
    const from = '4915155500046';
    const send = async (...messages: object[]) => {
      expect((await postCloudApi(shared.api, cloudApiBody({ messages }))).status).toBe(200);
      await shared.api.drain();
      await shared.api.drain();
    };
    const original = textMessage(from, 'agent', 'wamid.original');
    const later = (type: string, content: object) => ({
      ...original,
      ...{ text: undefined, type, [type]: content, id: `wamid.${type}` },
    });
    await send(original);
    const edited = { type: 'text', text: { body: 'a human' } };
    await send(later('edit', { original_message_id: 'wamid.original', message: edited }));
    await send(later('reaction', { message_id: 'wamid.original', emoji: '👍' }));
    const picture = { type: 'image', image: { id: '1', mime_type: 'image/png', caption: 'a picture' } };
    const another = later('edit', { original_message_id: 'wamid.original', message: picture });
    await send({ ...another, id: 'wamid.picture' });
    const { conversationId } = shared.api.bus.events
      .map(({ detail }) => detail)
      .find(({ data }) => (data as { user?: { id?: string } }).user?.id === from) ?? { conversationId: '' };
    const changes = [
      { kind: 'edited', text: 'a human', messageId: expect.any(String) },
      { kind: 'reaction', emoji: '👍' },
      { kind: 'edited', text: 'a picture', attachments: [{ type: 'image' }] },
    ];
    const { watched } = await inbox('editor', { wait: '0', watch: String(conversationId) });
    expect(watched?.messages[0]?.updates).toMatchObject(changes);
    expect(watched?.side.flatMap(({ update = [] }) => update)).toMatchObject(changes);
    const { body } = await shared.api.as('admin')('GET', `/conversations/${conversationId}/messages`);
    expect(body.items[0].updates).toMatchObject(changes);
  });

  it('shows the formatting, cards and typed questions of the bot as the visitor has them', async () => {
    const admin = shared.api.as('admin');
    const card = { title: '{{ name }}', text: 'For {{ name }}', buttons: [{ label: 'Buy', value: 'buy' }] };
    const steps = {
      greet: { kind: 'message', text: 'Hello {{ name }}', cards: [card], next: 'ask' },
      ask: {
        kind: 'question',
        text: 'Your email?',
        validate: { type: 'email' },
        saveAs: 'email',
        next: 'agent',
      },
      agent: { kind: 'handoff', reason: 'rich', next: 'bye' },
      bye: { kind: 'end' },
    };
    const definition = { start: 'greet', variables: { name: '*Ada*', email: '' }, steps };
    const made = await admin('POST', '/flows', { body: { id: 'rich', definition } });
    const ifMatch = { 'if-match': made.etag };
    const live = await admin('POST', '/flows/rich/publish', { body: { note: 'Rich' }, headers: ifMatch });
    expect(live.status).toBe(200);
    const body = { id: 'rich', flow: 'rich', allowed_origins: [] };
    const headers = { 'if-none-match': '*' };
    expect((await admin('PUT', '/widgets/rich', { body, headers })).status).toBe(200);
    const session = randomUUID();
    const widget = { 'x-widget-id': 'rich' };
    const { conversationId: id, replies } = await (await say(shared.api, session, 'hi', widget)).json();
    const greeting = { text: 'Hello *Ada*', markdown: 'Hello \\*Ada\\*', cards: [{ title: '*Ada*' }] };
    expect(replies).toMatchObject([greeting, { input: 'email' }]);
    const shown = [{ text: 'hi' }, greeting, { text: 'Your email?', input: 'email' }];
    await say(shared.api, session, 'ada@example.com', widget);
    const { watched } = await inbox('editor', { wait: '0', watch: id });
    expect(watched?.messages.slice(0, 3)).toMatchObject(shown);
    const { body: transcript } = await admin('GET', `/conversations/${id}/messages`);
    expect(transcript.items.slice(0, 3)).toMatchObject(shown);
    const path = `/v1/webchat/conversations/${id}/messages?wait=0`;
    const polled = await fetch(shared.api.url + path, {
      headers: { ...{ 'x-tenant-id': 'acme', 'x-session-id': session }, ...widget },
    });
    expect((await polled.json()).messages.slice(0, 3)).toMatchObject(shown);
    const formB = {
      ...{ tenantId: 'acme', conversationId: null, channel: 'webchat', content: { text: 'hi' } },
      from: { id: randomUUID() },
    };
    const asked = { 'x-tenant-id': 'acme', 'x-session-id': randomUUID(), ...widget };
    const answer = await shared.api.post('/v1/webchat/messages', formB, asked);
    expect((await answer.json()).replies[0]).toMatchObject(greeting);
  });

  it('shows messages of the watched conversation at once', async () => {
    const { session, id } = await handedOver();
    const { watched, cursor: begun } = await inbox('editor', { wait: '0', watch: id });
    // What was told a moment before it began is told once more.
    const { cursor } = await inbox('editor', { wait: '0', cursor: begun });
    const after = watched?.messages.at(-1)?.id ?? '';
    expect(watched?.messages.length).toBeGreaterThan(1);
    const waiting = inbox('editor', { cursor, watch: id, after });
    await say(shared.api, session, 'look here');
    expect((await waiting).watched?.messages.map(({ text }) => text)).toEqual(['look here']);
  });

  it('refuses a cursor that it has not issued, with a reason', async () => {
    const answer = await shared.api.as('editor')('GET', '/inbox?cursor=nonsense&wait=0');
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
    expect(answer.body.detail).toContain('cursor');
  });

  it("issues a cursor for one user: changed or another's it is refused, and one of the previous release starts again", async () => {
    const { cursor } = await inbox('editor', { wait: '0' });
    const [atMs, given] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const coded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
    const ask = (role: TestRole, of: string) => shared.api.as(role)('GET', `/inbox?cursor=${of}&wait=0`);
    expect(await inbox('editor', { cursor, wait: '0' })).not.toHaveProperty('reset');
    for (const [role, of] of [
      ['editor', coded([atMs + 1, given])],
      ['editor', coded([atMs, ['01M7YR9TG62MMRCM2QHZNQKH6H', ...given]])],
      ['editor', coded([atMs, ['signed:']])],
      ['admin', cursor],
    ] as const)
      expect([(await ask(role, of)).status, role]).toEqual([400, role]);
    expect((await ask('editor', coded([atMs, []]))).body).toMatchObject({ reset: true });
  });
});
