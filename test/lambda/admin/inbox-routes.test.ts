import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handoffAnswer, handoffsPage, replyAnswer } from '../../../src/contract/admin/handoffs.ts';
import { poll, readTranscript, say } from '../../support/conversation.ts';
import { shareAdminApi, type TestRole } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();
const editorId = '5f0c6a52-1d0e-4d0b-9a40-000000000002';

/** A visitor of the demo's web chat who asks for a human. */
async function handedOver() {
  const session = randomUUID();
  const { conversationId, handoff } = await (await say(shared.api, session, 'agent')).json();
  return { session, id: String(conversationId), handoff };
}

/** Asks for a change of a handoff, on what was read last. */
function deskOf(role: TestRole, id: string) {
  let etag = '';
  return async (what: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const ofChange = { 'idempotency-key': randomUUID(), ...(etag && { 'if-match': etag }) };
    const answer = await shared.api.as(role)('POST', `/conversations/${id}/handoff/${what}`, {
      body,
      headers: { ...(what !== 'typing' && ofChange), ...headers },
    });
    if (answer.status < 300 && answer.etag) etag = answer.etag;
    return answer;
  };
}

const listed = async (role: TestRole, query: string) =>
  handoffsPage.parse((await shared.api.as(role)('GET', `/handoffs${query}`)).body).items;
const tagOf = async (role: TestRole, id: string) => {
  const row = (await listed(role, '?state=waiting&limit=100')).find(
    ({ conversationId }) => conversationId === id,
  );
  return `"${row?.handoffId}.${row?.epoch}"`;
};

