import { describe, expect, it } from 'vitest';
import { functions } from '../../../lib/functions.ts';
import { type FunctionName, functionTimeoutMs } from '../../../src/contract/function-timeouts.ts';
import { functionInvoker } from '../../../src/local/lambda/invoke-function.ts';

const names = Object.keys(functionTimeoutMs) as FunctionName[];

describe('a function on a laptop', () => {
  it.each(names)('%s has the time that it has in the deployment', async (name) => {
    const invoke = functionInvoker(
      () => async (_, context) => [context.functionName, context.getRemainingTimeInMillis()],
      () => undefined,
    );
    const [ranAs, leftMs] = (await invoke(name, {})) as [string, number];
    expect(ranAs).toBe(name);
    expect(leftMs).toBeLessThanOrEqual(functions[name].timeoutMs);
    expect(leftMs).toBeGreaterThan(functions[name].timeoutMs - 1_000);
  });

  it.each(names)('%s is given up when its time is over, and reported', async (name) => {
    const reports: string[] = [];
    const invoke = functionInvoker(
      () => () => new Promise(() => undefined),
      (message, error) => void reports.push(`${message}: ${error}`),
      { [name]: 10 },
    );
    await expect(invoke(name, {})).rejects.toMatchObject({ name: 'FunctionTimeoutError' });
    expect(reports).toEqual([`function ${name} failed: FunctionTimeoutError: no answer within 10 ms`]);
  });
});
