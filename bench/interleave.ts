/** Something to be timed: does its work so many times. */
export type Work = (times: number) => void | Promise<void>;

const batchMs = 40;

/**
 * Microseconds of processor time for each, the work of all taken in turn in every round, so that a machine that slows down
 * slows all of them down: the median over the rounds, after as many to warm up.
 */
export async function interleave(
  works: Readonly<Record<string, Work | undefined>>,
  rounds = 15,
): Promise<Readonly<Record<string, number>>> {
  const measures: Record<string, () => Promise<number>> = {};
  for (const [name, work] of Object.entries(works)) {
    if (!work) continue;
    const times = await timesIn(work, batchMs);
    measures[name] = async () => (await cpuUs(() => work(times))) / times;
  }
  return takeTurns(measures, rounds);
}

/** The median of each measure over the rounds, all of them taken in turn in every round, after as many to warm up. */
export async function takeTurns(
  measures: Readonly<Record<string, (() => Promise<number>) | undefined>>,
  rounds: number,
): Promise<Readonly<Record<string, number>>> {
  const seen: Record<string, number[]> = {};
  for (let round = -rounds; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(measures)) {
      if (!measure) continue;
      const found = await measure();
      if (round >= 0) seen[name] = [...(seen[name] ?? []), found];
    }
  }
  return Object.fromEntries(Object.entries(seen).map(([name, values]) => [name, median(values)]));
}

/** How often the work fits into a time: from one on, doubled. */
async function timesIn(work: Work, ms: number): Promise<number> {
  for (let times = 1; ; times *= 2) {
    if ((await cpuUs(() => work(times))) >= ms * 1_000) return times;
  }
}

async function cpuUs(work: () => void | Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
