import { ExpressionError } from '../errors.ts';
import type { RunStep } from './step.ts';

/** Goes where the first true expression points; null counts as false, so that a variable may be unset. */
export const runBranch: RunStep<'branch'> = ({ branches, otherwise }, context) => {
  const taken = branches.find(({ when }) => {
    const value = context.evaluate(when);
    if (typeof value === 'boolean' || value === null) return value;
    throw new ExpressionError(`${JSON.stringify(when)} is neither true nor false`);
  });
  return { kind: 'next', next: taken?.next ?? otherwise };
};
