import { hasColors, type Io } from '../src/cli/io.ts';

/** The parts of this process for the command line; the rest depends on the installation. */
export function gatewayTerminal(place: Pick<Io, 'startPreview' | 'templatesFolder' | 'schemasFolder'>): Io {
  endWithReader();
  return {
    ...place,
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
  };
}

/** The reader of the output may have closed it, as `head` does. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
