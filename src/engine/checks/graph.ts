import type { FlowDefinition, Step } from '../../contract/flow.ts';
import type { FlowFault } from './fault.ts';

/** One way from a step to another, and where the definition says so. */
export interface Way {
  readonly path: string;
  readonly to: string;
}

/** Ways to nowhere, steps that no way leads to, and circles in which a turn would run for ever. */
export function findGraphFaults(flow: FlowDefinition): FlowFault[] {
  const entrances: Way[] = [
    { path: 'start', to: flow.start },
    ...(flow.triggers ?? []).map(({ next }, n) => ({ path: `triggers.${n}.next`, to: next })),
  ];
  const ways = new Map(Object.entries(flow.steps).map(([id, step]) => [id, waysFrom(id, step)]));
  const unknown = [...entrances, ...[...ways.values()].flat()].filter(({ to }) => !ways.has(to));
  return [
    ...unknown.map(({ path, to }) => ({ path, message: `there is no step ${to}` })),
    ...findUnreachable(entrances, ways),
    ...findCircles(flow, ways),
  ];
}

/** The ways that lead on from a step. */
export function waysFrom(id: string, step: Step): Way[] {
  const way = (key: string, to: string | undefined): Way[] =>
    to === undefined ? [] : [{ path: `steps.${id}.${key}`, to }];
  switch (step.kind) {
    case 'message':
    case 'set':
      return way('next', step.next);
    case 'question':
      return [...way('next', step.next), ...way('onInvalid', step.onInvalid)];
    case 'branch':
      return [
        ...step.branches.flatMap(({ next }, n) => way(`branches.${n}.next`, next)),
        ...way('otherwise', step.otherwise),
      ];
    case 'http':
    case 'llm':
      return [...way('next', step.next), ...way('onError', step.onError)];
    case 'handoff':
    case 'end':
      return [];
  }
}

type Ways = ReadonlyMap<string, readonly Way[]>;

function findUnreachable(entrances: readonly Way[], ways: Ways): FlowFault[] {
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

/** Depth first without recursion into questions: a circle through a question waits for the user. */
function findCircles(flow: FlowDefinition, ways: Ways): FlowFault[] {
  const faults: FlowFault[] = [];
  const done = new Set<string>();
  const visit = (id: string, trail: readonly string[]): void => {
    const begins = trail.indexOf(id);
    if (begins >= 0) {
      const circle = [...trail.slice(begins), id].join(' -> ');
      faults.push({ path: `steps.${id}`, message: `circle without a question: ${circle}` });
      return;
    }
    if (done.has(id) || flow.steps[id]?.kind === 'question') return;
    done.add(id);
    for (const { to } of ways.get(id) ?? []) visit(to, [...trail, id]);
  };
  for (const id of ways.keys()) visit(id, []);
  return faults;
}
