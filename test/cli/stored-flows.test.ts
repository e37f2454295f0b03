import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTenant, editJson, runCli } from '../support/run-cli.ts';
import { signIn } from '../support/start-admin-api.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let folder: string;
beforeAll(async () => {
  stack = await startTestStack({ background: false, sessionsPerAddress: null });
  folder = copyTenant('globex');
});
afterAll(() => stack.stop());

const gateway = (...args: readonly string[]) =>
  runCli([...args, '--tenant', 'globex', '--endpoint', stack.url]);

describe('stored data of a tenant', () => {
  it('is listed: flows with their live version, widgets with their sites', async () => {
    const flows = await gateway('flow', 'list');
    expect(flows).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^flow +live +rollout +draft +title\nsurvey +1/),
    });
    expect(JSON.parse((await gateway('flow', 'list', '--json')).out)).toMatchObject([
      { id: 'survey', live: { version: 1, canary: null }, draft: null },
    ]);
    const widgets = await gateway('widget', 'list');
    expect(widgets).toMatchObject({ code: 0, out: expect.stringMatching(/globex-web +survey +yes/) });
  });

  it('is shown: a flow with its steps, and whole as JSON', async () => {
    const shown = await gateway('flow', 'show', 'survey');
    expect(shown.code).toBe(0);
    expect(shown.out).toContain('flow survey: version 1 is live; shown is version 1');
    expect(shown.out).toContain('used by  widget globex-web');
    expect(shown.out).toMatch(/^score +question/m);
    const { definition } = JSON.parse((await gateway('flow', 'show', 'survey', '--json')).out);
    expect(definition).toEqual(JSON.parse(readFileSync(join(folder, 'flows/survey.json'), 'utf8')));
  });

  it.each([
    [['flow', 'show', 'nothing'], /There is no flow nothing of globex/],
    [['flow', 'show', 'survey', '--version', '9'], /has no version 9/],
    [['flow', 'pull', 'survey', '--draft'], /has no draft[\s\S]*Omit --draft/],
    [['flow', 'replay', 'survey'], /has no draft[\s\S]*in the console/],
  ])('is reported when missing: %s', async (args, message) => {
    expect(await gateway(...args)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) });
  });

  it('is pulled into files unchanged, without overwriting any by default', async () => {
    const file = join(dirname(folder), 'pulled', 'survey.json');
    const pulled = await gateway('flow', 'pull', 'survey', '--out', file);
    expect(pulled).toMatchObject({ code: 0, out: expect.stringContaining(`+ ${file}`) });
    const same = await gateway('flow', 'diff', file);
    expect(same).toMatchObject({ code: 0, out: `${file} is the same as version 1 of flow survey` });
    editJson(file, (flow) => ({ ...flow, title: 'Ours' }));
    const refused = await gateway('flow', 'pull', 'survey', '--out', file);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Already there: ') });
    expect(readFileSync(file, 'utf8')).toContain('Ours');
    const differs = await gateway('flow', 'diff', file);
    expect(differs.out).toMatch(
      /version 1 of flow survey would become .*\n {2}~ flow survey\n {6}title: .* -> "Ours"/,
    );
    expect(JSON.parse((await gateway('flow', 'diff', file, '--json')).out)).toMatchObject({
      same: false,
      changes: [{ path: 'title', after: 'Ours' }],
    });
    expect((await gateway('flow', 'pull', 'survey', '--out', file, '--overwrite')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('Ours');
  });
});

describe('scripted conversations of files', () => {
  const file = () => join(folder, 'flows/survey.conversations.json');
  const scripts = () => JSON.parse(readFileSync(file(), 'utf8'));
  const apply = () => runCli(['tenant', 'apply', folder, '--endpoint', stack.url]);
  const stored = async () =>
    JSON.parse((await gateway('flow', 'show', 'survey', '--json')).out).conversations;

  it('are stored by the next apply where an earlier release has left them out, and once', async () => {
    expect(await stored()).toEqual([]);
    const applied = await apply();
    expect(applied.out).toContain('+ tests of flow survey version 1');
    expect(await stored()).toEqual(scripts());
    expect((await apply()).out).toContain('is as its folder says');
  });

  it('are written by a pull', async () => {
    const out = join(dirname(folder), 'pulled-with-scripts', 'survey.json');
    const pulled = await gateway('flow', 'pull', 'survey', '--out', out);
    expect(pulled.out).toContain('survey.conversations.json');
    expect(JSON.parse(readFileSync(out.replace('.json', '.conversations.json'), 'utf8'))).toEqual(scripts());
  });

  it('belong to a published version, and the console runs them before it publishes another', async () => {
    const flow = join(folder, 'flows/survey.json');
    editJson(flow, (definition) => ({ ...definition, version: 2 }));
    const [first] = scripts();
    writeFileSync(file(), JSON.stringify([...scripts(), { ...first, title: 'one more' }]));
    expect((await gateway('flow', 'publish', flow)).code).toBe(0);
    expect((await stored()).map(({ title }: { title: string }) => title)).toContain('one more');
    const boss = await signIn(stack, 'super-admin');
    const headers = { 'x-tenant-id': 'globex' };
    const { body, etag } = await boss('GET', '/flows/survey/draft', { headers });
    expect(body.conversations.map(({ title }: { title: string }) => title)).toContain('one more');
    const broken = JSON.parse(JSON.stringify(body.definition));
    broken.steps[broken.start].text = 'Something else altogether?';
    const { layout, conversations } = body;
    const saved = await boss('PUT', '/flows/survey/draft', {
      body: { definition: broken, layout, conversations },
      headers: { ...headers, 'if-match': etag },
    });
    const refused = await boss('POST', '/flows/survey/publish', {
      body: { note: 'breaks what was promised' },
      headers: { ...headers, 'if-match': saved.etag },
    });
    expect(refused.status).toBe(422);
    const { etag: again } = await boss('GET', '/flows/survey/draft', { headers });
    await boss('PUT', '/flows/survey/draft', {
      body: { definition: body.definition, layout, conversations },
      headers: { ...headers, 'if-match': again },
    });
  });
});

