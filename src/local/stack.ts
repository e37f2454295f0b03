import { choreQueueName, runsQueueName } from '../aws/create-queues.ts';
import { limits } from '../contract/limits.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { startScheduler } from './aws/scheduler.ts';
import type { HostedUi } from './hosted-ui/start-hosted-ui.ts';
import type { Report } from './lambda/functions.ts';
import { startQueuePoller } from './lambda/queue-poller.ts';
import { consumedQueues, drainQueues } from './lambda/queues.ts';
import type { StackOptions } from './stack-options.ts';
import { type Backends, startBackends } from './start-backends.ts';
import { startFronts } from './start-fronts.ts';
import { type StartedParts, startedParts } from './started-parts.ts';

export interface Stack extends Pick<Backends, 'bus' | 'clients' | 'queues' | 'orders' | 'userPool'> {
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hostedUi: HostedUi;
  readonly tenants: readonly TenantFolder[];
  /** Runs the schedule once. */
  tick(): Promise<void>;
  /** Counts once what reports show of runs. */
  countRuns(): Promise<void>;
  /** Runs once what keeps the index of users in line with the pool. */
  syncUsers(): Promise<void>;
  /** Processes the queues until nothing can be received. */
  drain(): Promise<void>;
  /** Finishes what is being processed, and stops everything. */
  stop(): Promise<void>;
}

/**
 * Starts everything on 127.0.0.1, real wire protocols in between.
 * @throws whatever a part of it throws, after all that had started has been stopped
 * @see design 8
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const parts = startedParts();
  try {
    return await startParts(options, parts);
  } catch (error) {
    await parts.stop().catch(() => undefined);
    throw error;
  }
}

async function startParts(options: StackOptions, parts: StartedParts): Promise<Stack> {
  const { background, report = reportToConsole } = options;
  const backends = await startBackends(options, parts);
  const { clients, env } = backends;
  const { invoke } = parts.keep(options.functions(env, report, backends.hear));
  const consumed = consumedQueues(clients, env, invoke, backends.isEmpty);
  const tick = async () => {
    const chores = consumed.filter(({ name }) => name === choreQueueName);
    // What has been published is marked before the schedule looks for what has not.
    await drainQueues(chores);
    await invoke('schedule', { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
    await drainQueues(chores);
    await invoke('files', { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
  };
  const countRuns = async () => {
    const runs = consumed.filter(({ name }) => name === runsQueueName);
    await drainQueues(runs);
    await invoke('runs', { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
    await drainQueues(runs);
  };
  const syncUsers = async () => {
    // Cognito's endpoint is somebody else's, and the pool is not said.
    const { USER_POOL_ID }: Readonly<Record<string, string | undefined>> = env;
    if (!USER_POOL_ID) return;
    await invoke('user-sync', { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} });
  };
  const fronts = await startFronts({ ...options, report }, { ...backends, invoke }, parts);
  if (background) {
    for (const queue of consumed)
      for (let n = 0; n < (queue.pollers ?? 1); n += 1) parts.keep(startQueuePoller(queue, report));
    parts.keep(startScheduler(tick, limits.scheduleIntervalMs));
    parts.keep(startScheduler(countRuns, limits.scheduleIntervalMs));
    parts.keep(startScheduler(syncUsers, limits.userSyncLookMs));
  }
  return {
    ...backends,
    ...fronts,
    tick,
    countRuns,
    syncUsers,
    async drain() {
      await backends.files.settled();
      await drainQueues(consumed);
    },
    stop: () => parts.stop(),
  };
}

const reportToConsole: Report = (message, error) => {
  console.error(`${message}: ${error instanceof Error ? error.stack : String(error)}`);
};
