#!/usr/bin/env node
// Starts the command line on the project's own Node, whatever Node `npx` was found with: that one runs TypeScript.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const node = join(dirname(require.resolve('node/package.json')), 'bin', 'node');
const program = join(import.meta.dirname, 'gateway.ts');
// What was compiled is kept, where Node keeps it by itself: a second command starts in half the time.
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env };
const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit', env });

// Ctrl-C reaches the child by itself; this process only waits for its end.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && child.kill(signal));
child.on('error', (error) => {
  console.error(`The project's Node can't be started (${error.message}): run npm ci in its folder.`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
