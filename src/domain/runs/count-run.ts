import type { RunAnswer, RunState } from '../../contract/runs.ts';
import type { ChannelName } from '../../contract/vocabulary.ts';
import type { Cell } from './cells.ts';
import { histogramOfOne } from './histogram.ts';
import { sketchOfOne } from './visitor-sketch.ts';

/** A run as it is counted. */
export interface CountedRun {
  readonly channel: ChannelName;
  readonly run: Omit<RunState, 'userId'>;
  readonly recontactedAtMs: number | null;
  readonly undelivered: number;
  /** Null: of one that was erased before visitors were counted. */
  readonly visitor: string | null;
}

/** A flow of a run by the names of its steps, and of those that measure something. */
export interface CountedFlow {
  readonly id: string;
  readonly version: number;
  readonly reached: readonly string[];
  readonly asked: readonly RunAnswer['metric'][];
}

/** So long after its end nobody has asked again. */
export const recontactMs = 72 * 60 * 60_000;

/** What one run counts. @see handoff.md 6.4 */
export function countRun(counted: CountedRun, flows: readonly CountedFlow[]): Cell {
  const { channel, run, undelivered, visitor: mark } = counted;
  const main = run.flows[0] ?? run.flow;
  const [visitor = 0, bot = 0, agent = 0] = run.said;
  const n: Record<string, number> = {
    started: 1,
    [classOf(run)]: 1,
    ...(isResolved(counted) && { resolvedAssumed: 1 }),
    ...{ visitor, bot, agent, undelivered },
    failedTurns: run.failedTurns ?? 0,
    raised: Number((run.failedTurns ?? 0) > 0 || run.outcome === 'failed'),
    refused: run.refused ?? 0,
    tokens: run.tokens ?? 0,
  };
  const add = (name: string) => {
    n[name] = (n[name] ?? 0) + 1;
  };
  const isAbandoned = classOf(run) === 'abandoned';
  for (const flow of flows) {
    const isLast = flow.id === run.flow.id && flow.version === run.flow.version;
    // A run that an earlier release began did not note where it went: it was there where it was left.
    const last = isAbandoned && isLast ? [run.flow.stepId] : [];
    for (const step of new Set([...flow.reached, ...last])) add(reachedKey(flow, step));
    for (const metric of flow.asked) add(`${metric}.asked`);
  }
  if (isAbandoned) add(leftKey(run.flow, run.flow.stepId));
  for (const { metric, value } of run.answers ?? []) add(`${metric}.${String(value)}`);
  return {
    of: { kind: 'run', channel, place: run.place ?? null, flow: main.id, version: main.version },
    n: Object.fromEntries(Object.entries(n).filter(([, count]) => count > 0)),
    h: {
      ...(run.turns.length > 0 && { turns: run.turns }),
      ...(run.firstReplyMs !== undefined && { firstReply: histogramOfOne(run.firstReplyMs) }),
    },
    visitors: sketchOfOne(mark),
  };
}

/** Name of the count of runs that have reached a step. */
export const reachedKey = (
  { id, version }: { readonly id: string; readonly version: number },
  step: string,
) => `reached ${id}@${version}/${step}`;
/** Name of the count of runs that were left at a step. */
export const leftKey = ({ id, version }: { readonly id: string; readonly version: number }, step: string) =>
  `left ${id}@${version}/${step}`;

/** Exactly one of them, in this order. */
function classOf({ outcome, handoffs = [] }: Pick<RunState, 'outcome' | 'handoffs'>) {
  if (outcome === undefined) return 'open';
  if (handoffs.length > 0) return 'handedOver';
  return ({ failed: 'failed', expired: 'abandoned', completed: 'flowAlone' } as const)[outcome];
}

/** The flow has come to its end, nobody has said that it did not help, and nobody has come back. */
function isResolved({ run, recontactedAtMs }: CountedRun): boolean {
  if (classOf(run) !== 'flowAlone') return false;
  const saidNo = run.answers?.some(({ metric, value }) => metric === 'resolved' && value === 'no');
  const cameBack = recontactedAtMs !== null && recontactedAtMs - (run.endedAtMs ?? 0) <= recontactMs;
  return !saidNo && !cameBack;
}
