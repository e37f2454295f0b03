import type { Assigned, RunStep } from './step.ts';

/** Assigns variables, in the order written: a later expression sees what an earlier one has assigned. */
export const runSet: RunStep<'set'> = ({ assign, next }, context) => {
  const assigned: Record<string, Assigned[string]> = {};
  for (const [name, expression] of Object.entries(assign)) {
    assigned[name] = context.evaluate(expression, assigned);
  }
  return { kind: 'next', next, assign: assigned };
};
