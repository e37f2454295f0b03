import { availableParallelism, cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs a start when its turn has come. @param count environments that its function has */
export type StartPace = (count: number, start: () => Promise<void>) => Promise<void>;

const stepMs = 50;
/** A busy machine lets a function have its nth environment after n times this, so that none starves. */
const patienceMs = 100;
/** Of the machine's time. */
const busyShare = 0.85;

/**
 * Lets environments start as fast as this machine gains by them. Each has cores of its own on Lambda; here one more
 * helps while the others wait for something, and slows all of them down while they compute. So beyond the first few a
 * start waits until the machine is not busy, though not for ever.
 */
export function createStartPace(cores = availableParallelism()): StartPace {
  let free = cores;
  const queue: (() => void)[] = [];
  return async (count, start) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void queue.push(resolve));
    try {
      if (count >= 2 * cores) await calm(count * patienceMs);
      await start();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function calm(longestMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += stepMs) {
    const before = machineTime();
    await pause(stepMs, undefined, { ref: false });
    const after = machineTime();
    const allMs = after.allMs - before.allMs;
    if (allMs > 0 && 1 - (after.idleMs - before.idleMs) / allMs < busyShare) return;
  }
}

function machineTime() {
  let idleMs = 0;
  let allMs = 0;
  for (const { times } of cpus()) {
    idleMs += times.idle;
    allMs += Object.values(times).reduce((sum, ms) => sum + ms, 0);
  }
  return { idleMs, allMs };
}