describe('an agent of the tenant', () => {
  it('finds waiting conversations, takes one, answers and returns it', async () => {
    const { session, id, handoff } = await handedOver();
    expect(handoff).toMatchObject({ state: 'waiting', id: expect.any(String) });
    const waiting = await listed('editor', '?state=waiting&limit=100');
    const row = waiting.find(({ conversationId }) => conversationId === id);
    expect(row).toMatchObject({ state: 'requested', epoch: 1, owner: null, lastSeq: expect.any(Number) });
    expect(waiting.map(({ requestedAt }) => requestedAt)).toEqual(
      waiting.map(({ requestedAt }) => requestedAt).toSorted(),
    );

    const desk = deskOf('editor', id);
    const taken = await desk('take', {}, { 'if-match': await tagOf('editor', id) });
    expect(taken.status).toBe(200);
    const view = handoffAnswer.parse(taken.body).handoff;
    expect(view).toMatchObject({ state: 'taken', epoch: 2, owner: { kind: 'user', id: editorId } });
    expect(view?.owner?.name).not.toContain('@');
    expect(view?.steps.length).toBeGreaterThan(1);
    expect(taken.etag).toBe(`"${view?.handoffId}.2"`);
    expect((await listed('editor', '?state=mine')).map(({ conversationId }) => conversationId)).toContain(id);
    expect((await listed('admin', '?state=taken')).map(({ conversationId }) => conversationId)).toContain(id);
    expect((await listed('admin', '?state=mine')).map(({ conversationId }) => conversationId)).not.toContain(
      id,
    );

    const passedOn = await (await say(shared.api, session, 'my order is late')).json();
    expect(passedOn).toMatchObject({ replies: [], handoff: { state: 'with_agent' } });
    const said = await desk('reply', { text: 'I look into it.', seenSeq: view?.lastSeq });
    expect(said.status).toBe(201);
    expect(replyAnswer.parse(said.body)).toMatchObject({
      message: { author: 'agent', text: 'I look into it.' },
      missed: 1,
      delivery: 'stored',
    });
    const transcript = await readTranscript(shared.api, session, id);
    expect(transcript.at(-1)).toMatchObject({ author: 'agent', agent: { name: view?.owner?.name } });

    const refused = await desk('return', { stepId: 'no-such-step' });
    expect([refused.status, refused.body.code]).toEqual([422, 'unknown_step']);
    const back = await desk('return', { run: 'published' });
    expect([back.status, back.body]).toEqual([200, { handoff: null }]);
    await shared.api.drain();
    expect((await readTranscript(shared.api, session, id)).at(-1)?.author).toBe('bot');
    const { items } = (await shared.api.as('admin')('GET', '/audit')).body;
    expect(
      items
        .filter(({ resource }: { resource: { id: string } }) => resource.id === id)
        .map(({ action, outcome }: Record<string, string>) => `${action} ${outcome}`)
        .toSorted(),
    ).toEqual(['handoff.return done', 'handoff.return failed', 'handoff.take done']);
  });

  it('can send a visitor everything, and a closing message', async () => {
    const { id } = await handedOver();
    const desk = deskOf('editor', id);
    await desk('take', { takeOver: true });
    expect((await desk('typing', { on: true, seen: true })).status).toBe(204);
    const choices = [{ label: 'Yes', value: 'yes' }];
    const said = await desk('reply', { text: 'Shall I?', choices });
    expect([said.status, said.body.message.choices]).toEqual([201, choices]);
    const passed = await desk('assign', { to: { queue: 'default' }, note: 'Yours.' });
    expect(passed.status).toBe(200);
    const { body } = await shared.api.as('editor')('GET', `/inbox?wait=0&watch=${id}`);
    expect(body.watched.side).toContainEqual(
      expect.objectContaining({ event: 'assigned', to: 'default', text: 'Yours.' }),
    );
    await desk('take', { takeOver: true });
    const back = await desk('return', { stepId: 'menu' });
    expect([back.status, back.body]).toEqual([200, { handoff: null }]);
    // Nobody has asked for a human here: no step says where a survey begins.
    const { conversationId } = await (await say(shared.api, randomUUID(), 'hello')).json();
    const last = deskOf('editor', conversationId);
    await last('take', { takeOver: true });
    const surveyed = await last('close', { survey: true });
    expect([surveyed.status, surveyed.body.code]).toEqual([422, 'unknown_step']);
    expect((await last('close', { disposition: 'sold', survey: false })).status).toBe(200);
  });

  it('who takes a conversation after another agent is refused with its current state and owner', async () => {
    const { id } = await handedOver();
    const ifMatch = { 'if-match': await tagOf('editor', id) };
    expect((await deskOf('editor', id)('take', {}, ifMatch)).status).toBe(200);
    const late = await deskOf('admin', id)('take', {}, ifMatch);
    expect([late.status, late.body.code]).toEqual([412, 'handoff_moved']);
    expect(late.body.current.handoff).toMatchObject({ owner: { id: editorId }, epoch: 2 });
    expect(late.etag).toBe(late.body.currentEtag);
    const other = await deskOf('admin', id)('reply', { text: 'Me too.' }, { 'if-match': late.etag });
    expect([other.status, other.body.code]).toEqual([403, 'not_owner']);
  });

  it('labels, prioritizes and snoozes a conversation, which lists and its history then show', async () => {
    const admin = shared.api.as('admin');
    const labels = [{ id: 'billing', name: 'Billing', color: 'blue' }];
    const headers = { 'if-match': (await admin('GET', '/labels')).etag };
    expect((await admin('PUT', '/labels', { body: { labels }, headers })).status).toBe(200);
    const { id } = await handedOver();
    const triage = (body: object) =>
      shared.api.as('editor')('POST', `/conversations/${id}/triage`, {
        body,
        headers: { 'idempotency-key': randomUUID() },
      });
    const unknown = await triage({ addLabels: ['nothing'] });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'unknown_label']);
    const change = {
      priority: 'high',
      snoozedUntil: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const changed = await triage({ addLabels: ['billing'], ...change });
    expect(changed.body.handoff).toMatchObject({ labels: ['billing'], ...change });
    const query = 'label=billing&priority=high';
    expect(await listed('editor', `?state=snoozed&${query}`)).toMatchObject([
      { conversationId: id, labels: ['billing'], ...change },
    ]);
    expect(await listed('editor', `?state=waiting&${query}`)).toEqual([]);
    const view = await shared.api.as('editor')('GET', `/conversations/${id}/handoff`);
    expect(view.body.handoff).toMatchObject({ labels: ['billing'], ...change });
    const name = 'Lists handoffs';
    const capabilities = ['conversations:read', 'conversations:answer'];
    const { body: made } = await admin('POST', '/service-keys', { body: { name, capabilities } });
    const byKey = await fetch(`${shared.api.url}/v1/service/handoffs?state=snoozed&${query}`, {
      headers: { authorization: `Bearer ${made.key}` },
    });
    expect((await byKey.json()).items).toMatchObject([{ conversationId: id }]);
    expect((await triage({ removeLabels: ['billing'], snoozedUntil: null })).body.labels).toEqual([]);
    const { body } = await shared.api.as('editor')('GET', `/inbox?wait=0&watch=${id}`);
    expect(body.watched.side.flatMap(({ triage: of = [] }) => of)).toEqual([
      { added: [{ id: 'billing', name: 'Billing' }], ...change },
      { removed: [{ id: 'billing', name: 'Billing' }], snoozedUntil: null },
    ]);
  });

  it('case 2, case 3: gets the first answer again for the same key, and case 4: a refusal for another text', async () => {
    const { session, id } = await handedOver();
    const taking = { 'if-match': await tagOf('editor', id), 'idempotency-key': `take ${id}` };
    const [first, again] = [
      await deskOf('editor', id)('take', {}, taking),
      await deskOf('editor', id)('take', {}, taking),
    ];
    expect([again.status, again.body, again.etag]).toEqual([200, first.body, first.etag]);
    const writing = { 'if-match': first.etag, 'idempotency-key': `reply ${id}` };
    const said = await deskOf('editor', id)('reply', { text: 'Hello.' }, writing);
    const moved = await deskOf('admin', id)(
      'assign',
      { to: { queue: 'default' } },
      { 'if-match': first.etag },
    );
    expect(moved.status).toBe(200);
    const repeated = await deskOf('editor', id)('reply', { text: 'Hello.' }, writing);
    expect([repeated.status, repeated.body]).toEqual([201, said.body]);
    const changed = await deskOf('editor', id)('reply', { text: 'Hello!' }, writing);
    expect([changed.status, changed.body.code]).toEqual([409, 'idempotency_conflict']);
    const agents = (await readTranscript(shared.api, session, id)).filter(({ author }) => author === 'agent');
    expect(agents.map(({ text }) => text)).toEqual(['Hello.']);
  });

  it('is refused with a reason what is not possible', async () => {
    const { id } = await handedOver();
    const desk = deskOf('editor', id);
    const ifMatch = await tagOf('editor', id);
    const cases = [
      ['take', {}, {}, 428, 'precondition_required'],
      ['take', { force: true }, { 'if-match': ifMatch }, 400, 'invalid_body'],
      ['take', {}, { 'if-match': '"another.1"' }, 412, 'handoff_moved'],
      ['reply', { text: '  ' }, { 'if-match': ifMatch }, 400, 'invalid_body'],
      ['reply', { text: 'x'.repeat(4097) }, { 'if-match': ifMatch }, 422, 'text_too_long'],
      ['assign', { to: { queue: 'none' } }, { 'if-match': ifMatch }, 422, 'unknown_queue'],
      ['assign', { to: { user: 'nobody' } }, { 'if-match': ifMatch }, 422, 'unknown_user'],
      ['typing', { on: true }, {}, 403, 'not_owner'],
      ['note', { text: 'x'.repeat(4097) }, {}, 422, 'text_too_long'],
      ['close', { text: 'x'.repeat(4097) }, { 'if-match': ifMatch }, 422, 'text_too_long'],
    ] as const;
    for (const [what, body, headers, status, code] of cases) {
      const answer = await desk(what, body, headers);
      expect([what, answer.status, answer.body.code]).toEqual([what, status, code]);
      expect(answer.body.detail).toMatch(/\w+ \w+/);
    }
    const keyless = await shared.api.as('editor')('POST', `/conversations/${id}/handoff/take`, {
      body: {},
      headers: { 'if-match': ifMatch },
    });
    expect([keyless.status, keyless.body.code]).toEqual([400, 'missing_header']);
    const elsewhere = await shared.api.as('super-admin')('POST', `/conversations/${id}/handoff/take`, {
      body: {},
      headers: { 'if-match': ifMatch, 'idempotency-key': randomUUID(), 'x-tenant-id': 'acme' },
    });
    expect(elsewhere.status).toBe(200);
    const otherTenant = await shared.api.as('super-admin')('POST', `/conversations/${id}/handoff/take`, {
      body: {},
      headers: { 'if-match': ifMatch, 'idempotency-key': randomUUID(), 'x-tenant-id': 'globex' },
    });
    expect([otherTenant.status, otherTenant.body.code]).toEqual([404, 'conversation_not_found']);
    const none = await (await say(shared.api, randomUUID(), 'hello')).json();
    const idle = await deskOf('editor', none.conversationId)(
      'reply',
      { text: 'Hi' },
      { 'if-match': ifMatch },
    );
    expect([idle.status, idle.body.code]).toEqual([409, 'no_handoff']);
  });
});

