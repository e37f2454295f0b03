import type { FlowDefinition } from '../../contract/flow.ts';
import { nearest } from '../../contract/in-words.ts';
import { type Way, waysFrom } from '../ways-from.ts';
import type { FlowFault } from './fault.ts';

type Entrance = Pick<Way, 'path' | 'to'>;
type Ways = ReadonlyMap<string, readonly Way[]>;

/** Ways to nowhere, steps that no way leads to, and circles in which a turn would run for ever. */
export function findGraphFaults(flow: FlowDefinition): FlowFault[] {
  const entrances = entrancesOf(flow);
  const ways = new Map(Object.entries(flow.steps).map(([id, step]) => [id, waysFrom(id, step)]));
  const unknown = [...entrances, ...[...ways.values()].flat()].filter(({ to }) => !ways.has(to));
  return [
    ...unknown.map(({ path, to }) => ({ path, message: unknownStep(to, [...ways.keys()]) })),
    ...findUnreachable(entrances, ways),
    ...findCircles(ways),
  ];
}

/** Where a turn may come into a flow from outside. */
export function entrancesOf(flow: Pick<FlowDefinition, 'start' | 'triggers' | 'onError'>): Entrance[] {
  return [
    { path: 'start', to: flow.start },
    ...(flow.triggers ?? []).map(({ next }, n) => ({ path: `triggers.${n}.next`, to: next })),
    ...(flow.onError === undefined ? [] : [{ path: 'onError', to: flow.onError }]),
  ];
}

function unknownStep(id: string, known: readonly string[]): string {
  const near = nearest(id, known);
  return `there is no step ${id}${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

function findUnreachable(entrances: readonly Entrance[], ways: Ways): FlowFault[] {
  const reached = new Set<string>();
  const open = entrances.map(({ to }) => to);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...(ways.get(id) ?? []).map(({ to }) => to));
  }
  return [...ways.keys()]
    .filter((id) => !reached.has(id))
    .map((id) => ({ path: `steps.${id}`, message: 'no way leads to this step' }));
}

/** A step on the trail of the search, and which of its ways is tried next. */
interface Visit {
  readonly id: string;
  readonly to: readonly string[];
  tried: number;
}

/**
 * Depth first, without recursion (a flow may be long) and without the ways that wait for somebody: one that only time
 * leads along would go round for ever.
 */
function findCircles(ways: Ways): FlowFault[] {
  const faults: FlowFault[] = [];
  const done = new Set<string>();
  const immediate = (id: string) =>
    (ways.get(id) ?? []).flatMap(({ to, waits, byTime }) => (waits && !byTime ? [] : [to]));
  for (const start of ways.keys()) {
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
        faults.push(circle(trail, to));
      } else if (!done.has(to)) {
        trail.push({ id: to, to: immediate(to), tried: 0 });
        onTrail.add(to);
      }
    }
  }
  return faults;
}

const namedSteps = 10;

function circle(trail: readonly Visit[], to: string): FlowFault {
  const ids = trail.map(({ id }) => id);
  const around = [...ids.slice(ids.indexOf(to)), to];
  const named = around.length > namedSteps ? [...around.slice(0, namedSteps - 1), '…', to] : around;
  return { path: `steps.${to}`, message: `circle without a question: ${named.join(' -> ')}` };
}
