import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startFile } from '../../lib/bundles.ts';
import { startTestStack } from '../../test/support/start-stack.ts';
import type { Checkout } from '../checkout.ts';
import { median } from '../interleave.ts';
import type { Row } from '../row.ts';
import { webChatBundle } from '../web-chat-bundle.ts';

const rounds = 20;
const script = join(import.meta.dirname, '../first-turn.ts');

interface Found {
  readonly startMs: number;
  readonly firstMs: number;
  readonly secondMs: number;
}

/** What Lambda loads of a bundle: its start, where a commit has one. */
function entryOf(checkout: Checkout, folder: string): string {
  const { file } = webChatBundle(checkout, folder);
  const start = join(dirname(file), startFile);
  return existsSync(start) ? start : file;
}

async function freshProcess(file: string, env: NodeJS.ProcessEnv): Promise<Found> {
  const child = fork(script, [file], { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a fresh process has ended with ${code}`);
  });
  const [found] = await Promise.race([once(child, 'message'), ended]);
  await ended.catch(() => undefined);
  return found;
}

/** Processor time of a fresh process of web chat: its start, and the first message beside the second. @see docs/decisions/bundles.md */
export async function firstTurnRows(now: Checkout, before: Checkout | null): Promise<readonly Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'bench-first-'));
  const stack = await startTestStack({ background: false });
  try {
    const ours = entryOf(now, join(root, 'now'));
    const was = before && entryOf(before, join(root, 'before'));
    const seen: { readonly ours: Found[]; readonly was: Found[] } = { ours: [], was: [] };
    for (let round = -1; round < rounds; round += 1) {
      const found = await freshProcess(ours, stack.env);
      const earlier = was && (await freshProcess(was, stack.env));
      if (round < 0) continue;
      seen.ours.push(found);
      if (earlier) seen.was.push(earlier);
    }
    const of = (name: keyof Found, all: readonly Found[] = seen.ours) => median(all.map((one) => one[name]));
    const beforeOf = (name: keyof Found) => was && { before: of(name, seen.was) };
    return [
      {
        name: 'start of a fresh process',
        unit: 'ms',
        kind: 'measured',
        ours: of('startMs'),
        ...beforeOf('startMs'),
      },
      {
        name: 'first turn of a fresh process',
        unit: 'ms',
        kind: 'measured',
        ...{ floor: of('secondMs'), floorIs: 'its second turn' },
        ours: of('firstMs'),
        ...beforeOf('firstMs'),
      },
    ];
  } finally {
    await stack.stop();
    rmSync(root, { recursive: true });
  }
}
