import {
  messageUsd,
  type RunAnswer,
  type RunFlow,
  type RunHandoff,
  type RunState,
} from '../../contract/runs.ts';
import type { ChannelName, FlowPosition } from '../../contract/vocabulary.ts';
import { type Cell, histogramOfOne, slotOf, sumOfCells } from './cells.ts';
import { sketchOfOne } from './visitor-sketch.ts';

/** The figures of a run. */
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

/** The time after the end without another conversation. */
export const recontactMs = 72 * 60 * 60_000;

/** What the counts of runs by label begin with; the label's ID follows. */
export const labelCount = 'label.';

/** Returns the counts of one run. @see handoff.md 6.4 */
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
  for (const called of run.flows.slice(1)) {
    add(calledKey(called));
    if (n.raised) add(calledRaisedKey(called));
  }
  for (const flow of flows) {
    for (const step of flow.reached) add(reachedKey(flow, step));
    for (const metric of flow.asked) add(`${metric}.asked`);
  }
  if (classOf(run) === 'abandoned') add(leftKey(run.flow, run.flow.stepId));
  for (const id of run.labels ?? []) add(`${labelCount}${id}`);
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

interface FlowVersion {
  readonly id: string;
  readonly version: number;
}

/** Name of the count of runs that have reached a step. */
export const reachedKey = ({ id, version }: FlowVersion, step: string) => `reached ${id}@${version}/${step}`;
/** Name of the count of runs that were left at a step. */
export const leftKey = ({ id, version }: FlowVersion, step: string) => `left ${id}@${version}/${step}`;
const calledKey = ({ id, version }: FlowVersion) => `called ${id}@${version}`;
const calledRaisedKey = ({ id, version }: FlowVersion) => `calledRaised ${id}@${version}`;

/** Returns the runs of a flow's version, its own and those that called it, and how many of them raised. */
export function raisedIn(cells: readonly Cell[], flow: FlowVersion): { part: number; of: number } {
  const isOwn = ({ of }: Cell) => of.kind === 'run' && of.flow === flow.id && of.version === flow.version;
  const own = sumOfCells(cells.filter(isOwn)).n;
  const all = sumOfCells(cells).n;
  return {
    part: (own.raised ?? 0) + (all[calledRaisedKey(flow)] ?? 0),
    of: (own.started ?? 0) + (all[calledKey(flow)] ?? 0),
  };
}

/** Returns the IDs of the flows that runs began in or called. */
export function flowsIn(cells: readonly Cell[]): readonly string[] {
  const called = cells.flatMap(({ n }) =>
    Object.keys(n).flatMap((name) => /^called (.+)@\d+$/.exec(name)?.[1] ?? []),
  );
  return [...new Set([...cells.map(({ of }) => of.flow), ...called])];
}

/** Exactly one of them, in this order. */
function classOf({ outcome, handoffs = [] }: Pick<RunState, 'outcome' | 'handoffs'>) {
  if (outcome === undefined) return 'open';
  if (handoffs.length > 0) return 'handedOver';
  return ({ failed: 'failed', expired: 'abandoned', completed: 'flowAlone' } as const)[outcome];
}

/** Resolved: the flow has ended, and the visitor neither said that it didn't help nor came back. */
function isResolved({ run, recontactedAtMs }: CountedRun): boolean {
  if (classOf(run) !== 'flowAlone') return false;
  const answeredNo = run.answers?.some(({ metric, value }) => metric === 'resolved' && value === 'no');
  const cameBack = recontactedAtMs !== null && recontactedAtMs - (run.endedAtMs ?? 0) <= recontactMs;
  return !answeredNo && !cameBack;
}

/** The figures of a handoff. */
export interface CountedHandoff {
  readonly channel: ChannelName;
  readonly place: string | null;
  readonly flow: { readonly id: string; readonly version: number };
  readonly handoff: RunHandoff;
}

/** A visitor who leaves sooner has not waited. */
const waitedAtLeastMs = 5_000;
/** Seconds within which a handoff may be to be taken: how many were is counted for each of them. */
const serviceSeconds = [20, 30, 60, 120, 300] as const;

type Counted = readonly [string, boolean | number];

