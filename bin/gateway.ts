import { hasColors } from '../src/cli/colors.ts';
import { main } from '../src/cli/main.ts';

// The operator's command line; `npx gateway --help`.
process.exitCode = await main(process.argv.slice(2), {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  env: process.env,
  input: process.stdin,
  nowMs: Date.now,
  isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true,
  colors: { out: hasColors(process.stdout, process.env), err: hasColors(process.stderr, process.env) },
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve());
    }),
  // Loaded by the one command that needs it: it brings the whole stack.
  startPreview: async (options) => (await import('./start-preview.ts')).startPreview(options),
});
