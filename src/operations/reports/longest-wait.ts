import { limits } from '../../contract/limits.ts';
import { queuesOf } from '../../domain/handoff.ts';
import type { DeskIndex } from '../../ports/desk-index.ts';
import type { Directory } from '../../ports/directory.ts';

/** What looking at the queues takes. */
export interface QueuePorts {
  readonly deskIndex: Pick<DeskIndex, 'list'>;
  readonly directory: Pick<Directory, 'findTenant'>;
  readonly nowMs: () => number;
}

/** How long those have waited who wait longest at this moment, by queue; 0 where nobody does. */
export async function longestWaits(
  ports: QueuePorts,
  tenantId: string,
): Promise<ReadonlyMap<string, number>> {
  const queues = queuesOf(await ports.directory.findTenant(tenantId));
  const waits = await Promise.all(
    queues.map(async (queue) => [queue, await longestIn(ports, tenantId, queue)] as const),
  );
  return new Map(waits);
}

/** Those at the top of a queue stand at an earlier time than they asked at, and may have asked later than others. */
async function longestIn({ deskIndex, nowMs }: QueuePorts, tenantId: string, name: string): Promise<number> {
  const now = nowMs();
  const first = (fromMs: number) => deskIndex.list(tenantId, { of: 'queue', name }, { fromMs, limit: 1 });
  const [top, others] = await Promise.all([first(0), first(now - limits.topOfQueueMs)]);
  const asked = [...top, ...others].map(({ atMs }) =>
    atMs < now - limits.topOfQueueMs ? atMs + limits.topOfQueueMs : atMs,
  );
  return asked.length === 0 ? 0 : Math.max(0, now - Math.min(...asked));
}