describe('a visitor', () => {
  it('sees that an agent is being found, who has joined, and that they are typing', async () => {
    const { session, id } = await handedOver();
    const shown = async (query: Record<string, string> = {}) =>
      (await poll(shared.api, session, id, { wait: '0', ...query })).handoff;
    expect(await shown()).toMatchObject({ state: 'waiting', agent: null, typing: false });
    const desk = deskOf('editor', id);
    const taken = await desk('take', {}, { 'if-match': await tagOf('editor', id) });
    const { name } = taken.body.handoff.owner;
    const withAgent = await shown();
    expect(withAgent).toMatchObject({ state: 'with_agent', position: null, agent: { name }, typing: false });
    expect((await desk('typing', { on: true })).status).toBe(204);
    expect(await shown()).toMatchObject({ typing: true });
    expect((await desk('typing', { on: false })).status).toBe(204);
    expect(await shown()).toMatchObject({ typing: false });
    await desk('close', { text: 'Bye.' });
    expect(await shown()).toBeNull();
  });

  it('sees their place in the queue', async () => {
    const first = await handedOver();
    const place = async ({ session, id }: { session: string; id: string }) =>
      (await poll(shared.api, session, id, { wait: '0' })).handoff?.position;
    await expect.poll(() => place(first), { timeout: 15_000, interval: 500 }).toBeGreaterThan(0);
  });

  it('whose client sends the state that it shows learns of a change without a message; another keeps waiting', async () => {
    const { session, id } = await handedOver();
    const { after, handoff } = await poll(shared.api, session, id, { wait: '0' });
    const query = { after: String(after) };
    const waiting = poll(shared.api, session, id, { ...query, handoffTag: String(handoff?.tag) });
    const old = poll(shared.api, session, id, query);
    let isOldAnswered = false;
    void old.then(() => {
      isOldAnswered = true;
    });
    const desk = deskOf('editor', id);
    await desk('take', {}, { 'if-match': await tagOf('editor', id) });
    expect(await waiting).toMatchObject({ messages: [], handoff: { state: 'with_agent' } });
    expect(isOldAnswered).toBe(false);
    await desk('reply', { text: 'Here I am.' });
    expect((await old).messages.map(({ text }) => text)).toEqual(['Here I am.']);
  });
});