describe('a draft', () => {
  it('whose tests were deleted leaves none in the files that it is pulled into', async () => {
    const out = join(dirname(folder), 'pulled-without-scripts', 'survey.json');
    const pull = () => gateway('flow', 'pull', 'survey', '--draft', '--out', out, '--overwrite');
    const boss = await signIn(stack, 'super-admin');
    const headers = { 'x-tenant-id': 'globex' };
    const { body, etag } = await boss('GET', '/flows/survey/draft', { headers });
    const { definition, layout, conversations } = body;
    const draft = { definition: { ...definition, title: 'Tested' }, layout, conversations };
    const saved = await boss('PUT', '/flows/survey/draft', {
      body: draft,
      headers: { ...headers, 'if-match': etag },
    });
    await pull();
    const again = await boss('PUT', '/flows/survey/draft', {
      body: { ...draft, conversations: [] },
      headers: { ...headers, 'if-match': saved.etag },
    });
    await pull();
    expect(JSON.parse(readFileSync(out.replace('.json', '.conversations.json'), 'utf8'))).toEqual([]);
    await boss('PUT', '/flows/survey/draft', {
      body: { definition, layout, conversations },
      headers: { ...headers, 'if-match': again.etag },
    });
  });

  it('is compared, and replayed; a missing conversation is named', async () => {
    const boss = await signIn(stack, 'super-admin');
    const headers = { 'x-tenant-id': 'globex' };
    const { body, etag } = await boss('GET', '/flows/survey/draft', { headers });
    const { definition, layout, conversations } = body;
    const saved = await boss('PUT', '/flows/survey/draft', {
      body: { definition: { ...definition, title: 'Anew' }, layout, conversations },
      headers: { ...headers, 'if-match': etag },
    });
    expect(saved.status).toBe(200);
    const differs = await gateway('flow', 'diff', join(folder, 'flows/survey.json'), '--draft');
    expect(differs.out).toMatch(/^the draft of flow survey would become /);
    const replayed = await gateway('flow', 'replay', 'survey');
    expect(replayed).toMatchObject({ code: 0, out: expect.stringMatching(/(\d+) of \1 are unchanged$/) });
    const none = await runCli([
      'flow',
      'replay',
      '--tenant',
      'globex',
      '--endpoint',
      stack.url,
      '--',
      'survey',
      '-nothing',
    ]);
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toMatch(
      /There is no conversation -nothing\.\nSee `npx gateway conversation list --tenant globex`\.$/,
    );
  });
});

describe('flow validate of one file', () => {
  const calling = (flow: string) => ({
    ...{ id: 'caller', version: 1, start: 'ask' },
    steps: { ask: { kind: 'call', flow, next: 'bye' }, bye: { kind: 'end', text: 'Bye' } },
  });
  const write = (file: string, flow: object) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(flow));
    return file;
  };

  it('finds a call of a flow that its tenant lacks, with the nearest one', async () => {
    const file = write(join(folder, 'flows/caller.json'), calling('survei'));
    const wrong = await runCli(['flow', 'validate', file]);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain('steps.ask.flow: there is no flow survei; did you mean "survey"?');
    write(file, calling('survey'));
    expect((await runCli(['flow', 'validate', file])).code).toBe(0);
  });

  it('warns of it outside of a tenant’s folder, where it may be stored', async () => {
    const file = write(join(dirname(folder), 'alone', 'caller.json'), calling('survey'));
    expect(existsSync(join(dirname(folder), 'tenant.json'))).toBe(false);
    expect(await runCli(['flow', 'validate', file])).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        'warning: steps.ask.flow: no file beside this one contains the flow survey',
      ),
    });
  });
});
