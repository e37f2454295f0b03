import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DraftReplayResult, draftReplayResult } from '../../../src/contract/admin/drafts.ts';
import { limits } from '../../../src/contract/limits.ts';
import { isSampled } from '../../../src/domain/conversation.ts';
import { readTranscript, say } from '../../support/conversation.ts';
import { runCli } from '../../support/run-cli.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';
import { storedItems } from '../../support/stored-items.ts';

const shared = shareAdminApi();
let flowId = '';
const editor = () => shared.api.as('editor');
const ask = (body: object) => editor()('POST', `/flows/${flowId}/draft/replay`, { body });

/** Makes the flow whose draft this is. */
async function draft(definition: object, conversations: readonly object[] = []) {
  const made = await editor()('POST', '/flows', { body: { id: flowId, definition, conversations } });
  expect(made.status).toBe(201);
}

async function replay(body: object): Promise<DraftReplayResult> {
  const answer = await ask(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return draftReplayResult.parse(answer.body);
}

beforeEach(() => {
  flowId = `f_${randomUUID().replaceAll('-', '')}`;
});

const asks = {
  start: 'which',
  steps: {
    which: {
      kind: 'question',
      text: 'Tea or coffee?',
      choices: [
        { label: 'Tea', value: 'Tea' },
        { label: 'Coffee', value: 'Coffee' },
      ],
      saveAs: 'drink',
      next: 'wait',
    },
    wait: { kind: 'wait', minutes: 5, next: 'look' },
    look: {
      kind: 'http',
      method: 'GET',
      url: 'https://bar.example/',
      saveAs: { eta: 'response.body.eta' },
      next: 'bye',
      onError: 'sorry',
    },
    bye: { kind: 'end', text: '{{ drink }} comes {{ eta }}' },
    sorry: { kind: 'end', text: 'Sorry' },
  },
};
const script = {
  title: 'tea',
  http: [{ body: { eta: 'soon' } }],
  steps: [
    { user: 'hi' },
    { expect: 'Tea or coffee?' },
    { expect: { choices: ['Tea', 'Coffee'] } },
    { user: 'tea' },
    { minutes: 10 },
    { expect: 'Tea comes later' },
  ],
};

describe('scripted conversations', () => {
  it('run to their end with the differences, whether they are sent or those of the draft', async () => {
    await draft(asks, [script]);
    const ofDraft = await replay({});
    expect(ofDraft).toMatchObject({
      complete: true,
      conversations: [{ title: 'tea', conversationId: null, same: false, complete: true, raised: null }],
    });
    expect(
      ofDraft.conversations[0]?.turns.map(({ action, now, same }) => [
        action,
        now.map(({ text }) => text),
        same,
      ]),
    ).toEqual([
      [{ user: 'hi' }, ['Tea or coffee?'], true],
      [{ user: 'tea' }, [], true],
      [{ minutes: 10 }, ['Tea comes soon'], false],
    ]);
    expect(await replay({ conversations: [script] })).toEqual(ofDraft);
    const steps = [{ user: 'hi' }, { expect: 'Tea or coffee?' }, { expect: { choices: ['Tea'] } }];
    expect((await replay({ conversations: [{ steps }] })).conversations[0]?.same).toBe(false);
    expect((await replay({ conversations: [] })).conversations).toEqual([]);
  });

  it("that are invalid, or that can't continue, say so and stop no other", async () => {
    await draft(asks);
    const conversations = [
      { stpes: [] },
      { steps: [{ user: 'hi' }, { human: 'closes' }] },
      { timeZone: 'Nowhere/None', steps: [{ user: 'hi' }, { minutes: 1e300 }, { user: 'tea' }] },
      { steps: [{ user: 'hi' }, { expect: 'Tea or coffee?' }] },
    ];
    const told = (await replay({ conversations })).conversations;
    expect(told.map(({ same }) => same)).toEqual([false, false, false, true]);
    expect(told[0]?.raised?.message).toContain('there is no "stpes"');
    expect(told[1]?.raised).toEqual({ code: null, stepId: null, message: 'no human has the conversation' });
  });

  it('say where the draft fails, and the replies until there', async () => {
    await draft({
      start: 'hello',
      steps: {
        hello: { kind: 'question', text: 'How many?', saveAs: 'n', next: 'sum' },
        sum: { kind: 'set', assign: { n: 'message.text - 1' }, next: 'hello' },
      },
    });
    const [told] = (
      await replay({ conversations: [{ steps: [{ user: 'hi' }, { user: '2' }, { user: '3' }] }] })
    ).conversations;
    expect(told).toMatchObject({ raised: { code: 'expression_failed', stepId: 'sum' }, same: false });
    expect(told?.turns).toHaveLength(1);
  });

  it('are stopped when they are too long, and refused when they are too many', async () => {
    await draft({ start: 'bye', steps: { bye: { kind: 'end', text: 'x'.repeat(4000) } } });
    const steps = Array.from({ length: limits.replayedTurns + 1 }, () => ({ user: 'hi' }));
    const one = await replay({ conversations: [{ steps }] });
    expect(one.complete).toBe(false);
    expect(one.conversations[0]).toMatchObject({ complete: false, same: false, raised: null });
    expect(one.conversations[0]?.turns).toHaveLength(limits.replayedTurns);
    const most = Array.from({ length: limits.replayedConversations }, () => ({ steps }));
    const all = await replay({ conversations: most });
    expect(JSON.stringify(all).length).toBeLessThan(limits.replayChars * 1.1);
    expect(all.conversations.at(-1)).toMatchObject({ turns: [], complete: false });
    const refused = await ask({ conversations: [...most, { steps }] });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'conversations']);
    const together = await ask({ conversations: most, conversationIds: ['one-more'] });
    expect(together.status).toBe(400);
  });
});

