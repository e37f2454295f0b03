import type { FunctionName } from '../../../src/contract/function-settings.ts';
import type { Functions } from '../../../src/local/lambda/functions.ts';

/** Functions that can be stopped as a reserved concurrency of 0 stops them. */
export interface Gate extends Functions {
  /** From now on callers are refused, and records stay on their queues; resolves when nothing runs any more. */
  close(): Promise<void>;
  open(): void;
}

const answering: ReadonlySet<FunctionName> = new Set(['webchat', 'poll', 'webhook']);

/** Stands before functions. */
export function startGate(functions: Functions): Gate {
  let closed: PromiseWithResolvers<void> | undefined;
  const running = new Set<Promise<unknown>>();
  return {
    async invoke(name, event) {
      if (closed && answering.has(name)) throw new Error('Rate Exceeded.');
      while (closed) await closed.promise;
      const work = functions.invoke(name, event);
      const settled = work.catch(() => undefined).finally(() => running.delete(settled));
      running.add(settled);
      return work;
    },
    async close() {
      closed = Promise.withResolvers();
      while (running.size > 0) await Promise.all(running);
    },
    open() {
      closed?.resolve();
      closed = undefined;
    },
    async stop() {
      this.open();
      await functions.stop();
    },
  };
}
