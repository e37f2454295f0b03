#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../bin/bundle-functions.ts';
import { bundleFile, bundleFolder } from '../lib/bundles.ts';

/** Measures how long a fresh Node takes to load each function's bundle, as Lambda's init phase does. */

const runs = 15;

function loadMs(file: string, cwd: string): number {
  const script = `const start = performance.now(); require(${JSON.stringify(file)}); console.log(performance.now() - start)`;
  return Number(
    execFileSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      cwd,
      env: { TABLE_PREFIX: 'bench-' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
}

const root = mkdtempSync(join(tmpdir(), 'cold-start-'));
try {
  for (const { name, bytes } of await bundleFunctions(root)) {
    const file = join(bundleFolder(name, root), bundleFile);
    const sorted = Array.from({ length: runs }, () => loadMs(file, root)).sort((a, b) => a - b);
    const [best = 0, median = 0] = [sorted[0], sorted[Math.floor(runs / 2)]];
    console.log(
      `${name}: ${(bytes / 1024).toFixed(0)} KiB, loads in ${median.toFixed(1)} ms (best ${best.toFixed(1)})`,
    );
  }
} finally {
  rmSync(root, { recursive: true });
}
