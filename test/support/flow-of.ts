import type { FlowDefinition, Step } from '../../src/contract/flow.ts';
import { validateFlow } from '../../src/engine/validate.ts';

/** A valid flow that begins at its first step; `done` is there to end at. */
export function flowOf(
  steps: Readonly<Record<string, Step>>,
  rest: Partial<FlowDefinition> = {},
): FlowDefinition {
  const [start = 'done'] = Object.keys(steps);
  const leadsToDone = JSON.stringify({ steps, rest }).includes('"done"') || start === 'done';
  const definition = {
    id: 'flow',
    version: 1,
    start,
    ...rest,
    steps: { ...steps, ...(leadsToDone && !('done' in steps) && { done: { kind: 'end' } }) },
  };
  const result = validateFlow(definition);
  if (!result.ok) throw new Error(result.errors.map(({ path, message }) => `${path}: ${message}`).join('; '));
  return result.flow;
}

/** Steps behind which a model would read what was said before; `look` goes on to the end instead. */
export const aModelSomewhere = {
  look: { kind: 'branch', branches: [{ when: 'false', next: 'model' }], otherwise: 'done' },
  model: { kind: 'llm', system: 'Answer.', send: true, next: 'done', onError: 'done' },
} as const satisfies Record<string, Step>;
