import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import type * as Stacks from '../../test/support/start-stack.ts';
import { type Checkout, today } from '../checkout.ts';
import { callFor } from '../direct-network.ts';
import { takeTurns } from '../interleave.ts';
import type { Row } from '../row.ts';
import { floorBundle, webChatBundle } from '../web-chat-bundle.ts';

const turnsARound = 20;
const rounds = 12;
const written = { POWERTOOLS_LOG_LEVEL: 'INFO', POWERTOOLS_METRICS_DISABLED: 'false' };

/** Whether the thread that is measured reaches AWS over sockets, or another one calls it instead. */
type Network = 'sockets' | 'direct';

/** A thread that measures turns, or the floor's calls, against a stack of its own. */
async function startEnvironment(checkout: Checkout, what: 'gateway' | 'floor', network: Network) {
  const { root, load } = checkout;
  const folder = mkdtempSync(join(tmpdir(), 'bench-turns-'));
  const { file } = what === 'floor' ? await floorBundle(folder) : webChatBundle(checkout, folder);
  const { startTestStack } = await load<typeof Stacks>('test/support/start-stack.ts');
  const stack = await startTestStack({ background: false });
  const { port1, port2 } = new MessageChannel();
  callFor(port1);
  // Lines of the log are a part of a turn, and go nowhere.
  const worker = new Worker(new URL('../turn-worker.ts', import.meta.url), {
    workerData: { root, file, ...(network === 'direct' && { port: port2 }) },
    transferList: network === 'direct' ? [port2] : [],
    stdout: true,
    env: { ...process.env, ...stack.env, ...written },
  });
  worker.stdout.resume();
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // Told by whoever waits at the time.
  failed.catch(() => undefined);
  await Promise.race([once(worker, 'message'), failed]);
  return {
    async measure(): Promise<number> {
      worker.postMessage(turnsARound);
      const [us] = await Promise.race([once(worker, 'message'), failed]);
      return Number(us) / 1_000;
    },
    async stop(): Promise<void> {
      await worker.terminate();
      port1.close();
      await stack.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function measure(
  now: Checkout,
  before: Checkout | null,
  network: Network,
): Promise<Pick<Row, 'floor' | 'ours' | 'before'>> {
  const environments: Awaited<ReturnType<typeof startEnvironment>>[] = [];
  const start = async (checkout: Checkout, what: 'gateway' | 'floor') => {
    const environment = await startEnvironment(checkout, what, network);
    environments.push(environment);
    return environment.measure;
  };
  try {
    const floor = await start(today, 'floor');
    const ours = await start(now, 'gateway');
    const found = await takeTurns(
      { floor, ours, ...(before && { before: await start(before, 'gateway') }) },
      rounds,
    );
    return {
      ...(found.floor !== undefined && { floor: found.floor }),
      ours: found.ours ?? Number.NaN,
      ...(found.before !== undefined && { before: found.before }),
    };
  } finally {
    await Promise.all(environments.map((each) => each.stop()));
  }
}

const common = {
  unit: 'ms',
  kind: 'measured',
  floorIs: 'bench/floor.ts: the same calls in 120 lines',
} as const;
/** What a turn may take of the floor's time, and of that of the last commit that called AWS without the SDK's clients. */
const ofFloor = { most: 1.5, of: 'floor' } as const;
const ofBefore = { commit: 'db5b08f', most: 3, of: 'before' } as const;

/**
 * Processor time of a plain turn, its line of the log included, whatever AWS takes to answer: without what it takes to reach AWS,
 * as its budget means it, and over sockets.
 * @see design 5.2, docs/performance.md
 */
export async function turnRows(now: Checkout, before: Checkout | null): Promise<readonly Row[]> {
  const direct = await measure(now, before, 'direct');
  const { commit, ...part } = ofBefore;
  return [
    { name: 'plain turn, AWS at zero latency', ...common, ...direct, budget: ofFloor },
    ...(before?.commit?.startsWith(commit)
      ? [{ name: 'the same beside the JSON client', ...common, ...direct, budget: part }]
      : []),
    { name: 'plain turn, with sockets to AWS', ...common, ...(await measure(now, before, 'sockets')) },
  ];
}
