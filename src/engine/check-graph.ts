import type { FlowDefinition } from '../contract/flow.ts';
import { nearest } from '../contract/in-words.ts';
import { limits } from '../contract/limits.ts';
import { type FlowProblem, problem } from './problems.ts';
import { type Connection, connectionsFrom } from './steps/kinds.ts';

type Entrance = Pick<Connection, 'path' | 'to'>;
type Connections = ReadonlyMap<string, readonly Connection[]>;

/** Finds connections to missing steps, steps that nothing leads to, and circles in which a turn would run for ever. */
export function findGraphProblems(flow: FlowDefinition): FlowProblem[] {
  const entrances = entrancesOf(flow);
  const connections = new Map(
    Object.entries(flow.steps).map(([id, step]) => [id, connectionsFrom(id, step)]),
  );
  const unknown = [...entrances, ...[...connections.values()].flat()].filter(
    ({ to }) => !connections.has(to),
  );
  return [
    ...unknown.map(({ path, to }) =>
      problem(path, 'noStep', { id: to, meant: nearest(to, [...connections.keys()]) }),
    ),
    ...findUnreachable(entrances, connections),
    ...findCircles(connections),
  ];
}

/** Lists where a turn may enter a flow. */
export function entrancesOf(flow: Pick<FlowDefinition, 'start' | 'triggers' | 'onError'>): Entrance[] {
  return [
    { path: 'start', to: flow.start },
    ...(flow.triggers ?? []).map(({ next }, n) => ({ path: `triggers.${n}.next`, to: next })),
    ...(flow.onError === undefined ? [] : [{ path: 'onError', to: flow.onError }]),
  ];
}

function findUnreachable(entrances: readonly Entrance[], connections: Connections): FlowProblem[] {
  const reached = new Set<string>();
  const open = entrances.map(({ to }) => to);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...(connections.get(id) ?? []).map(({ to }) => to));
  }
  return [...connections.keys()]
    .filter((id) => !reached.has(id))
    .map((id) => problem(`steps.${id}`, 'unreachable'));
}

/** A step on the trail of the search, and which of its connections is tried next. */
interface Visit {
  readonly id: string;
  readonly to: readonly string[];
  tried: number;
}

/**
 * Depth first, without recursion (a flow may be long) and without the connections that wait for someone: one that only time
 * leads along would go round for ever.
 */
function findCircles(connections: Connections): FlowProblem[] {
  const problems: FlowProblem[] = [];
  const done = new Set<string>();
  const immediate = (id: string) =>
    (connections.get(id) ?? []).flatMap(({ to, waits, byTime }) => (waits && !byTime ? [] : [to]));
  for (const start of connections.keys()) {
    if (done.has(start)) continue;
    const trail: Visit[] = [{ id: start, to: immediate(start), tried: 0 }];
    const onTrail = new Set([start]);
    for (let visit = trail.at(-1); visit; visit = trail.at(-1)) {
      const to = visit.to[visit.tried];
      visit.tried += 1;
      if (to === undefined) {
        done.add(visit.id);
        onTrail.delete(visit.id);
        trail.pop();
      } else if (onTrail.has(to)) {
        problems.push(circle(trail, to));
      } else if (!done.has(to)) {
        trail.push({ id: to, to: immediate(to), tried: 0 });
        onTrail.add(to);
      }
    }
  }
  return problems;
}

const namedSteps = 10;

function circle(trail: readonly Visit[], to: string): FlowProblem {
  const ids = trail.map(({ id }) => id);
  const around = [...ids.slice(ids.indexOf(to)), to];
  const named = around.length > namedSteps ? [...around.slice(0, namedSteps - 1), '…', to] : around;
  return problem(`steps.${to}`, 'circle', { steps: named.join(' -> ') });
}

/** Finds flows that call each other in a circle, or deeper than a conversation may go. */
export function findCallProblems(
  flows: readonly Pick<FlowDefinition, 'id' | 'steps'>[],
): (FlowProblem & { readonly flowId: string })[] {
  const called = new Map(
    flows.map(({ id, steps }) => [
      id,
      Object.entries(steps).flatMap(([stepId, step]) =>
        step.kind === 'call' ? [{ stepId, to: step.flow }] : [],
      ),
    ]),
  );
  const reaches = (id: string, depth: number): number =>
    depth > limits.callDepth
      ? depth
      : Math.max(depth, ...(called.get(id) ?? []).map(({ to }) => reaches(to, depth + 1)));
  return [...called].flatMap(([flowId, calls]) =>
    calls
      .filter(({ to }) => reaches(to, 1) > limits.callDepth)
      .map(({ stepId }) => ({
        flowId,
        path: `steps.${stepId}.flow`,
        message: `leads more than ${limits.callDepth} flows deep: does one of them call itself?`,
      })),
  );
}
