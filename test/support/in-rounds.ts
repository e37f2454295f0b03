import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';

type Handler = Pick<NodeHttpHandler, 'handle' | 'destroy'>;
type Request = Parameters<NodeHttpHandler['handle']>[0];
type Options = Parameters<NodeHttpHandler['handle']>[1];
type Answer = Awaited<ReturnType<NodeHttpHandler['handle']>>;

interface Waiting {
  readonly operation: string;
  readonly call: () => Promise<Answer>;
  readonly resolve: (answer: Answer | Promise<never>) => void;
}

/** A request handler for SDK clients that makes calls in rounds, so that what follows what can be counted. */
export interface Rounds {
  readonly requestHandler: Handler;
  /** The operations of each round. */
  readonly rounds: string[][];
}

/** So often the event loop turns without a call before nothing but calls is waited for. */
const calmTurns = 4;

/**
 * Holds every call until the code waits for nothing else, then makes all of them, and answers when all are answered: the
 * number of rounds is the longest chain of calls, whatever the machine.
 * @param latencyMs how long each round takes at least
 */
export function inRounds(latencyMs = 0): Rounds {
  const inner = new NodeHttpHandler();
  const rounds: string[][] = [];
  const waiting: Waiting[] = [];
  let isRunning = false;
  async function run(): Promise<void> {
    isRunning = true;
    for (;;) {
      for (let seen = -1, turns = 0; turns < calmTurns; turns += 1) {
        if (waiting.length !== seen) turns = 0;
        seen = waiting.length;
        await new Promise((resolve) => setImmediate(resolve));
      }
      const round = waiting.splice(0);
      if (round.length === 0) break;
      rounds.push(round.map(({ operation }) => operation));
      const latency = new Promise((resolve) => setTimeout(resolve, latencyMs));
      const answers = await Promise.allSettled(round.map(({ call }) => call()));
      await latency;
      for (const [n, answer] of answers.entries())
        round[n]?.resolve(answer.status === 'fulfilled' ? answer.value : Promise.reject(answer.reason));
    }
    isRunning = false;
  }
  return {
    rounds,
    requestHandler: {
      destroy: () => inner.destroy(),
      handle(request, options) {
        const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
        return new Promise((resolve) => {
          waiting.push({ operation, call: () => whole(inner, request, options), resolve });
          if (!isRunning) void run();
        });
      },
    },
  };
}

/** The answer with its body read to the end. */
async function whole(inner: NodeHttpHandler, request: Request, options: Options): Promise<Answer> {
  const result = await inner.handle(request, options);
  const chunks: Buffer[] = [];
  for await (const chunk of result.response.body) chunks.push(chunk);
  result.response.body = Readable.from([Buffer.concat(chunks)]);
  return result;
}
