import type { RunFlow } from '../../contract/runs.ts';
import { type Cell, mergeCells } from '../../domain/runs/cells.ts';
import { countHandoff } from '../../domain/runs/count-handoff.ts';
import { type CountedFlow, countRun } from '../../domain/runs/count-run.ts';
import { namesOfReached } from '../../domain/runs/reached-steps.ts';
import type { Directory } from '../../ports/directory.ts';
import type { KeptHandoff, KeptRun, RunCounts, SlotPosition } from '../../ports/runs.ts';

/** What counting the runs of an hour takes. */
export interface CountHourPorts {
  readonly counts: Pick<RunCounts, 'inSlots' | 'visitorMark'>;
  readonly directory: Pick<Directory, 'findFlow'>;
}

/** How many runs and handoffs may still be read in this invocation. */
export interface Budget {
  left: number;
}

/** Counts the runs of quarters of an hour from a position on, as far as the budget reaches. @returns where it goes on */
export async function countHour(
  ports: CountHourPorts,
  tenantId: string,
  {
    slots,
    after: begin,
    cells: before,
  }: {
    readonly slots: readonly number[];
    readonly after: SlotPosition | null;
    readonly cells: readonly Cell[];
  },
  budget: Budget,
): Promise<{ readonly cells: readonly Cell[]; readonly after: SlotPosition | null }> {
  let cells = before;
  for await (const { runs, handoffs, after } of ports.counts.inSlots(tenantId, slots, begin)) {
    const seen = new Set<string>();
    const isFirst = (id: string) => !seen.has(id) && seen.add(id);
    // While somebody is erased a run may be met twice, as itself and as its copy.
    const fresh = runs.filter(({ run }) => isFirst(run.id));
    const asked = handoffs.filter(({ runId, handoff }) => isFirst(`${runId}#${handoff.id}`));
    cells = mergeCells([
      ...cells,
      ...(await Promise.all(fresh.map((run) => cellOf(ports, run)))),
      ...asked.map((one: KeptHandoff) => countHandoff(one)),
    ]);
    budget.left -= runs.length + handoffs.length;
    if (after !== null && budget.left <= 0) return { cells, after };
  }
  return { cells, after: null };
}

async function cellOf({ counts, directory }: CountHourPorts, kept: KeptRun): Promise<Cell> {
  const flows = await Promise.all(kept.run.flows.map((flow) => namedFlow(directory, kept, flow)));
  return countRun({ ...kept, visitor: await markOf(counts, kept) }, flows);
}

async function markOf(
  counts: CountHourPorts['counts'],
  { tenantId, channel, run: { userId }, erasedVisitor }: KeptRun,
): Promise<string | null> {
  return userId === '' ? erasedVisitor : counts.visitorMark({ tenantId, channel, userId });
}

async function namedFlow(
  directory: CountHourPorts['directory'],
  { tenantId, conversationId }: Pick<KeptRun, 'tenantId' | 'conversationId'>,
  reached: RunFlow,
): Promise<CountedFlow> {
  const { id, version } = reached;
  const flow = await directory.findFlow(tenantId, id, { version, conversationId });
  // The versions of a flow that is deleted stay; where one is gone all the same, its runs are counted without a funnel.
  if (!flow) return { id, version, reached: [], asked: [] };
  const names = namesOfReached(flow, reached);
  const asked = names.flatMap((name) => {
    const step = flow.steps[name];
    return step?.kind === 'question' && step.measures ? [step.measures] : [];
  });
  return { id, version, reached: names, asked };
}
