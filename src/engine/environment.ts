import { Environment } from '@marcbachmann/cel-js';
import { flowFunctions } from './functions.ts';
import { registerNullOperators } from './null-safe.ts';
import { registerTextOperators } from './text-operators.ts';

/** CEL as flows speak it: numbers may be mixed freely, and the language's own functions are known. */
export function createEnvironment(): Environment {
  const created = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 500, maxDepth: 50, maxListElements: 200, maxMapEntries: 200 },
  });
  // JSON knows one kind of number, CEL two: `n + 1` must do what it says.
  const arithmetic = {
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
    '/': (a: number, b: number) => a / b,
  };
  for (const [sign, compute] of Object.entries(arithmetic)) {
    created.registerOperator(`int ${sign} double`, (a: bigint, b: number) => compute(Number(a), b));
    created.registerOperator(`double ${sign} int`, (a: number, b: bigint) => compute(a, Number(b)));
  }
  created.registerOperator('double % int', (a: number, b: bigint) => a % Number(b));
  created.registerOperator('int == double', (a: bigint, b: number) => Number(a) === b);
  registerNullOperators(created);
  registerTextOperators(created);
  // A language may be whatever a page has sent: what is none is as if there were none.
  for (const { signature, run } of flowFunctions)
    created.registerFunction(signature.replace(/^(format(?:Date)?\(.*), string\)/, '$1, dyn)'), run);
  return created;
}
