import { limits } from '../contract/limits.ts';
import { type CostOfCall, libraryFunctions } from './cost/library-functions.ts';
import { scalar } from './cost/size.ts';
import { ExpressionError } from './errors.ts';
import { compileRegex, largestRegexWork } from './linear-regex.ts';

/** A function of the flow language that CEL does not have: what it does, and what it takes. */
export interface FlowFunction {
  /** As CEL declares it: `name(string, string): bool`, or with a receiver `string.name(): string`. */
  readonly signature: string;
  run(...args: readonly never[]): unknown;
  /**
   * What a call takes and how large its result can be, by the sizes of its arguments (a receiver is the first).
   * It may be more than the truth, never less: `test/engine/cost.long.test.ts` tries.
   */
  readonly cost: CostOfCall;
}

/** Every function beyond CEL's own, its cost beside it. Overloads of one name have one cost. */
export const flowFunctions: readonly FlowFunction[] = [
  {
    signature: 'matches(string, string): bool',
    run: (text: string, pattern: string) => {
      if (text.length > limits.textChars) throw new ExpressionError('matches is given too long a text');
      return compileRegex(pattern).finds(text);
    },
    cost: (text = scalar, pattern = scalar) => ({
      work: largestRegexWork(pattern, Math.min(text.chars, limits.textChars)),
      size: scalar,
    }),
  },
];

const costs: ReadonlyMap<string, CostOfCall> = new Map([
  ...Object.entries(libraryFunctions),
  ...flowFunctions.map(({ signature, cost }) => [nameOf(signature), cost] as const),
]);

/** What calls of a function take; null for one that nobody may call. */
export function costOfCall(name: string): CostOfCall | null {
  return costs.get(name) ?? null;
}

function nameOf(signature: string): string {
  return /(?:^|\.)(\w+)\(/.exec(signature)?.[1] ?? signature;
}
