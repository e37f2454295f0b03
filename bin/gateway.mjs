#!/usr/bin/env node
// Starts the command line on the project's own Node, whatever Node `npx` was found with: that one runs TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const folder = dirname(import.meta.dirname);
const node = projectNode();
const program = join(import.meta.dirname, 'gateway.ts');
// What was compiled is kept, where Node keeps it by itself: a second command starts in half the time.
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env };
const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit', env });

// Ctrl-C reaches the child by itself; this process only waits for its end.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && child.kill(signal));
child.on('error', ({ code }) =>
  stop(`The project's Node can't run on this machine (${code} of ${node}).
If node_modules was copied from another system, run this in ${folder}:
  npm ci`),
);
child.on('exit', (code) => process.exit(code ?? 1));

function projectNode() {
  let manifest;
  try {
    manifest = createRequire(import.meta.url).resolve('node/package.json');
  } catch {
    stop(`The project's packages are not installed. Run this in ${folder}:
  npm ci`);
  }
  const file = join(dirname(manifest), 'bin', 'node');
  if (!existsSync(file))
    stop(`The project's Node is missing, because npm was told to run no install scripts (ignore-scripts).
Run this in ${folder}:
  npm rebuild node --ignore-scripts=false`);
  return file;
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
