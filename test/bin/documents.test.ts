import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents, examplesOf, type GivenAnswer, idioms, ruleDocuments } from '../../bin/documents.ts';
import { stepSchemas } from '../../src/contract/flow.ts';
import { coverageOf } from '../../src/engine/coverage.ts';
import { evaluate } from '../../src/engine/expressions.ts';
import { flowFunctions } from '../../src/engine/functions.ts';
import { runScript } from '../../src/engine/run-script.ts';
import { stepDocuments } from '../../src/engine/steps/kinds.ts';
import { validateFlow } from '../../src/engine/validate.ts';
import { readScripts } from '../../src/operations/directory/read-tenant-folder.ts';

const docs = join(import.meta.dirname, '../../docs');

it.each(Object.entries(documents()))('docs/%s is what `npm run documents` writes', (path, text) => {
  expect(readFileSync(join(docs, path), 'utf8')).toBe(text);
});

it('no page or flow names a missing page', () => {
  for (const [path, text] of Object.entries(documents())) {
    for (const [, link = ''] of text.matchAll(/\]\((\.[^)#]+)\)/g)) {
      expect(existsSync(join(docs, path, '..', link)), link).toBe(true);
    }
  }
});

it.each(idioms)('the idiom for $about gives its result', async ({ template, variables, gives }) => {
  const flow = { id: 'f', version: 1, start: 'a', variables, steps: { a: { kind: 'end', text: template } } };
  const checked = validateFlow(flow);
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const steps = [{ user: 'hi' }, { expect: gives }];
  expect(await runScript(checked.flow, { steps })).toMatchObject({ ok: true });
});

describe.each(Object.entries(stepDocuments))('the reference of %s', (kind, { fields }) => {
  it.each(examplesOf(kind))('has an example with its result: $title', async (example) => {
    expect(validateFlow(example.flow)).toMatchObject({ ok: true });
    for (const other of example.others ?? []) expect(validateFlow(other)).toMatchObject({ ok: true });
    expect(await runScript(example.flow, example.script, example.others)).toMatchObject({ ok: true });
  });

  it('shows every field in an example', () => {
    const used = examplesOf(kind).flatMap(({ flow }) =>
      Object.values(flow.steps).flatMap((step) => (step.kind === kind ? Object.keys(step) : [])),
    );
    const known = Object.keys(stepSchemas[kind as keyof typeof stepSchemas].shape);
    const texts: Readonly<Record<string, string>> = fields;
    const current = known.filter((key) => !texts[key]?.includes('earlier releases'));
    expect([...new Set(used)].sort()).toEqual(expect.arrayContaining(current));
    expect(Object.keys(fields).sort()).toEqual(known.filter((key) => key !== 'kind').sort());
  });
});

/** What a visitor does to give an answer. */
const said = (answer: GivenAnswer) =>
  typeof answer === 'string' ? { user: answer } : { user: '', attachments: [answer] };

it.each(ruleDocuments)('a rule accepts what its row says: $rules', async ({ rules, right, wrong }) => {
  const ask = { kind: 'question', text: '?', validate: rules, saveAs: 'x', next: 'end' };
  const choices = rules.type === 'choice' ? { choices: [{ label: 'A', value: 'a' }] } : {};
  const flow = {
    id: 'rule',
    version: 1,
    start: 'ask',
    steps: { ask: { ...ask, ...choices }, end: { kind: 'end' } },
  };
  const valid = validateFlow(flow);
  if (!valid.ok) throw new Error(JSON.stringify(valid.errors));
  const clock = '2025-06-02T10:00:00Z';
  const offered = rules.type === 'choice' ? [{ expect: { choices: ['A'] } }] : [];
  for (const [answer, saved] of right) {
    const steps = [
      { user: 'hi' },
      { expect: '?' },
      ...offered,
      said(answer),
      { expect: { variables: { x: saved }, status: 'completed' } },
    ];
    expect(await runScript(valid.flow, { clock, steps })).toMatchObject({ ok: true });
  }
  for (const answer of wrong) {
    const steps = [{ user: 'hi' }, { expect: '?' }, said(answer), { expect: { replies: 1, step: 'ask' } }];
    expect(await runScript(valid.flow, { clock, steps })).toMatchObject({ ok: true });
  }
});

it.each(flowFunctions)(
  'a function gives what its row says: $signature',
  ({ example: [expression, value] }) => {
    expect(evaluate(expression, {})).toEqual(value);
  },
);

describe('the example flows', () => {
  const folder = join(import.meta.dirname, '../../examples/flows');
  const files = readdirSync(folder).filter((file) => !file.endsWith('.conversations.json'));

  it.each(files)('%s is valid, and its tests take at least nine of ten connections', async (file) => {
    const { $schema, ...definition } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    expect(existsSync(join(folder, $schema))).toBe(true);
    const valid = validateFlow(definition);
    if (!valid.ok) throw new Error(JSON.stringify(valid.errors));
    const { scripts, problems: faults } = await readScripts(join(folder, file));
    expect(faults).toEqual([]);
    const results = await Promise.all(scripts.map((script) => runScript(valid.flow, script)));
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    const { walked, all } = coverageOf(
      valid.flow,
      results.flatMap(({ ways }) => ways),
    );
    expect(walked / all).toBeGreaterThanOrEqual(0.9);
  });
});
