import type { FlowDefinition } from '../contract/flow.ts';
import { givenNames } from './step-context.ts';
import { assignedBy, handlesOf } from './steps/kinds.ts';

/** Which variables have a value when a turn comes to a step. */
export interface KnownAt {
  /** Whichever connection it comes by. */
  readonly always: ReadonlySet<string>;
  /** By one of the connections at least, those of `always` among them. */
  readonly sometimes: ReadonlySet<string>;
}

/**
 * Follows a flow forwards and tells which variables each step may count on. Words and failures come from anywhere: what
 * they find may be set by any step.
 */
export function variablesKnownAt(
  flow: Pick<FlowDefinition, 'start' | 'triggers' | 'onError' | 'variables' | 'steps'>,
): ReadonlyMap<string, KnownAt> {
  const declared = new Set(['message', 'now', ...Object.keys(flow.variables ?? {})]);
  const anywhere = new Set([...declared, ...givenNames, ...Object.values(flow.steps).flatMap(assignedBy)]);
  const known = new Map<string, KnownAt>();
  const open: string[] = [];
  const come = (to: string | undefined, { always, sometimes }: KnownAt) => {
    if (to === undefined || !Object.hasOwn(flow.steps, to)) return;
    const before = known.get(to);
    const next = before
      ? { always: both(before.always, always), sometimes: new Set([...before.sometimes, ...sometimes]) }
      : { always, sometimes };
    if (before?.always.size === next.always.size && before.sometimes.size === next.sometimes.size) return;
    known.set(to, next);
    open.push(to);
  };
  come(flow.start, { always: declared, sometimes: declared });
  for (const { next } of flow.triggers ?? []) come(next, { always: declared, sometimes: anywhere });
  come(flow.onError, { always: new Set([...declared, 'error']), sometimes: anywhere });
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = flow.steps[id];
    const here = known.get(id);
    if (!step || !here) continue;
    for (const { to, gives = assignedBy(step) } of handlesOf(step)) come(to, withNames(here, gives));
  }
  return known;
}

function withNames({ always, sometimes }: KnownAt, names: readonly string[]): KnownAt {
  return names.length === 0
    ? { always, sometimes }
    : { always: new Set([...always, ...names]), sometimes: new Set([...sometimes, ...names]) };
}

function both(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((name) => other.has(name)));
}
