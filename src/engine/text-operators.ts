import type { Environment } from '@marcbachmann/cel-js';

/** A text and anything simple are one text: `"You said " + n`; what is missing adds nothing. */
export function registerTextOperators(environment: Environment): void {
  for (const type of ['int', 'double', 'bool']) {
    environment.registerOperator(
      `string + ${type}: string`,
      (text: string, value: unknown) => `${text}${value}`,
    );
    environment.registerOperator(
      `${type} + string: string`,
      (value: unknown, text: string) => `${value}${text}`,
    );
  }
  environment.registerOperator('string + null: string', (text: string) => text);
  environment.registerOperator('null + string: string', (_missing: null, text: string) => text);
}
