import { createAwsClients } from '../../src/aws/clients.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import type { Metrics } from '../../src/ports/observability.ts';
import { createHandler } from './create-handler.ts';
import { watchCalls } from './watched-calls.ts';

/** Counts of all processes that ran the gateway, by the counter's name. */
export type Counts = Map<string, number>;

/**
 * A gateway whose process dies at given calls to AWS, counted over all processes: from that call on nothing that it
 * does has an effect, its invocations fail, and the next ones run in a new process.
 */
export function mortalProcess(diesAtCalls: readonly number[] = []) {
  const counts: Counts = new Map();
  const metrics: Metrics = {
    count: (name, _, value = 1) => void counts.set(name, (counts.get(name) ?? 0) + value),
    time: () => undefined,
  };
  let calls = 0;
  let deaths = 0;

  function start(env: Parameters<typeof createHandler>[0]) {
    const watched = watchCalls();
    const clients = createAwsClients(env, watched.requestHandler);
    const process = { dead: false, handler: createHandler(env, { clients, metrics }) };
    watched.breakCall = () => {
      calls += 1;
      if (diesAtCalls.includes(calls)) process.dead = true;
      return process.dead ? 'refused' : undefined;
    };
    return process;
  }

  return {
    counts,
    deaths: () => deaths,
    createHandler(env: Parameters<typeof createHandler>[0]): GatewayHandler {
      let current = start(env);
      return async (event, context) => {
        const process = current;
        const result = await process.handler(event, context);
        if (!process.dead) return result;
        if (process === current) {
          deaths += 1;
          current = start(env);
        }
        throw new Error('the process died');
      };
    },
  };
}
