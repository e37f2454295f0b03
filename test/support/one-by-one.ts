import { Readable } from 'node:stream';
import type { NodeHttpHandler } from '@smithy/node-http-handler';

type Handler = Pick<NodeHttpHandler, 'handle' | 'destroy'>;

/** Puts the calls of several requests into one order, whichever is asked for. */
export interface OneByOne {
  /** A handler whose calls wait for their place while a race is on. */
  readonly behind: (inner: Handler) => Handler;
  /**
   * Runs requests against each other, one call at a time. The first waits for its first call before the others begin; no
   * other may come over HTTP.
   * @param picks which of the calls that wait is made next, modulo their number; the first one when there are no more
   */
  readonly race: (
    requests: readonly (() => Promise<unknown>)[],
    picks: readonly number[],
  ) => Promise<readonly PromiseSettledResult<unknown>[]>;
}

/** So often the event loop turns without a call before nothing but calls is waited for. */
const calmTurns = 6;

export function oneByOne(): OneByOne {
  const waiting: (() => Promise<unknown>)[] = [];
  let isRacing = false;
  return {
    behind: (inner) => ({
      destroy: () => inner.destroy(),
      handle: (request, options) => {
        if (!isRacing) return inner.handle(request, options);
        return new Promise((resolve, reject) => {
          waiting.push(async () => {
            try {
              const result = await inner.handle(request, options);
              const parts: Buffer[] = [];
              for await (const part of result.response.body) parts.push(part);
              result.response.body = Readable.from([Buffer.concat(parts)]);
              resolve(result);
            } catch (error) {
              reject(error);
            }
          });
        });
      },
    }),
    async race(requests, picks) {
      isRacing = true;
      let running = requests.length;
      const results: Promise<PromiseSettledResult<unknown>[]>[] = [];
      for (const request of requests) {
        results.push(Promise.allSettled([request().finally(() => (running -= 1))]));
        // One that comes over HTTP takes its time to get here; what it shares with another has one call.
        while (waiting.length === 0) await turn();
      }
      const left = [...picks];
      while (running > 0) {
        for (let calm = 0, seen = -1; calm < calmTurns; calm += 1) {
          if (waiting.length !== seen) calm = 0;
          seen = waiting.length;
          await turn();
        }
        const [next] = waiting.splice((left.shift() ?? 0) % Math.max(1, waiting.length), 1);
        await next?.();
      }
      isRacing = false;
      await Promise.all(waiting.splice(0).map((call) => call()));
      return (await Promise.all(results)).flat();
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
