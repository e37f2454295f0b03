import { type FunctionName, functionTimeoutMs } from '../../contract/function-timeouts.ts';
import type { GatewayHandler } from '../../lambda/create-handler.ts';
import { lambdaContext } from './lambda-context.ts';

/** Runs a function on an event, within the function's time. */
export type InvokeFunction = (name: FunctionName, event: unknown) => Promise<unknown>;

/** A function had not answered when its time was up. */
export class FunctionTimeoutError extends Error {
  override readonly name = 'FunctionTimeoutError';
}

/** Tells the developer what nobody else hears of. */
export type Report = (message: string, error: unknown) => void;

/**
 * Runs functions as Lambda does: each with a context and within its own time. What a function throws is reported and
 * thrown on.
 * @param timeouts other times, for tests
 */
export function functionInvoker(
  handlerOf: (name: FunctionName) => GatewayHandler,
  report: Report,
  timeouts: Readonly<Partial<Record<FunctionName, number>>> = {},
): InvokeFunction {
  return async (name, event) => {
    const timeoutMs = timeouts[name] ?? functionTimeoutMs[name];
    try {
      return await within(timeoutMs, handlerOf(name)(event, lambdaContext(name, timeoutMs)));
    } catch (error) {
      report(`function ${name} failed`, error);
      throw error;
    }
  };
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new FunctionTimeoutError(`no answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
