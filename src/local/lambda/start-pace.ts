import { availableParallelism, cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** An environment that is to be started. */
export interface PacedStart {
  /** Environments that its function has by then. */
  count(): number;
  /** Whether an event is still waiting for it. */
  isNeeded(): boolean;
  run(): Promise<void>;
}

/** Runs a start when its turn has come, if it is needed then. */
export type StartPace = (start: PacedStart) => Promise<void>;

const stepMs = 250;
/** A busy machine lets a function have its nth environment after n times this, so that none starves. */
const waitPerEnvironmentMs = 500;
/** The share of the machine's CPU time above which it counts as busy. */
const busyShare = 0.85;
/**
 * The share of this thread's time above which it counts as busy. All calls of environments go through it, so more
 * environments don't help a busy thread.
 */
const fullShare = 0.7;

/**
 * Starts environments as fast as this machine benefits. On Lambda each has its own cores. Here another one helps
 * while the others wait, and slows all of them while they compute. So beyond the first few, a start waits until
 * neither the machine nor this thread is busy, but not forever, and never before a function's first environment.
 * @param isBusy whether machine or thread are busy for a moment from now
 */
export function createStartPace(cores = availableParallelism(), isBusy = isBusyNow): StartPace {
  const inSlot = slots(cores);
  const inLine = slots(cores);
  const few = 2 * cores;
  /** @returns whether that was all there is to do */
  const tryNow = ({ count, isNeeded, run }: PacedStart, limit: number) =>
    inSlot(async () => {
      if (!isNeeded()) return true;
      if (count() >= limit) return false;
      await run();
      return true;
    });
  return async (start) => {
    if (await tryNow(start, few)) return;
    await inLine(async () => {
      const most = start.count() * (waitPerEnvironmentMs / stepMs);
      for (let look = 0; look < most && start.isNeeded() && (await isBusy()); look += 1);
      await tryNow(start, Number.POSITIVE_INFINITY);
    });
  };
}

/** Lets so many run side by side; the others wait, first come, first served. */
function slots(count: number) {
  let free = count;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function isBusyNow(): Promise<boolean> {
  const before = machineTime();
  const loop = performance.eventLoopUtilization();
  await pause(stepMs, undefined, { ref: false });
  const after = machineTime();
  const allMs = after.allMs - before.allMs;
  const busy = 1 - (after.idleMs - before.idleMs) / allMs;
  return allMs <= 0 || busy >= busyShare || performance.eventLoopUtilization(loop).utilization >= fullShare;
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
