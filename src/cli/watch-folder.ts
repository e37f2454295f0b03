import { watch } from 'node:fs';

const quietMs = 100;

interface Watch {
  /** Resolves when nothing is being done. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Calls `look` at once, and whenever files of a folder have changed and then been left alone for a moment; never twice
 * at a time.
 * @throws Error when the folder can't be watched
 */
export function watchFolder(folder: string, look: () => Promise<void>): Watch {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(look);
  };
  const watcher = watch(folder, (_event, name) => {
    if (name !== null && !name.endsWith('.json')) return;
    clearTimeout(timer);
    timer = setTimeout(run, quietMs);
  });
  // The folder is gone: what was read last goes on being served.
  watcher.on('error', () => watcher.close());
  run();
  return {
    idle: () => running,
    async stop() {
      watcher.close();
      clearTimeout(timer);
      await running;
    },
  };
}
