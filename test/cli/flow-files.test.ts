import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyTenant, editJson, runCli } from '../support/run-cli.ts';

const support = 'examples/tenants/acme/flows/support.json';

/** A flow in a folder of its own: asks, then does what `steps` say. */
function flowFile(question: object, steps: object = {}): string {
  const file = join(mkdtempSync(join(tmpdir(), 'flow-')), 'asks.json');
  const ask = { kind: 'question', text: 'Which?', saveAs: 'answer', next: 'bye', ...question };
  const flow = { id: 'asks', version: 1, start: 'ask', steps: { ask, ...steps, bye: { kind: 'end' } } };
  writeFileSync(file, JSON.stringify(flow));
  return file;
}

const choices = (count: number, label = 'choice') =>
  Array.from({ length: count }, (_, n) => ({ label: `${n} ${label}`, value: `value-${n}` }));

const call = (timeoutMs: number, next: string) => ({
  kind: 'http',
  method: 'GET',
  url: 'https://slow.example/',
  timeoutMs,
  background: false,
  next,
  onError: 'bye',
});

describe('flow validate', () => {
  it('names every problem with its file and its path', async () => {
    const run = await runCli(['flow', 'validate', flowFile({ next: 'nowhere', onInvalid: 'neither' })]);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/asks\.json:1: steps\.ask\.next: there is no step nowhere/);
    expect(run.err).toContain('steps.ask.onInvalid: there is no step neither');
  });

  it('accepts several files, as `flows/*.json` names them, and reports the problems of each', async () => {
    const folder = join(copyTenant('acme'), 'flows');
    const files = ['support.conversations.json', 'support.json'].map((name) => join(folder, name));
    const other = join(folder, 'other.json');
    const end = { id: 'other', version: 1, start: 'bye', steps: { bye: { kind: 'end', text: 'Bye' } } };
    writeFileSync(other, JSON.stringify(end));
    const both = await runCli(['flow', 'validate', ...files, other]);
    expect(both).toMatchObject({ code: 0, err: '' });
    expect(both.out).toMatch(/support\.json: flow support version 1 is valid[\s\S]*other\.json: flow other/);
    const { flows } = JSON.parse((await runCli(['flow', 'validate', ...files, other, '--json'])).out);
    expect(flows.map(({ flow }: { flow: unknown }) => flow)).toEqual([
      { id: 'support', version: 1 },
      { id: 'other', version: 1 },
    ]);
    editJson(String(files[1]), (flow) => ({ ...flow, start: 'nowhere' }));
    writeFileSync(other, JSON.stringify({ ...end, start: 'neither' }));
    const wrong = await runCli(['flow', 'validate', ...files, other]);
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/support\.json:\d+: start: [\s\S]*other\.json:\d+: start: /);
  });

  it('names a queue that the tenant lacks, where the tenant is beside it', async () => {
    const file = join(copyTenant('acme'), 'flows/support.json');
    const step = { kind: 'handoff', reason: 'help', queue: 'nowhere' };
    editJson(file, (flow) => ({ ...flow, steps: { ...(flow.steps as object), agent: step } }));
    const { code, err } = await runCli(['flow', 'validate', file]);
    expect(code).toBe(1);
    expect(err).toContain('steps.agent.queue: there is no queue nowhere; the tenant has default, support');
    expect(
      (await runCli(['flow', 'validate', flowFile({ next: 'agent' }, { agent: { ...step, next: 'bye' } })]))
        .code,
    ).toBe(0);
  });

  it('warns of choices that a channel shows as numbered text', async () => {
    const { code, out } = await runCli(['flow', 'validate', flowFile({ choices: choices(11) })]);
    expect(code).toBe(0);
    expect(out).toContain('WhatsApp shows them as numbered text: there are 11, and it takes 10 in a list');
    expect(out).toContain('a contact center shows them as numbered text');
    expect(out).not.toContain('webchat');
  });

  it('warns of labels that are longer than buttons', async () => {
    const { out } = await runCli([
      'flow',
      'validate',
      flowFile({ choices: choices(2, 'A label that is long') }),
    ]);
    expect(out).toContain(
      'steps.ask.choices.0.label: is longer than 20 characters, the limit of a button: WhatsApp',
    );
  });

  it('does not warn of choices that every channel shows as they are', async () => {
    const { out } = await runCli(['flow', 'validate', flowFile({ choices: choices(3) })]);
    expect(out).not.toContain('warning');
  });

  it('warns of steps that a chat app would no longer accept at their time', async () => {
    const { out } = await runCli(['flow', 'validate', flowFile({ remindAfterMinutes: 1440 })]);
    expect(out).toContain(
      'steps.ask.remindAfterMinutes: WhatsApp rejects messages sent more than 24 hours after',
    );
    const sooner = await runCli(['flow', 'validate', flowFile({ remindAfterMinutes: 1439 })]);
    expect(sooner.out).not.toContain('warning');
  });

  it.each([
    ['nothing of a turn within 3 s', [3000], null],
    ['a 202 of a turn of more than 3 s', [3001], 'gets a 202 after 3 s'],
    ['all of its steps', [5000, 5000], 'may take 10 s (call0 -> call1): a visitor gets a 202'],
  ])('says %s', async (_title, timeouts, warning) => {
    const calls = timeouts.map((ms, n) => [
      `call${n}`,
      call(ms, n + 1 < timeouts.length ? `call${n + 1}` : 'bye'),
    ]);
    const { out } = await runCli([
      'flow',
      'validate',
      flowFile({ next: 'call0' }, Object.fromEntries(calls)),
    ]);
    if (warning === null) expect(out).not.toContain('warning');
    else expect(out).toContain(warning);
  });

  it('prints the same as JSON for programs', async () => {
    const { out } = await runCli(['flow', 'validate', support, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      valid: true,
      flow: { id: 'support', version: 1 },
      warnings: [],
    });
  });
});

