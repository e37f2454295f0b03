import { expect, it } from 'vitest';
import { run } from '../../src/engine/steps/branch.ts';
import type { StepContext } from '../../src/engine/steps/step.ts';

const step = {
  kind: 'branch',
  branches: [
    { when: 'first', next: 'a' },
    { when: 'second', next: 'b' },
  ],
  otherwise: 'c',
} as const;

/** Evaluates a condition to the variable of its name. */
const contextOf = (values: Readonly<Record<string, unknown>>) =>
  ({ evaluate: (when: string) => values[when] ?? null }) as unknown as StepContext;

it.each([true, 1, -1, 'no', [0], { a: null }])('a condition with the value %j holds', (second) => {
  const outcome = run({ ...step, branches: [...step.branches] }, contextOf({ first: false, second }));
  expect(outcome).toEqual({ kind: 'next', next: 'b', by: 'branches.1.next' });
});

it.each([false, 0, '', [], {}, null])('a condition with the value %j does not hold', (first) => {
  const outcome = run({ ...step, branches: [...step.branches] }, contextOf({ first }));
  expect(outcome).toEqual({ kind: 'next', next: 'c', by: 'otherwise' });
});
