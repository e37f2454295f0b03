import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditPage } from '../../../src/contract/admin/audit.ts';
import {
  draft,
  flowSummary,
  flowsPage,
  versionDetail,
  versionsPage,
} from '../../../src/contract/admin/flows.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();
let flowId = '';
let path = '';
const note = 'what changed, in words';

const saying = (text: string, more: object = {}) => ({
  definition: { title: 'Hours', start: 'bye', steps: { bye: { kind: 'end', text } }, ...more },
});
const scripted = (text: string) => ({
  ...saying(text),
  layout: { positions: { bye: { x: 1, y: 2 } }, notes: [{ id: 'n', text: 'why', x: 0, y: 0 }] },
  conversations: [{ title: 'goes', steps: [{ user: 'hi' }, { expect: text }] }],
});

/** Saves over whatever is there. */
async function save(content: object) {
  const { etag } = await shared.api.as('editor')('GET', `${path}/draft`);
  return shared.api.as('editor')('PUT', `${path}/draft`, { body: content, headers: { 'if-match': etag } });
}

async function publish(ifMatch: string, more: object = {}) {
  const headers = { 'if-match': ifMatch };
  return shared.api.as('admin')('POST', `${path}/publish`, { body: { note, ...more }, headers });
}

const summary = async () => (await shared.api.as('viewer')('GET', path)).body;

/** Saves and publishes. */
async function publishNext(text: string, more: object = {}) {
  return publish((await save(scripted(text))).etag, more);
}

/** A flow that hands over into a queue. */
const handingTo = (queue: string) => ({
  definition: {
    start: 'human',
    steps: {
      human: { kind: 'handoff', reason: 'help', queue, next: 'bye' },
      bye: { kind: 'end', text: 'Bye.' },
    },
  },
});

const audited = async () =>
  (await shared.api.as('admin')('GET', `/audit?resource=flow:${flowId}`)).body.items.map(
    ({ action, outcome }: { action: string; outcome: string }) => `${action} ${outcome}`,
  );

beforeEach(async () => {
  flowId = `f_${randomUUID().replaceAll('-', '')}`;
  path = `/flows/${flowId}`;
  const body = { id: flowId, ...scripted('one') };
  expect((await shared.api.as('editor')('POST', '/flows', { body })).status).toBe(201);
});

describe('a handoff into a queue', () => {
  it('that does not exist is reported at its step and field, and not published; an existing one is', async () => {
    const { etag } = await save(handingTo('nowhere'));
    const fault = {
      path: 'steps.human.queue',
      message: 'there is no queue nowhere; the tenant has default, support',
    };
    const checked = await shared.api.as('editor')('POST', `${path}/draft/validate`);
    expect(checked.body).toMatchObject({ valid: false, faults: [fault] });
    const refused = await publish(etag);
    expect([refused.status, refused.body.code]).toEqual([422, 'not_valid']);
    expect(refused.body.errors).toEqual([fault]);
    for (const queue of ['support', 'default'])
      expect((await publish((await save(handingTo(queue))).etag)).status).toBe(200);
  });
});

