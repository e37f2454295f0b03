import type { Json } from '../interfaces.ts';
import type { RunStep } from './step.ts';

/** Goes where the first expression points that holds. */
export const runBranch: RunStep<'branch'> = ({ branches, otherwise }, context) => {
  const n = branches.findIndex(({ when }) => holds(context.evaluate(when)));
  const taken = branches[n];
  return taken
    ? { kind: 'next', next: taken.next, by: `branches.${n}.next` }
    : { kind: 'next', next: otherwise, by: 'otherwise' };
};

/** Null, false, 0, an empty text, list or object don't hold: `when: "name"` asks whether there is a name. */
function holds(value: Json): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
