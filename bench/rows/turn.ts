import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type * as Stacks from '../../test/support/start-stack.ts';
import { type Checkout, today } from '../checkout.ts';
import { takeTurns } from '../interleave.ts';
import type { Row } from '../row.ts';
import { webChatBundle } from '../web-chat-bundle.ts';

const turnsARound = 20;
const rounds = 12;

/** A thread that measures turns, or bare calls, against a stack of its own. */
async function startEnvironment(checkout: Checkout, what: 'turns' | 'calls') {
  const { root, load } = checkout;
  const folder = mkdtempSync(join(tmpdir(), 'bench-turns-'));
  const { file } = webChatBundle(checkout, folder);
  const { startTestStack } = await load<typeof Stacks>('test/support/start-stack.ts');
  const stack = await startTestStack({ background: false });
  const worker = new Worker(new URL('../turn-worker.ts', import.meta.url), {
    workerData: { root, file, env: { ...stack.env }, what },
    env: { ...process.env, ...stack.env },
  });
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
      await stack.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Processor time of a plain turn, whatever AWS takes to answer; most of it is the SDK's. @see design 5.2 */
export async function turnRow(now: Checkout, before: Checkout | null): Promise<Row> {
  const environments: Awaited<ReturnType<typeof startEnvironment>>[] = [];
  const start = async (...which: Parameters<typeof startEnvironment>) => {
    const environment = await startEnvironment(...which);
    environments.push(environment);
    return environment.measure;
  };
  try {
    const floor = await start(today, 'calls');
    const ours = await start(now, 'turns');
    const found = await takeTurns(
      { floor, ours, ...(before && { before: await start(before, 'turns') }) },
      rounds,
    );
    return {
      name: 'plain turn, processor time',
      unit: 'ms',
      kind: 'measured',
      ...(found.floor !== undefined && { floor: found.floor }),
      floorIs: 'its six calls to AWS by the SDK alone',
      ours: found.ours ?? Number.NaN,
      ...(found.before !== undefined && { before: found.before }),
    };
  } finally {
    await Promise.all(environments.map((each) => each.stop()));
  }
}
