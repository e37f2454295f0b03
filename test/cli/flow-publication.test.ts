import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyTenant, editJson, runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let file: string;
beforeAll(async () => {
  stack = await startTestStack({ sessionsPerAddress: null, keepsConversations: true });
  file = join(copyTenant('globex'), 'flows/survey.json');
});
afterAll(() => stack.stop());

const gateway = (...args: readonly string[]) => runCli([...args, '--endpoint', stack.url]);
const publish = (...more: readonly string[]) =>
  gateway('flow', 'publish', file, '--tenant', 'globex', ...more);
const rollback = (...more: readonly string[]) =>
  gateway('flow', 'rollback', 'survey', '--tenant', 'globex', ...more);
const flows = async () => JSON.parse((await gateway('tenant', 'show', 'globex', '--json')).out).flows;

/** Writes the flow with another version, and other words to begin with. */
const write = (version: number, text: string) =>
  editJson(file, (flow) => {
    const steps = flow.steps as Record<string, object>;
    return { ...flow, version, steps: { ...steps, score: { ...steps.score, text } } };
  });
const question = 'How likely are you to recommend Globex, from 0 to 10?';

it('a dry run of a publication publishes nothing', async () => {
  write(2, question);
  const run = await publish('--dry-run');
  expect(run).toMatchObject({ code: 0, out: expect.stringContaining('would be published') });
  expect(await flows()).toEqual([{ id: 'survey', published: 1, versions: [1] }]);
});

it('a flow that fails a scripted conversation is not published', async () => {
  write(2, 'Well?');
  const run = await publish();
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.err).toContain('FAILED  both questions are answered');
  expect(run.err).toContain('Nothing was published.');
  expect(await flows()).toEqual([{ id: 'survey', published: 1, versions: [1] }]);
});

it('a flow that hands off to a queue that the tenant lacks is not published', async () => {
  const own = readFileSync(file, 'utf8');
  write(2, question);
  const step = { kind: 'handoff', reason: 'help', queue: 'nowhere' };
  editJson(file, (flow) => {
    const steps = flow.steps as Record<string, object>;
    return { ...flow, start: 'human', steps: { human: { ...step, next: flow.start }, ...steps } };
  });
  writeFileSync(file.replace('.json', '.conversations.json'), '[]');
  const run = await publish();
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.err).toContain('steps.human.queue: there is no queue nowhere; the tenant has default');
  expect(await flows()).toEqual([{ id: 'survey', published: 1, versions: [1] }]);
  writeFileSync(file, own);
});

it('publishes a version, also a second time, and never changes it', async () => {
  write(2, question);
  expect(await publish()).toMatchObject({ code: 0, out: expect.stringContaining('(before: 1)') });
  expect(await publish()).toMatchObject({ code: 0, out: expect.stringContaining('(it was live before)') });
  expect(await flows()).toEqual([{ id: 'survey', published: 2, versions: [1, 2] }]);
  editJson(file, (flow) => ({ ...flow, title: 'Another' }));
  const changed = await publish();
  expect(changed.code).toBe(1);
  expect(changed.err).toContain('raise "version"');
});

it('rolls back to the version before, or to the named one', async () => {
  expect(await rollback('--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining('would go from version 2 to 1'),
  });
  expect((await flows())[0].published).toBe(2);
  expect((await rollback()).code).toBe(0);
  expect((await flows())[0].published).toBe(1);
  expect((await rollback('--to', '2')).code).toBe(0);
  expect((await flows())[0].published).toBe(2);
});

it('refuses to roll back to the live version', async () => {
  const run = await rollback('--to', '2', '--dry-run');
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.err).toContain('Version 2 of flow survey of globex is already live.');
});

it('names the stored versions when the one to roll back to is missing', async () => {
  const run = await rollback('--to', '9');
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.err).toContain('Stored versions: 1, 2.');
});

it('publishes for no missing tenant', async () => {
  const run = await gateway('flow', 'publish', file, '--tenant', 'nobody');
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.err).toContain('There is no tenant nobody');
});