/** Returns the counts of one handoff. @see handoff.md 6.4 */
export function countHandoff({ channel, place, flow, handoff }: CountedHandoff): Cell {
  const { queue, owner, requestedAtMs, takenAtMs, firstAgentAtMs, endedAtMs, insideMs, outcome } = handoff;
  const waitedMs = (takenAtMs ?? endedAtMs ?? requestedAtMs) - requestedAtMs;
  const isTaken = takenAtMs !== undefined;
  const gaveUp = !isTaken && (outcome === 'visitor' || outcome === 'expired');
  const isAbandoned = gaveUp && waitedMs >= waitedAtLeastMs;
  const within = serviceSeconds.flatMap((seconds): Counted[] => [
    [`takenWithin.${seconds}`, isTaken && waitedMs <= seconds * 1000],
    [`abandonedAfter.${seconds}`, isAbandoned && waitedMs > seconds * 1000],
  ]);
  const counts: readonly Counted[] = [
    ['requested', true],
    ['taken', isTaken],
    ['notTaken', !isTaken && outcome !== undefined],
    ['abandonedQueue', isAbandoned],
    ['abandonedEarly', gaveUp && !isAbandoned],
    ['neverAnswered', outcome !== undefined && firstAgentAtMs === undefined],
    ...within,
    ...(outcome ? [[`ended.${outcome}`, true] as const] : []),
    ['heldMs', handoff.heldMs ?? 0],
    ['attendedMs', handoff.attendedMs ?? 0],
  ];
  const waits = !isTaken && outcome === undefined;
  return {
    of: {
      ...{ kind: 'handoff' as const, channel, place, flow: flow.id, version: flow.version, queue },
      ...(owner && { owner: `${owner.kind}:${owner.id}`, ownerName: owner.name }),
    },
    n: Object.fromEntries(counts.map(([name, count]) => [name, Number(count)]).filter(([, count]) => count)),
    h: {
      ...(isTaken && { waited: histogramOfOne(waitedMs) }),
      ...(isTaken && insideMs !== undefined && { waitedInside: histogramOfOne(insideMs) }),
      ...(firstAgentAtMs !== undefined && { firstResponse: histogramOfOne(firstAgentAtMs - requestedAtMs) }),
      ...(handoff.responses && { responses: handoff.responses }),
    },
    ...(waits && { waiting: [requestedAtMs] }),
  };
}

/** The last place of the price list: sums have no more. */
const places = 7;

/** Estimates the cost of counts: visitor messages times the price per channel. */
export function costOf(cells: readonly Cell[]): number {
  const usd = cells.reduce(
    (sum, { of, n }) => sum + (n.visitor ?? 0) * messageUsd[of.channel === 'webchat' ? 'webchat' : 'webhook'],
    0,
  );
  return Number(usd.toFixed(places));
}

/** A flow's version, as far as its steps have names. */
export interface NamedSteps {
  readonly id: string;
  readonly version: number;
  readonly steps: Readonly<Record<string, unknown>>;
}

/** Flows that one run keeps: its own, and those that it calls. */
const keptFlows = 5;

/** The steps that a turn begins, of the flows that it comes by. */
export interface ReachedSteps {
  /** By another process. */
  readonly before: readonly RunFlow[];
  /** By `id@version`. */
  readonly flows: Map<string, NamedSteps>;
  readonly begun: { readonly flow: FlowPosition }[];
}

/** Returns the last step that was begun; the flow that was to begin; null when none was found. */
export function lastReached({ flows, begun }: ReachedSteps): FlowPosition | null {
  const [flow] = flows.values();
  return begun.at(-1)?.flow ?? (flow ? { id: flow.id, version: flow.version, stepId: '' } : null);
}

/** Returns the steps that a turn has reached, flow by flow. */
export function reachedFlows({ before, flows, begun }: ReachedSteps): readonly RunFlow[] {
  const steps = new Map<string, Set<string>>();
  for (const { flow } of begun) {
    const key = `${flow.id}@${flow.version}`;
    steps.set(key, (steps.get(key) ?? new Set()).add(flow.stepId));
  }
  const now: RunFlow[] = [];
  for (const [key, stepIds] of steps) {
    const flow = flows.get(key);
    if (!flow) continue;
    const bits = Buffer.alloc(Math.ceil(Object.keys(flow.steps).length / 8));
    for (const [n, name] of Object.keys(flow.steps).sort().entries())
      if (stepIds.has(name)) bits.writeUInt8(bits.readUInt8(n >> 3) | (1 << (n & 7)), n >> 3);
    now.push({ id: flow.id, version: flow.version, steps: trimmed(bits) });
  }
  return withReached(before, now);
}

