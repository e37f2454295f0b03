import type { Json } from '../interfaces.ts';
import type { RunStep } from './step.ts';

/** Runs another flow as a part of this one; `input` gives its variables their first values. @see design 4 */
export const runCall: RunStep<'call'> = ({ flow, input = {} }, context) => {
  const given = Object.entries(input).map(([name, expression]): [string, Json] => [
    name,
    context.evaluate(expression),
  ]);
  return { kind: 'called', flowId: flow, input: Object.fromEntries(given) };
};
