import type { Environment } from '@marcbachmann/cel-js';
import { writeNumber } from './text-of.ts';

/** Characters of a number that takes the most: `-0.0000012345678901234567`. */
export const longestNumber = 25;

/** `int(1e300)` is a whole number of 301 digits, which CEL's 64 bits could not hold: it is written as the number it came from. */
function written(value: unknown): unknown {
  if (typeof value === 'number') return writeNumber(value);
  return typeof value === 'bigint' && value !== BigInt.asIntN(64, value) ? writeNumber(Number(value)) : value;
}

/** A text and anything simple are one text: `"You said " + n`; what is missing adds nothing. */
export function registerTextOperators(environment: Environment): void {
  for (const type of ['int', 'double', 'bool']) {
    environment.registerOperator(
      `string + ${type}: string`,
      (text: string, value: unknown) => `${text}${written(value)}`,
    );
    environment.registerOperator(
      `${type} + string: string`,
      (value: unknown, text: string) => `${written(value)}${text}`,
    );
  }
  environment.registerOperator('string + null: string', (text: string) => text);
  environment.registerOperator('null + string: string', (_missing: null, text: string) => text);
}
