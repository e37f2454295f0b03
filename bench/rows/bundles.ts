import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkout } from '../checkout.ts';
import { median } from '../interleave.ts';
import type { Row } from '../row.ts';
import { webChatBundle } from '../web-chat-bundle.ts';

const rounds = 21;
const settings = { TABLE_PREFIX: 'bench-', AWS_REGION: 'local' };
/** What is left where a function does nothing. */
const empty = '"use strict";exports.handler=async()=>({statusCode:200});';

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
    const emptyFile = join(root, 'empty.cjs');
    writeFileSync(emptyFile, empty);
    const ours = webChatBundle(now, join(root, 'now'));
    const was = before && webChatBundle(before, join(root, 'before'));
    const files = { floor: emptyFile, ours: ours.file, ...(was && { before: was.file }) };
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
        ...{ floor: empty.length / 1_024, floorIs: 'a function that answers 200' },
        ours: ours.bytes / 1_024,
        ...(was && { before: was.bytes / 1_024 }),
        budget: { most: 600, of: 'unit' },
      },
      {
        name: 'bundle of web chat, loaded by a fresh Node',
        unit: 'ms',
        kind: 'measured',
        ...{ floor: ms('floor'), floorIs: 'a function that answers 200' },
        ours: ms('ours'),
        ...(was && { before: ms('before') }),
      },
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}
