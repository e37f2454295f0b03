import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { stepFields } from '../../../src/admin/features/editor/fields.ts';
import { placeOf, problemsAt } from '../../../src/admin/features/editor/problems/find-problems.ts';
import { limits } from '../../../src/contract/limits.ts';
import { problemSentences } from '../../../src/engine/problems.ts';
import { validateFlow } from '../../../src/engine/validate.ts';
import { around, formFaults, look, sentenceFaults, tenantFaults } from '../../support/seeded-faults.ts';

type Seed = (typeof formFaults)[number];

const faultsOf = (definition: object) => {
  const found = validateFlow({ id: 'faulty', version: 1, ...definition }, around.surroundings);
  const errors = found.ok ? [] : found.errors;
  return errors.map(({ path, message }) => ({ ...placeOf(definition, path), message }));
};
/** A flow of one step, and what there is around it. */
const withStep = (step: object) => ({
  start: 'here',
  triggers: [{ words: ['look'], next: 'look' }],
  steps: { here: step, look, ...around.steps },
});
const stepSeeds: readonly Seed[] = [...formFaults, ...sentenceFaults, ...tenantFaults];

const crowd = Object.fromEntries(
  Array.from({ length: limits.stepsPerFlow + 1 }, (_, n) => [`s${n}`, { kind: 'end' }]),
);
/** Faults of the flow itself, and of how its steps lead to each other. */
const flowSeeds: readonly (readonly [definition: object, card: string, path: string])[] = [
  [{ start: 'nowhere', steps: around.steps }, '$start', 'start'],
  [{ start: 'bye', onError: 'nowhere', steps: around.steps }, '$failure', 'onError'],
  [
    { start: 'bye', triggers: [{ words: ['hi'], next: 'nowhere' }], steps: around.steps },
    '$words.0',
    'triggers.0.next',
  ],
  [
    { start: 'bye', triggers: [{ words: [' '], next: 'bye' }], steps: around.steps },
    '$words.0',
    'triggers.0.words.0',
  ],
  [
    { start: 'bye', triggers: [{ words: ['hi', 'Hi'], next: 'bye' }], steps: around.steps },
    '$words.0',
    'triggers.0.words.1',
  ],
  [{ start: 'bye', steps: { ...around.steps, alone: { kind: 'end' } } }, 'alone', 'steps.alone'],
  [
    { start: 'round', steps: { round: { kind: 'message', text: 'Hi', next: 'round' } } },
    'round',
    'steps.round',
  ],
  [{ start: 'a.b', steps: { 'a.b': { kind: 'message', text: 'Hi' } } }, 'a.b', 'steps.a.b.next'],
  [{ start: 's0', steps: crowd }, '$flow', 'steps'],
  [{ start: 'bye', variables: { now: 1 }, steps: around.steps }, '$flow', 'variables.now'],
];

describe('each problem has its place', () => {
  it.each(stepSeeds)('%j: %s', (step, field) => {
    const faults = faultsOf(withStep(step));
    const path = ['definition', 'steps', 'here', ...(field === '' ? [] : field.split('.'))];
    expect(faults.map((fault) => [fault.card, fault.path.join('.')])).toContainEqual([
      'here',
      path.join('.'),
    ]);
    expect(problemsAt(faults, path)).not.toEqual([]);
  });

  it.each(flowSeeds)('%j: %s %s', (definition, card, path) => {
    expect(faultsOf(definition).map((fault) => [fault.card, fault.path.join('.')])).toContainEqual([
      card,
      `definition.${path}`,
    ]);
  });

  const fields = Object.entries(stepFields).flatMap(([kind, of]) =>
    Object.keys(of).map((field) => [kind, field] as const),
  );
  it.each(fields)('a value of the wrong form is reported at its field: %s %s', (kind, field) => {
    const wrong = [true, 'no way', 0.5, [[]]].filter((value) =>
      faultsOf(withStep({ kind, [field]: value })).some(({ path }) => path[3] === field),
    );
    expect(wrong).not.toEqual([]);
  });
});

it('every message of the checks has a place', () => {
  const said = [
    ...stepSeeds.flatMap(([step]) => faultsOf(withStep(step))),
    ...flowSeeds.flatMap(([definition]) => faultsOf(definition)),
  ].map(({ message }) => message);
  const files = readdirSync('src/engine/steps').map((name) => join('src/engine/steps', name));
  const sentences = [
    ...files,
    'src/engine/check-text.ts',
    'src/engine/check-graph.ts',
    'src/engine/validate.ts',
  ].flatMap(sentencesOf);
  expect(sentences.length).toBeGreaterThan(40);
  expect(sentences.filter((parts) => !said.some((message) => isIn(message, parts)))).toEqual([]);
});

const sentenceOf = new Map<string, string>(Object.entries(problemSentences));

/** Sentences, or their codes, in the checks of a file, each as its parts between what a template puts in. */
function sentencesOf(file: string): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const visit = (node: ts.Node): void => {
    const parts = ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
      : ts.isStringLiteralLike(node)
        ? (sentenceOf.get(node.text)?.split(/\{\w+\}/) ?? [node.text])
        : [];
    if (parts.join('').trim().includes(' ')) found.push(parts);
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  source.statements.filter((statement) => isCheck(statement, source)).forEach(visit);
  return found;
}

/** Whether a statement holds a check: flows that call each other in circles are looked for among all flows, not in one. */
function isCheck(statement: ts.Statement, source: ts.SourceFile): boolean {
  const text = statement.getText(source);
  if (ts.isVariableStatement(statement)) return text.includes(': CheckStep<');
  if (!ts.isFunctionDeclaration(statement) || statement.name?.text === 'findCallProblems') return false;
  return /Problems?\b|ReadStep/.test(statement.type?.getText(source) ?? '');
}

/** Whether the parts stand in a message, one after the other. */
function isIn(message: string, parts: readonly string[]): boolean {
  let at = 0;
  return parts.every((part) => {
    const found = message.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}
