import { limits } from '../../contract/limits.ts';
import { type ReleasePorts, releaseWaiting } from '../delivery/release-waiting.ts';
import type { Gateway } from '../gateway.ts';

/** Releasing ends well before the function's time does. */
const releaseTimeMs = 45_000;

/**
 * One minute of the schedule: queues a task for each group of shards of due conversations, and releases the replies that have
 * waited for theirs.
 * @see design 5.5, docs/decisions/schedule.md
 */
export async function runSchedule(
  gateway: Pick<Gateway, 'backgroundJobs'> & ReleasePorts,
): Promise<{ readonly tasks: number }> {
  const shards = Array.from({ length: limits.scheduleShards }, (_, shard) => shard);
  const perTask = limits.scheduleShards / limits.scheduleTasks;
  const tasks = Array.from({ length: limits.scheduleTasks }, (_, n) => ({
    kind: 'look-after' as const,
    shards: shards.slice(n * perTask, (n + 1) * perTask),
  }));
  await gateway.backgroundJobs.enqueue(tasks);
  const released = await releaseWaiting(gateway, gateway.nowMs() + releaseTimeMs);
  gateway.log.info('the schedule has run', { tasks: tasks.length, released });
  return { tasks: tasks.length };
}
