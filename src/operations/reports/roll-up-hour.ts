import { limits } from '../../contract/limits.ts';
import type { RunFlow } from '../../contract/runs.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { type Cell, mergeCells } from '../../domain/runs/cells.ts';
import { countHandoff } from '../../domain/runs/count-handoff.ts';
import { type CountedFlow, countRun } from '../../domain/runs/count-run.ts';
import { addDays, dayStart, hourOf, hourStartingAt, type LocalHour } from '../../domain/runs/local-time.ts';
import { namesOfReached } from '../../domain/runs/reached-steps.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { KeptHandoff, KeptRun, RunCounts } from '../../ports/runs.ts';

/** What counting runs takes. */
export interface CountPorts {
  readonly counts: RunCounts;
  readonly directory: Pick<Directory, 'findTenant' | 'findFlow'>;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly log: Log;
  readonly nowMs: () => number;
}

const dayMs = 24 * 60 * 60_000;
/** What indexes tell is as old as this at most: a mark that was set since may be of what was not seen. */
export const quietMs = 60_000;

/**
 * Counts all runs of one hour of a tenant anew, then its day; marks are taken away last, and only where they are older than
 * what indexes may not show yet, and unchanged. Dying anywhere leaves them.
 * @param slotMs any quarter of the hour
 * @returns whether what was stored said something else, though nothing was marked, and the flows that runs began in
 * @see handoff.md 6.3
 */
export async function rollUpHour(
  ports: CountPorts,
  { tenantId, slotMs }: { readonly tenantId: string; readonly slotMs: number },
): Promise<{ readonly wasWrong: boolean; readonly flows: readonly string[] }> {
  const { counts, directory, nowMs } = ports;
  const tenant = await directory.findTenant(tenantId);
  const zone = tenant?.time_zone ?? 'UTC';
  const hour = hourOf(zone, slotMs);
  const marks = await counts.marksOf(tenantId, hour.slots);
  const readStartedAtMs = nowMs();
  let flows: readonly string[] = [];
  const keptDays = tenant?.retention_days ?? limits.logRetentionDays;
  if (tenant && !isFrozen(hour, keptDays, readStartedAtMs)) {
    await followZone(counts, tenantId, zone, { keptDays, nowMs: readStartedAtMs });
    const cells = await countHour(ports, tenantId, hour);
    flows = [...new Set(cells.map(({ of }) => of.flow))];
    const before = await storedHour(counts, tenantId, hour);
    if (before || cells.length > 0) {
      await counts.putHour(tenantId, hour.startMs, { cells, readStartedAtMs });
      await putDay(counts, tenantId, zone, hour.date, readStartedAtMs);
    }
    const isSame = JSON.stringify(before ?? []) === JSON.stringify(cells);
    // What came while it was counted has been marked.
    if (!isSame && [...marks, ...(await counts.marksOf(tenantId, hour.slots))].length === 0)
      return { wasWrong: true, flows };
  }
  const isQuiet = ({ atMs }: (typeof marks)[number]) => atMs <= readStartedAtMs - quietMs;
  await Promise.all(marks.filter(isQuiet).map((mark) => counts.clear(mark)));
  return { wasWrong: false, flows };
}

/** Its runs are deleted within a day: counting what is left of them would take from what was. */
function isFrozen({ startMs }: LocalHour, keptDays: number, nowMs: number): boolean {
  return startMs < nowMs - (keptDays + limits.conversationGraceDays - 1) * dayMs;
}

async function storedHour(counts: RunCounts, tenantId: string, { startMs }: LocalHour) {
  return (await counts.hours(tenantId, startMs, startMs + 1)).get(startMs)?.cells;
}

async function countHour(ports: CountPorts, tenantId: string, hour: LocalHour): Promise<readonly Cell[]> {
  const seen = new Set<string>();
  const isFirst = (id: string) => !seen.has(id) && seen.add(id);
  let cells: readonly Cell[] = [];
  for await (const { runs, handoffs } of ports.counts.inSlots(tenantId, hour.slots)) {
    // While somebody is erased a run may be met twice, as itself and as its copy.
    const fresh = runs.filter(({ run }) => isFirst(run.id));
    const asked = handoffs.filter(({ runId, handoff }) => isFirst(`${runId}#${handoff.id}`));
    cells = mergeCells([
      ...cells,
      ...(await Promise.all(fresh.map((run) => cellOf(ports, run)))),
      ...asked.map((one: KeptHandoff) => countHandoff(one)),
    ]);
  }
  return cells;
}

async function cellOf({ directory }: CountPorts, kept: KeptRun): Promise<Cell> {
  const flows = await Promise.all(kept.run.flows.map((flow) => namedFlow(directory, kept, flow)));
  return countRun(kept, flows);
}

async function namedFlow(
  directory: CountPorts['directory'],
  { tenantId, conversationId }: Pick<KeptRun, 'tenantId' | 'conversationId'>,
  reached: RunFlow,
): Promise<CountedFlow> {
  const { id, version } = reached;
  const flow = await directory.findFlow(tenantId, id, { version, conversationId });
  // A flow that is deleted has no funnel any more; its runs are counted all the same.
  if (!flow) return { id, version, reached: [], asked: [] };
  const names = namesOfReached(flow, reached);
  const asked = names.flatMap((name) => {
    const step = flow.steps[name];
    return step?.kind === 'question' && step.measures ? [step.measures] : [];
  });
  return { id, version, reached: names, asked };
}

const dayAttempts = 20;

/** A day is what its hours are; whoever has written another hour meanwhile has it made again. */
async function putDay(counts: RunCounts, tenantId: string, zone: string, date: string, nowMs: number) {
  for (let attempt = 0; attempt < dayAttempts; attempt += 1) {
    const before = (await counts.days(tenantId, date, date)).get(date);
    const hours = await counts.hours(
      tenantId,
      dayStart(zone, date) - dayMs / 24,
      dayStart(zone, addDays(date, 1)) + dayMs / 24,
    );
    const ofDay = [...hours].filter(([startMs]) => hourStartingAt(zone, startMs).date === date);
    const cells = mergeCells(ofDay.flatMap(([, row]) => row.cells));
    if (await counts.putDay(tenantId, date, { cells, readStartedAtMs: nowMs }, before)) return;
  }
  throw new TemporarilyUnavailableError();
}

/** A tenant has moved: what can still be counted is counted by the hours and days of its clocks now. */
async function followZone(
  counts: RunCounts,
  tenantId: string,
  zone: string,
  { keptDays, nowMs }: { readonly keptDays: number; readonly nowMs: number },
): Promise<void> {
  const before = await counts.findZone(tenantId);
  if (before === zone) return;
  const from = nowMs - (keptDays + limits.conversationGraceDays - 1) * dayMs;
  const hours = before === null ? [] : [...(await counts.hours(tenantId, from, nowMs)).keys()];
  for (const startMs of hours) {
    const { slots } = hourOf(before ?? zone, startMs + 1);
    await counts.mark(tenantId, slots);
    if (hourOf(zone, startMs).startMs !== startMs) await counts.dropHour(tenantId, startMs);
  }
  await counts.saveZone(tenantId, zone);
}