describe('flow test', () => {
  it.each([support, 'examples/tenants/globex/flows/survey.json'])(
    'the conversations of %s pass',
    async (file) => {
      const run = await runCli(['flow', 'test', file]);
      expect(run).toMatchObject({ code: 0, err: '' });
      expect(run.out).toMatch(/\d passed, 0 failed$/);
    },
  );

  it('names the failing conversation, its step and the difference, and exits with 1', async () => {
    const folder = copyTenant('globex');
    editJson(join(folder, 'flows/survey.json'), (flow) => ({
      ...flow,
      steps: { ...(flow.steps as object), thanks: { kind: 'end', text: 'Thanks!' } },
    }));
    const run = await runCli(['flow', 'test', join(folder, 'flows/survey.json')]);
    expect(run.code).toBe(1);
    expect(run.out).toContain('FAILED  both questions are answered');
    expect(run.out).toContain(
      'at step 6 {"expect":"Thank you for your 9!"}: expected "Thank you for your 9!", the flow said "Thanks!"',
    );
    expect(run.out).toContain('0 passed, 2 failed');
  });

  it('says where to write conversations when there are none', async () => {
    const run = await runCli(['flow', 'test', flowFile({})]);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/no tests.\nWrite them in .*asks\.conversations\.json/);
  });
});

it('a folder and a file nested without end are named, and fail no flow beside them', async () => {
  const file = flowFile({});
  const folder = join(dirname(file), 'folder.json');
  const deep = join(dirname(file), 'deep.json');
  mkdirSync(folder);
  writeFileSync(deep, '['.repeat(100_000));
  writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`);
  const found = await Promise.all([file, folder, deep].map((one) => runCli(['flow', 'validate', one])));
  expect(found.map(({ code }) => code)).toEqual([0, 1, 1]);
  expect(found[1]?.err).toContain('folder.json: is a folder');
  expect(found[2]?.err).toContain('deep.json: is nested too deeply');
});

it('a missing file is named', async () => {
  const run = await runCli(['flow', 'validate', 'nowhere.json']);
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.err).toContain('File not found: nowhere.json.');
});
