import { availableParallelism, cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs a start when its turn has come. @param count environments that its function has by then */
export type StartPace = (count: () => number, start: () => Promise<void>) => Promise<void>;

const stepMs = 250;
/** A busy machine lets a function have its nth environment after n times this, so that none starves. */
const patienceMs = 500;
/** Of the machine's time. */
const busyShare = 0.85;
/** Of this thread's time: all calls of environments end in it, so that more of them don't help a thread that is full. */
const fullShare = 0.7;

/**
 * Lets environments start as fast as this machine gains by them. Each has cores of its own on Lambda; here one more
 * helps while the others wait for something, and slows all of them down while they compute. So beyond the first few a
 * start waits until neither the machine nor this thread is busy, though not for ever.
 */
export function createStartPace(cores = availableParallelism()): StartPace {
  let free = cores;
  const queue: (() => void)[] = [];
  return async (count, start) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void queue.push(resolve));
    try {
      if (count() >= 2 * cores) await calm(count() * patienceMs);
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
    const loop = performance.eventLoopUtilization();
    await pause(stepMs, undefined, { ref: false });
    const after = machineTime();
    const allMs = after.allMs - before.allMs;
    const busy = 1 - (after.idleMs - before.idleMs) / allMs;
    if (allMs > 0 && busy < busyShare && performance.eventLoopUtilization(loop).utilization < fullShare)
      return;
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
