import { limits } from '../../src/contract/limits.ts';
import type { GatewayReplacements } from '../../src/lambda/compose.ts';
import { composeGateway } from '../../src/lambda/compose.ts';
import { runDueShards } from '../../src/operations/schedule/run-due-shards.ts';

/** All of the schedule's tasks of a minute, by a process of its own. */
export function lookAfterAll(
  env: Readonly<Record<string, string | undefined>>,
  replace: GatewayReplacements,
  forMs: number = limits.scheduleTaskMs,
) {
  const shards = Array.from({ length: limits.scheduleShards }, (_, shard) => shard);
  return runDueShards(composeGateway(env, replace), shards, forMs);
}
