import { createHash } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { runLimits } from '../contract/run-limits.ts';
import type { Mark } from '../ports/runs.ts';

/** Partition of one of them. */
export const markPk = (shard: number) => `dirty#${shard}`;

/** Key of the mark of a tenant's quarter of an hour. */
export function markKey(tenantId: string, slotMs: number) {
  const sk = `${tenantId}#${new Date(slotMs).toISOString()}`;
  const shard = (createHash('sha256').update(sk).digest()[0] ?? 0) % runLimits.markShards;
  return marshall({ pk: markPk(shard), sk });
}

/** A stored mark. */
export function markOf({ sk, n, markedAt }: Record<string, unknown>): Mark {
  const [tenantId = '', slot = ''] = String(sk).split('#');
  return { tenantId, slotMs: Date.parse(slot), count: Number(n), atMs: Number(markedAt) };
}
