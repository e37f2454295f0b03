import { queueRulesOf } from '../../contract/queues.ts';
import { type RunHandoff, type RunTask, runLimits } from '../../contract/runs.ts';
import { slotOf, slotsOf } from '../../domain/runs/cells.ts';
import { openMs } from '../../domain/runs/local-time.ts';
import type { SeenConversation } from '../../ports/contacts.ts';
import type { Directory } from '../../ports/directory.ts';
import type { CountedRun, RunStore } from '../../ports/runs.ts';

/** A run from an event. */
export interface ReportedRun extends CountedRun {
  /** The queue has delivered it before: the first process may have crashed. */
  readonly again: boolean;
  /** The flow failed, according to the event. */
  readonly failed: boolean;
}

/** What storing runs uses. */
export interface TakePorts {
  readonly runs: RunStore;
  readonly directory: Pick<Directory, 'findFlow' | 'findTenant'>;
  readonly tasks: { enqueue(tasks: readonly RunTask[], delayS: number): Promise<void> };
  readonly nowMs: () => number;
}

/**
 * Stores the runs of a batch of events, only the latest state of each. Changed hours are marked afterwards, once
 * per batch, and even if nothing was written, since that may have happened before a crash. Hours with failed turns
 * are counted within a minute for gradual rollouts.
 * @returns conversations whose visitor was seen, each once; at most once per run and hour
 * @see handoff.md 6.1, 6.3
 */
export async function takeRuns(
  ports: TakePorts,
  heard: readonly ReportedRun[],
): Promise<readonly SeenConversation[]> {
  const same = Map.groupBy(heard, ({ tenantId, conversationId, run }) =>
    [tenantId, conversationId, run.id].join('#'),
  );
  const taken = await Promise.all([...same.values()].map((of) => takeOne(ports, of)));
  const byTenant = Map.groupBy(
    taken.flatMap(({ marks }) => marks),
    ({ tenantId }) => tenantId,
  );
  await Promise.all(
    [...byTenant].map(([tenantId, slots]) =>
      ports.runs.mark(tenantId, [...new Set(slots.map(({ slotMs }) => slotMs))]),
    ),
  );
  await countSoon(
    ports,
    heard.filter(({ failed }) => failed),
  );
  const seen = taken.flatMap((one) => one.seen);
  return [...new Map(seen.map((one) => [`${one.tenantId}#${one.conversationId}`, one])).values()];
}

const hourMs = 60 * 60_000;

/** Has the hours of failed runs counted at the end of the present span of time: once a span, however many fail. */
async function countSoon({ runs, tasks, nowMs }: TakePorts, failed: readonly ReportedRun[]): Promise<void> {
  const { promptCountMs, indexLagMs } = runLimits;
  const spanStartMs = Math.floor(nowMs() / promptCountMs) * promptCountMs;
  const hours = new Map(
    failed.map(({ tenantId, run: { startedAtMs } }) => [
      `${tenantId}#${Math.floor(startedAtMs / hourMs)}`,
      { tenantId, slotMs: slotOf(startedAtMs) },
    ]),
  );
  const claimed = await Promise.all(
    [...hours.values()].map(async (hour) =>
      (await runs.claimCount(hour.tenantId, Math.floor(hour.slotMs / hourMs) * hourMs, spanStartMs))
        ? [{ kind: 'roll-up' as const, ...hour }]
        : [],
    ),
  );
  const delayS = Math.ceil((spanStartMs + promptCountMs + indexLagMs - nowMs()) / 1000);
  await tasks.enqueue(claimed.flat(), delayS);
}

async function takeOne({ runs, directory }: TakePorts, same: readonly ReportedRun[]) {
  const reported = same.reduce((latest, one) => (one.run.v > latest.run.v ? one : latest));
  const { tenantId, conversationId, channel, run } = reported;
  const { isNew, isSighting } = await runs.merge(await withInsideHours(directory, reported));
  const isAgain = same.some(({ again }) => again);
  const isCounted = isNew || isAgain;
  const others = isCounted ? await noteRecontacts(runs, reported) : [];
  const previous = run.previous === undefined ? [] : [{ tenantId, conversationId, runId: run.previous }];
  const before = isCounted
    ? await Promise.all(previous.map((name) => runs.noteRecontact(name, run.startedAtMs)))
    : [];
  const slots = [...slotsOf(run), ...[...others, ...before].filter((at) => at !== null).map(slotOf)];
  return {
    marks: slots.map((slotMs) => ({ tenantId, slotMs })),
    seen: isSighting || isAgain ? [{ tenantId, conversationId, channel }] : [],
  };
}

type Hours = Pick<Directory, 'findFlow' | 'findTenant'>;

/**
 * Adds to a run how long each assigned handoff had waited within the business hours of its queue. It is computed on
 * arrival and stored, since an erased visitor's copy has no exact times.
 * @see handoff.md 6.4
 */
export async function withInsideHours(directory: Hours, counted: CountedRun): Promise<CountedRun> {
  const { handoffs } = counted.run;
  if (!handoffs?.some(({ takenAtMs }) => takenAtMs !== undefined)) return counted;
  const reckoned = await Promise.all(handoffs.map((handoff) => withWait(directory, counted, handoff)));
  return { ...counted, run: { ...counted.run, handoffs: reckoned } };
}

async function withWait(
  directory: Hours,
  { tenantId, conversationId }: CountedRun,
  handoff: RunHandoff,
): Promise<RunHandoff> {
  const { step: asked, requestedAtMs, takenAtMs } = handoff;
  // The last release did not note the step.
  if (asked === undefined || takenAtMs === undefined) return handoff;
  const { version } = asked;
  const tenant = await directory.findTenant(tenantId);
  const flow = await directory.findFlow(tenantId, asked.id, { version, conversationId });
  // Versions of a deleted flow stay; if one is missing, its hours are unknown.
  if (!flow) return handoff;
  const step = flow.steps[asked.stepId];
  const own = step?.kind === 'handoff' ? step.hours : undefined;
  const hours = own ?? queueRulesOf(tenant, handoff.queue).hours;
  if (!hours) return { ...handoff, insideMs: takenAtMs - requestedAtMs };
  const zone = tenant?.time_zone ?? 'UTC';
  return { ...handoff, insideMs: openMs(hours, zone, requestedAtMs, takenAtMs) };
}

/**
 * Records that a user returned in another conversation, before or after.
 * @returns starts of the runs that must be counted again
 */
async function noteRecontacts(runs: RunStore, reported: CountedRun): Promise<readonly (number | null)[]> {
  const { tenantId, conversationId, run } = reported;
  const own = { tenantId, conversationId, runId: run.id };
  const neighbours = await runs.neighbours(reported);
  return Promise.all(
    neighbours.map(({ name, startedAtMs }) =>
      startedAtMs < run.startedAtMs || (startedAtMs === run.startedAtMs && name.runId < run.id)
        ? runs.noteRecontact(name, run.startedAtMs)
        : runs.noteRecontact(own, startedAtMs),
    ),
  );
}