describe('a draft', () => {
  it('is whole after its flow is created, and visitors see nothing of it', async () => {
    const { body } = await shared.api.as('viewer')('GET', `${path}/draft`);
    expect(body).toMatchObject({
      flowId,
      saved: true,
      // The tenant's.
      country: 'DE',
      live: { version: null, canary: null },
      ...scripted('one'),
    });
    const { body: flow } = await shared.api.as('viewer')('GET', path);
    expect(flow).toMatchObject({ title: 'Hours', draft: { faults: 0, basedOn: null }, usedBy: [] });
  });

  it('can be saved with problems, which the list counts and validation names', async () => {
    expect((await save({ definition: { start: 'no', steps: {} } })).status).toBe(200);
    const { body } = await shared.api.as('editor')('POST', `${path}/draft/validate`);
    expect(body.valid).toBe(false);
    expect(body.faults[0]).toMatchObject({ path: 'start' });
    const { body: flow } = await shared.api.as('viewer')('GET', path);
    expect(flow.draft.faults).toBe(body.faults.length);
  });

  it('has warnings for channels that show it differently and for steps without tests, which prevent nothing', async () => {
    const label = 'When are you open on Sundays?';
    const choices = [
      { label, value: 'hours' },
      { label: 'Nothing', value: 'nothing', next: 'other' },
    ];
    const steps = {
      ask: { kind: 'question', text: 'What?', saveAs: 'what', choices, next: 'bye' },
      bye: { kind: 'end', text: 'Bye' },
      other: { kind: 'end', text: 'Nothing.' },
    };
    const conversations = [
      { steps: [{ user: 'hi' }, { expect: 'What?' }, { user: label }, { expect: 'Bye' }] },
    ];
    await save({ definition: { start: 'ask', steps }, conversations });
    const { body } = await shared.api.as('editor')('POST', `${path}/draft/validate`);
    expect(body.valid).toBe(true);
    expect(body.warnings.map(({ path: at }: { path: string }) => at)).toEqual([
      'steps.ask.choices.0.label',
      'steps.ask.choices.0.label',
      'steps.other',
    ]);
  });

  it('is never overwritten unseen: the second of two editors gets what the first has saved', async () => {
    const editor = shared.api.as('editor');
    const { etag } = await editor('GET', `${path}/draft`);
    const headers = { 'if-match': etag };
    const [first, second] = await Promise.all(
      ['mine', 'yours'].map((text) => editor('PUT', `${path}/draft`, { body: saying(text), headers })),
    );
    const lost = first?.status === 412 ? first : second;
    const won = lost === first ? second : first;
    expect([won?.status, lost?.status]).toEqual([200, 412]);
    expect(lost?.body.current.definition).toEqual(won?.body.definition);
    expect(lost?.body.currentEtag).toBe(won?.etag);
    expect((await editor('PUT', `${path}/draft`, { body: saying('x') })).status).toBe(428);
    const any = await editor('PUT', `${path}/draft`, { body: saying('x'), headers: { 'if-match': '*' } });
    expect(any.status).toBe(412);
  });

  it('keeps an emoji, deep values and its order of keys', async () => {
    const content = saying('👋 \u00e9', { variables: { z: { b: [1, [2, { c: null }]] }, a: 1 } });
    await save(content);
    const { body } = await shared.api.as('editor')('GET', `${path}/draft`);
    expect(JSON.stringify(body.definition)).toBe(JSON.stringify(content.definition));
  });

  it('of 200 steps with long texts fits', async () => {
    const steps = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [
        `s${n}`,
        { kind: 'message', text: `${n} ${'lorem ipsum '.repeat(80)}`, next: n === 199 ? 'bye' : `s${n + 1}` },
      ]),
    );
    const content = { definition: { start: 's0', steps: { ...steps, bye: { kind: 'end' } } } };
    expect((await save(content)).status).toBe(200);
    expect((await publish((await shared.api.as('editor')('GET', path)).etag)).status).toBe(200);
  });
});