describe('recorded conversations', () => {
  /** What a visitor says to the live flow. */
  async function record(first: string, ...said: readonly string[]): Promise<{ id: string; session: string }> {
    const session = randomUUID();
    const { conversationId: id } = await (await say(shared.api, session, first)).json();
    // One in so many is of the sample, whose steps are recorded: that is asked for by itself.
    if (isSampled(id, limits.recordPercent)) return record(first, ...said);
    for (const text of said) await say(shared.api, session, text);
    return { id, session };
  }
  const live = async () => (await editor()('GET', '/flows/support/draft')).body.definition;
  /** Saves a draft of the flow that visitors talk to. */
  async function saveSupport(definition: object) {
    flowId = 'support';
    const { etag } = await editor()('GET', '/flows/support/draft');
    const saved = { body: { definition }, headers: { 'if-match': etag } };
    expect((await editor()('PUT', '/flows/support/draft', saved)).status).toBe(200);
  }

  it('are replayed in the draft: different replies are reported, and nothing of it is stored', async () => {
    const { id, session } = await record('hello', 'order', '12');
    const definition = await live();
    await saveSupport(definition);
    const same = await replay({ conversationIds: [id] });
    expect(same).toMatchObject({
      complete: true,
      conversations: [{ title: id, conversationId: id, same: true }],
    });

    const changed = structuredClone(definition);
    changed.steps.ask_order.retryText = 'Four digits, please.';
    await saveSupport(changed);
    const transcript = await readTranscript(shared.api, session, id);
    await shared.api.drain();
    const before = await storedItems(shared.api);
    const [told] = (await replay({ conversationIds: [id] })).conversations;
    expect(await storedItems(shared.api)).toEqual(before);
    expect(told?.turns.map(({ same: unchanged }) => unchanged)).toEqual([true, true, false]);
    expect(told?.turns[2]).toMatchObject({
      action: { user: '12' },
      before: [{ text: transcript.at(-1)?.text }],
      now: [{ text: 'Four digits, please.' }],
    });
  });

  it('use mocked outside answers, and end where an agent took them', async () => {
    const { id } = await record('hello', 'order', '1001');
    flowId = 'support';
    const eta = { body: { status: 'on its way', eta: 'in May' } };
    const [good] = (await replay({ conversationIds: [id], http: [eta] })).conversations;
    const [bad] = (await replay({ conversationIds: [id], http: [{ status: 503 }] })).conversations;
    expect(JSON.stringify(good?.turns[2]?.now)).toContain('in May');
    expect(bad?.turns[2]?.now).not.toEqual(good?.turns[2]?.now);

    const taken = await record('hello', 'agent', 'is anybody there?');
    const [told] = (await replay({ conversationIds: [taken.id] })).conversations;
    expect(told?.turns.map(({ action }) => action.user)).toEqual(['hello', 'agent']);
  });

  it('of the sample use the recorded outside answers; others stop at the first step without one', async () => {
    const others = await record('hello', 'order', '1001');
    const definition = await live();
    await saveSupport({ ...definition, recordPercent: 100 });
    const { etag } = await editor()('GET', '/flows/support/draft');
    const published = await shared.api.as('admin')('POST', '/flows/support/publish', {
      body: { note: 'records every conversation' },
      headers: { 'if-match': etag },
    });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    const { id } = await record('hello', 'order', '1001');
    const told = (await replay({ conversationIds: [id, others.id] })).conversations;
    expect(told[0]).toMatchObject({ same: true, complete: true, stopped: null });
    expect(told[0]?.turns[2]?.recorded).toEqual(['look_up']);
    expect(told[1]).toMatchObject({
      same: false,
      complete: false,
      stopped: { flowId: 'support', stepId: 'look_up' },
    });
    expect(told[1]?.turns.map(({ same }) => same)).toEqual([true, true]);

    const gateway = ['--tenant', 'acme', '--endpoint', shared.api.url];
    const { steps } = await live();
    const text = 'Shipped.';
    await saveSupport({ ...definition, steps: { ...steps, found: { ...steps.found, text } } });
    const shown = await runCli(['flow', 'replay', 'support', ...gateway, '--', id, others.id]);
    expect(shown.out).toMatch(/^≠ .+\n {4}visitor: 1001\n {6}- Order 1001 .+\n {6}- .+\n {6}\+ Shipped\.\n/);
    expect(shown.out).toContain('no recording for step look_up\n0 of 2 are unchanged');
  });

  it('that are missing, or another tenant’s, are named', async () => {
    const { id } = await record('hello');
    flowId = 'support';
    const refused = await ask({ conversationIds: [id, 'none'] });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'conversationIds.1', message: 'there is no conversation none' }],
    ]);
    const boss = shared.api.as('super-admin');
    const headers = { 'x-tenant-id': 'globex' };
    const [flow] = (await boss('GET', '/flows', { headers })).body.items;
    const elsewhere = await boss('POST', `/flows/${flow.id}/draft/replay`, {
      body: { conversationIds: [id] },
      headers,
    });
    expect([elsewhere.status, elsewhere.body.errors[0].path]).toEqual([400, 'conversationIds.0']);
  });

  it('of another flow are refused with its name, except for one that this flow calls', async () => {
    const { id } = await record('hello');
    await draft(asks);
    const refused = await ask({ conversationIds: [id] });
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      400,
      'invalid_body',
      [
        {
          path: 'conversationIds.0',
          message: `the conversation ${id} is one of the flow support, not of this flow`,
        },
      ],
    ]);
    flowId = `f_${randomUUID().replaceAll('-', '')}`;
    const calls = { kind: 'call', flow: 'support', next: 'bye' };
    await draft({ start: 'ask', steps: { ask: calls, bye: { kind: 'end', text: 'Bye' } } });
    const told = await replay({ conversationIds: [id] });
    expect(told.conversations).toMatchObject([{ conversationId: id, raised: null }]);
  });
});

it('a draft with problems is not replayed, nor one of a missing flow', async () => {
  await draft({ start: 'nowhere', steps: {} });
  const refused = await ask({});
  expect([refused.status, refused.body.code]).toEqual([422, 'not_valid']);
  flowId = 'none';
  expect((await ask({})).body.code).toBe('flow_not_found');
});
