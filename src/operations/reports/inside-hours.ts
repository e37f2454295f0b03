import type { RunHandoff } from '../../contract/runs.ts';
import { openMs } from '../../domain/runs/open-ms.ts';
import type { Directory } from '../../ports/directory.ts';
import type { ToldRun } from '../../ports/runs.ts';

type Hours = Pick<Directory, 'findFlow' | 'findTenant'>;

/**
 * A run with how long each of its handoffs that were taken had waited while the step that asked was open. It is reckoned
 * when it is told, and kept: who is erased leaves no exact times.
 * @see handoff.md 6.4
 */
export async function withInsideHours(directory: Hours, told: ToldRun): Promise<ToldRun> {
  const { handoffs } = told.run;
  if (!handoffs?.some(({ takenAtMs }) => takenAtMs !== undefined)) return told;
  const reckoned = await Promise.all(handoffs.map((handoff) => withWait(directory, told, handoff)));
  return { ...told, run: { ...told.run, handoffs: reckoned } };
}

async function withWait(
  directory: Hours,
  { tenantId, conversationId }: ToldRun,
  handoff: RunHandoff,
): Promise<RunHandoff> {
  const { step: asked, requestedAtMs, takenAtMs } = handoff;
  // The last release did not note the step.
  if (asked === undefined || takenAtMs === undefined) return handoff;
  const { version } = asked;
  const flow = await directory.findFlow(tenantId, asked.id, { version, conversationId });
  // The versions of a flow that is deleted stay; of one that is gone all the same nobody knows the hours.
  if (!flow) return handoff;
  const step = flow.steps[asked.stepId];
  const hours = step?.kind === 'handoff' ? step.hours : undefined;
  if (!hours) return { ...handoff, insideMs: takenAtMs - requestedAtMs };
  const zone = (await directory.findTenant(tenantId))?.time_zone ?? 'UTC';
  return { ...handoff, insideMs: openMs(hours, zone, requestedAtMs, takenAtMs) };
}