describe('a publication', () => {
  it('creates a version with layout, tests and note, and its author', async () => {
    const published = await publishNext('two');
    expect(published.body).toEqual({ flowId, version: 1, live: { version: 1, canary: null } });
    expect(await summary()).toMatchObject({ draft: null, publishedAt: expect.any(String) });
    await save(scripted('three'));
    expect(await summary()).toMatchObject({ draft: { basedOn: 1 } });
    const { body } = await shared.api.as('viewer')('GET', `${path}/versions/1`);
    expect(body).toMatchObject({ version: 1, note, source: 'draft', by: { email: 'admin@acme.example' } });
    expect(body.definition).toMatchObject({ id: flowId, version: 1, steps: { bye: { text: 'two' } } });
    expect([body.layout, body.conversations]).toEqual([
      scripted('two').layout,
      scripted('two').conversations,
    ]);
    const { body: list } = await shared.api.as('viewer')('GET', `${path}/versions`);
    expect(list.items.map(({ version }: { version: number }) => version)).toEqual([1]);
  });

  it('is refused with the list of problems, and when a test fails', async () => {
    const bad = await save({ definition: { start: 'no', steps: {} } });
    const faults = await publish(bad.etag);
    expect([faults.status, faults.body.code, faults.body.errors[0].path]).toEqual([
      422,
      'not_valid',
      'start',
    ]);
    const failing = await save({
      ...scripted('three'),
      conversations: [{ steps: [{ user: 'hi' }, { expect: 'no' }] }],
    });
    const scripts = await publish(failing.etag);
    expect(scripts.body.detail).toBe("the draft can't be published: 1 of 1 scripted conversations fail");
    expect(scripts.body.validation.scripts[0]).toMatchObject({ title: 'conversation 1', ok: false, step: 1 });
    expect((await shared.api.as('viewer')('GET', path)).body.live.version).toBeNull();
  });

  it('uses the draft that was read: saved meanwhile, it is 412', async () => {
    const { etag } = await save(scripted('two'));
    await save(scripted('three'));
    expect((await publish(etag)).status).toBe(412);
  });

  it('is made once by two admins at once', async () => {
    const { etag } = await save(scripted('two'));
    const answers = await Promise.all([publish(etag), publish(etag)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const { body } = await shared.api.as('viewer')('GET', `${path}/versions`);
    expect(body.items).toHaveLength(1);
  });

  it('accepts a note of three letters', async () => {
    const { etag } = await save(scripted('short'));
    const body = { note: 'fix' };
    const answer = await shared.api.as('admin')('POST', `${path}/publish`, {
      body,
      headers: { 'if-match': etag },
    });
    expect(answer.status).toBe(200);
  });

  it.each([{ note: ' ' }, { note: 'x'.repeat(501) }, { note, canaryPercent: 100 }])(
    'refuses an invalid note, and an invalid share (%#)',
    async (body) => {
      const { etag } = await shared.api.as('admin')('GET', path);
      const headers = { 'if-match': etag };
      expect((await shared.api.as('admin')('POST', `${path}/publish`, { body, headers })).status).toBe(400);
    },
  );
});

describe('a rollback', () => {
  it('restores any version, though the draft was saved meanwhile, and leaves the draft alone', async () => {
    await publishNext('one');
    const { etag } = await publishNext('two');
    await save(scripted('three'));
    const headers = { 'if-match': etag };
    const back = await shared.api.as('admin')('POST', `${path}/rollback`, { body: { version: 1 }, headers });
    expect(back.body).toEqual({ flowId, version: 1, live: { version: 1, canary: null } });
    const { body } = await shared.api.as('editor')('GET', `${path}/draft`);
    expect(body.definition.steps.bye.text).toBe('three');
    const stale = await shared.api.as('admin')('POST', `${path}/rollback`, { body: { version: 2 }, headers });
    expect(stale.status).toBe(412);
    const none = await shared.api.as('admin')('POST', `${path}/rollback`, {
      body: { version: 9 },
      headers: { 'if-match': back.etag },
    });
    expect([none.status, none.body.code]).toEqual([404, 'version_not_found']);
  });

  it('skips no number: the next publication is a new version', async () => {
    await publishNext('one');
    const { etag } = await publishNext('two');
    const headers = { 'if-match': etag };
    await shared.api.as('admin')('POST', `${path}/rollback`, { body: { version: 1 }, headers });
    expect(await summary()).toMatchObject({ draft: { faults: 0 } });
    expect((await publishNext('three')).body.version).toBe(3);
  });
});

describe('a canary', () => {
  it('is promoted or cancelled, and nothing else is published meanwhile', async () => {
    await publishNext('one');
    const tried = await publishNext('two', { canaryPercent: 10 });
    expect(tried.body.live).toEqual({ version: 1, canary: { version: 2, percent: 10 } });
    const refused = await publish((await save(scripted('three'))).etag);
    expect([refused.status, refused.body.code]).toEqual([409, 'canary_running']);
    const end = (action: string, etag: string) =>
      shared.api.as('admin')('POST', `${path}/canary`, { body: { action }, headers: { 'if-match': etag } });
    const cancelled = await end('cancel', tried.etag);
    expect(cancelled.body.live).toEqual({ version: 1, canary: null });
    expect((await end('promote', cancelled.etag)).body.code).toBe('no_canary');
    const again = await publishNext('four', { canaryPercent: 50 });
    expect(await summary()).toMatchObject({ draft: { faults: 0 } });
    expect((await end('promote', again.etag)).body.live).toEqual({ version: 3, canary: null });
    expect(await summary()).toMatchObject({ draft: null });
  });
});

describe('a flow', () => {
  it('in use is not deleted, and its users are named', async () => {
    const { etag } = await shared.api.as('viewer')('GET', '/flows/support');
    const headers = { 'if-match': etag };
    const refused = await shared.api.as('editor')('DELETE', '/flows/support', { headers });
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
    expect(refused.body.usedBy).toContainEqual({ kind: 'widget', id: 'acme-web' });
  });

  it('called by another one is in use too', async () => {
    await publishNext('one');
    const id = `c_${flowId}`.slice(0, 60);
    const calls = {
      start: 'part',
      steps: { part: { kind: 'call', flow: flowId, next: 'bye' }, bye: { kind: 'end' } },
    };
    const made = await shared.api.as('editor')('POST', '/flows', { body: { id, definition: calls } });
    const headers = { 'if-match': made.etag };
    await shared.api.as('admin')('POST', `/flows/${id}/publish`, { body: { note }, headers });
    const { body, etag } = await shared.api.as('viewer')('GET', path);
    expect(body.usedBy).toEqual([{ kind: 'flow', id }]);
    const { body: list } = await shared.api.as('viewer')('GET', '/flows?limit=100');
    const listed = list.items.find((one: { id: string }) => one.id === flowId);
    expect(listed.usedBy).toEqual([{ kind: 'flow', id }]);
    expect((await shared.api.as('editor')('DELETE', path, { headers: { 'if-match': etag } })).status).toBe(
      409,
    );
  });

  it('is gone when it is deleted, and a new one of its name continues counting', async () => {
    const { etag } = await publishNext('one');
    expect((await shared.api.as('editor')('DELETE', path, { headers: { 'if-match': etag } })).status).toBe(
      204,
    );
    expect((await shared.api.as('viewer')('GET', path)).body.code).toBe('flow_not_found');
    await shared.api.as('editor')('POST', '/flows', { body: { id: flowId, ...scripted('again') } });
    const { etag: fresh } = await shared.api.as('viewer')('GET', path);
    expect((await publish(fresh)).body.version).toBe(2);
  });
});

describe('a test of a draft', () => {
  const http = {
    definition: {
      start: 'look',
      steps: {
        look: {
          kind: 'http',
          method: 'GET',
          url: 'https://orders.example/1',
          saveAs: { eta: 'response.body.eta' },
          next: 'bye',
          onError: 'sorry',
        },
        bye: { kind: 'end', text: 'It comes {{ eta }}' },
        sorry: { kind: 'end', text: 'Sorry' },
      },
    },
  };
  const test = (body: object) => shared.api.as('editor')('POST', `${path}/draft/test`, { body });

  it('mocks outside answers, returns calls, connections and state, and continues from there', async () => {
    await save(http);
    const good = await test({ message: { text: 'hi' }, http: [{ body: { eta: 'today' } }] });
    expect(good.body.replies).toMatchObject([{ text: 'It comes today' }]);
    expect(good.body).toMatchObject({ raised: null, state: { status: 'completed' } });
    expect(good.body.calls).toMatchObject([{ method: 'GET', url: 'https://orders.example/1', status: 200 }]);
    const bad = await test({ message: { text: 'hi' }, http: [{ status: 503 }] });
    expect(bad.body.replies).toMatchObject([{ text: 'Sorry' }]);
    const there = await test({ message: {}, start: { stepId: 'bye', variables: { eta: 'soon' } } });
    expect(there.body.replies).toMatchObject([{ text: 'It comes soon' }]);
    const next = await test({
      message: { text: 'again' },
      state: good.body.state,
      http: [{ body: { eta: 'x' } }],
    });
    expect(next.body.replies).toMatchObject([{ text: 'It comes x' }]);
  });

  it('says where and why a flow failed', async () => {
    const steps = { count: { kind: 'set', assign: { n: 'int("none")' }, next: 'bye' }, bye: { kind: 'end' } };
    await save({ definition: { start: 'count', variables: { n: 0 }, steps } });
    const { body } = await test({ message: { text: 'hi' } });
    expect(body.raised).toMatchObject({
      ...{ stepId: 'count', code: expect.any(String) },
      message: expect.stringContaining('int'),
    });
  });

  it("makes no real calls for a user who can't publish", async () => {
    await save(http);
    const refused = await test({ message: { text: 'hi' }, real: true });
    expect([refused.status, refused.body.leastRole]).toEqual([403, 'admin']);
  });

  it('of a state that no turn has made is 400, not a failure', async () => {
    await save(http);
    const state = {
      status: 'active',
      flow: { id: flowId, version: 1, stepId: 'nowhere' },
      variables: {},
      attempts: 0,
      handoff: null,
      history: [],
      frames: 7,
    };
    const answer = await test({ message: { text: 'hi' }, state });
    expect([200, 400]).toContain(answer.status);
    expect((await test({ message: { text: 'hi' }, state: { status: 'x' } })).status).toBe(400);
  });
});

it('every change has its entry, and a refused one has none', async () => {
  await publishNext('one');
  const { etag } = await publishNext('two', { canaryPercent: 5 });
  const headers = { 'if-match': etag };
  const stale = { 'if-match': '"stale"' };
  await shared.api.as('admin')('POST', `${path}/canary`, { body: { action: 'cancel' }, headers: stale });
  const ended = await shared.api.as('admin')('POST', `${path}/canary`, {
    body: { action: 'promote' },
    headers,
  });
  const back = { 'if-match': ended.etag };
  const { etag: last } = await shared.api.as('admin')('POST', `${path}/rollback`, {
    body: { version: 1 },
    headers: back,
  });
  await shared.api.as('editor')('DELETE', path, { headers: { 'if-match': last } });
  expect(await audited()).toEqual(
    [
      'flow.create',
      'flow.save-draft',
      'flow.publish',
      'flow.save-draft',
      'flow.publish',
      'flow.promote-canary',
      'flow.roll-back',
      'flow.delete',
    ]
      .map((action) => `${action} done`)
      .reverse(),
  );
});

it('the answers match the contract', async () => {
  await publishNext('one');
  const read = async (below: string) => (await shared.api.as('admin')('GET', below)).body;
  flowsPage.parse(await read('/flows'));
  flowSummary.parse(await read(path));
  draft.parse(await read(`${path}/draft`));
  versionsPage.parse(await read(`${path}/versions`));
  versionDetail.parse(await read(`${path}/versions/1`));
  auditPage.parse(await read('/audit'));
});
