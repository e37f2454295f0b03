import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkout } from '../checkout.ts';
import { median } from '../interleave.ts';
import type { Row } from '../row.ts';
import { floorBundle, webChatBundle } from '../web-chat-bundle.ts';

const rounds = 21;
const floorIs = 'bench/floor.ts: the same packages, clients and calls in 120 lines';
const settings = {
  ...{ TABLE_PREFIX: 'bench-', AWS_REGION: 'local' },
  ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
};
/** Milliseconds of processor time that a fresh Node takes to load a file, above what it takes to start. */
function loadMs(file: string, cwd: string): number {
  const script = `const a=process.cpuUsage();require(${JSON.stringify(file)});const b=process.cpuUsage(a);console.log((b.user+b.system)/1000)`;
  return Number(
    execFileSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      cwd,
      env: settings,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
}

/** The bundle of the functions that visitors wait for: how large it is, and what loading it takes. */
export async function bundleRows(now: Checkout, before: Checkout | null): Promise<readonly Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'bench-bundles-'));
  try {
    const floor = await floorBundle(join(root, 'floor'));
    const ours = webChatBundle(now, join(root, 'now'));
    const was = before && webChatBundle(before, join(root, 'before'));
    const files = { floor: floor.file, ours: ours.file, ...(was && { before: was.file }) };
    const seen = new Map(Object.keys(files).map((name) => [name, [] as number[]]));
    for (let round = -2; round < rounds; round += 1)
      for (const [name, file] of Object.entries(files)) {
        const ms = loadMs(file, root);
        if (round >= 0) seen.get(name)?.push(ms);
      }
    const ms = (name: string) => median(seen.get(name) ?? []);
    return [
      {
        name: 'bundle of web chat',
        unit: 'KB',
        kind: 'counted',
        ...{ floor: floor.bytes / 1_024, floorIs },
        ours: ours.bytes / 1_024,
        ...(was && { before: was.bytes / 1_024 }),
        budget: { most: 600, of: 'unit' },
      },
      {
        name: 'bundle of web chat, loaded by a fresh Node',
        unit: 'ms',
        kind: 'measured',
        ...{ floor: ms('floor'), floorIs },
        ours: ms('ours'),
        ...(was && { before: ms('before') }),
        budget: { most: 1.25, of: 'floor' },
      },
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}
