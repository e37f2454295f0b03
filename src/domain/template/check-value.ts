import type { Problem } from '../../contract/problem-body.ts';

/** What speaks against a template as it was filled, and where. */
export type Fault = NonNullable<Problem['errors']>[number];

export const tooLong = (path: string, what: string, most: number): Fault => ({
  path,
  message: `its ${what} may have ${most} characters once it is filled`,
});

/** Adds what providers refuse in a value. @see the Cloud API's error 132012, "Parameter format does not match" */
export function checkValue(value: string | undefined, path: string, faults: Fault[]): void {
  if (value === undefined || value.trim() === '') faults.push({ path, message: 'must not be empty' });
  else if (/[\n\r\t\u2028\u2029]| {5}/.test(value))
    faults.push({ path, message: 'must hold no line break, no tab and no five spaces in a row' });
}