/** The names of the steps that were reached. */
export function namesOfReached(flow: NamedSteps, { steps }: Pick<RunFlow, 'steps'>): readonly string[] {
  const bits = Buffer.from(steps, 'base64url');
  return Object.keys(flow.steps)
    .sort()
    .filter((_, n) => ((bits[n >> 3] ?? 0) & (1 << (n & 7))) !== 0);
}

/** Merges the steps reached before and now, in the order in which flows were entered. */
export function withReached(before: readonly RunFlow[], now: readonly RunFlow[]): readonly RunFlow[] {
  const all = new Map<string, RunFlow>();
  for (const flow of [...before, ...now]) {
    const key = `${flow.id}@${flow.version}`;
    const known = all.get(key);
    if (known) {
      const [a, b] = [Buffer.from(known.steps, 'base64url'), Buffer.from(flow.steps, 'base64url')];
      const both = Buffer.alloc(Math.max(a.length, b.length));
      for (const n of both.keys()) both[n] = (a[n] ?? 0) | (b[n] ?? 0);
      all.set(key, { ...flow, steps: trimmed(both) });
    } else if (all.size < keptFlows) all.set(key, flow);
  }
  return [...all.values()];
}

/** Removes trailing zeros. */
function trimmed(bits: Buffer): string {
  let length = bits.length;
  while (length > 0 && bits[length - 1] === 0) length -= 1;
  return bits.subarray(0, length).toString('base64url');
}

/** What counts need of an erased visitor's run: that it is the same visitor, not who. */
interface ErasedRun {
  readonly channel: ChannelName;
  readonly run: Omit<RunState, 'userId'> & { readonly userId: '' };
  readonly recontactedAtMs: number | null;
  readonly visitor: string | null;
}

/**
 * A run without its visitor: neither who, nor when to the minute, nor in which language. Every figure is as it was, so
 * times keep their distances.
 * @see handoff.md 6.5
 */
export function erasedRun({ channel, run, recontactedAtMs, visitor }: CountedRun): ErasedRun {
  const { language: _, previous: __, handoffs, ...rest } = run;
  const startedAtMs = slotOf(run.startedAtMs);
  const moved = (timeMs: number) => timeMs - run.startedAtMs + startedAtMs;
  const endedAtMs = run.endedAtMs === undefined ? undefined : moved(run.endedAtMs);
  const cameBack = recontactedAtMs !== null && recontactedAtMs - (run.endedAtMs ?? 0) <= recontactMs;
  return {
    channel,
    run: {
      ...rest,
      startedAtMs,
      lastActivityMs: moved(run.lastActivityMs),
      ...(endedAtMs !== undefined && { endedAtMs }),
      ...(handoffs && { handoffs: handoffs.map(erasedTimes) }),
      userId: '',
    },
    recontactedAtMs: cameBack ? (endedAtMs ?? startedAtMs) : null,
    visitor,
  };
}

/** A handoff without its visitor: one that they waited in has ended with them. */
export function erasedHandoff<Counted extends CountedHandoff>(counted: Counted, nowMs: number): Counted {
  const { handoff } = counted;
  const { waits: _, ...going } = handoff;
  const ended: RunHandoff =
    handoff.outcome === undefined ? { ...going, outcome: 'erased', endedAtMs: nowMs } : handoff;
  return { ...counted, handoff: erasedTimes(ended) };
}

function erasedTimes(handoff: RunHandoff): RunHandoff {
  const { requestedAtMs, takenAtMs, firstAgentAtMs, endedAtMs } = handoff;
  const moved = (timeMs: number) => timeMs - requestedAtMs + slotOf(requestedAtMs);
  return {
    ...handoff,
    requestedAtMs: slotOf(requestedAtMs),
    ...(takenAtMs !== undefined && { takenAtMs: moved(takenAtMs) }),
    ...(firstAgentAtMs !== undefined && { firstAgentAtMs: moved(firstAgentAtMs) }),
    ...(endedAtMs !== undefined && { endedAtMs: moved(endedAtMs) }),
  };
}
