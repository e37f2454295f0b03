import type { FlowDefinition, Step } from '../contract/flow.ts';
import { assignedBy, givenNames } from './step-context.ts';
import { portsOf } from './ways-from.ts';

/** Which variables have a value when a turn comes to a step. */
export interface KnownAt {
  /** On whichever way it comes. */
  readonly always: ReadonlySet<string>;
  /** On one of the ways at least, those of `always` among them. */
  readonly sometimes: ReadonlySet<string>;
}

/** Ways that are taken because nothing was answered. */
const unanswered: ReadonlySet<string> = new Set(['onInvalid', 'onSilence', 'onError']);

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
    for (const { key, to } of portsOf(step)) come(to, after(step, key, here));
  }
  return known;
}

/** What is known once a step is left along one of its ways. */
function after(step: Step, key: string, { always, sometimes }: KnownAt): KnownAt {
  const given = givenOn(step, key);
  // A tool's step is lent what the model gives it.
  const lent = key.startsWith('tools.') ? Object.keys(step.kind === 'llm' ? argumentsOf(step, key) : {}) : [];
  const set = [...given, ...lent];
  return set.length === 0
    ? { always, sometimes }
    : { always: new Set([...always, ...set]), sometimes: new Set([...sometimes, ...set]) };
}

function givenOn(step: Step, key: string): readonly string[] {
  if (key === 'onError') return ['error'];
  if (unanswered.has(key) || key.startsWith('tools.')) return [];
  return assignedBy(step);
}

function argumentsOf({ tools = [] }: Extract<Step, { kind: 'llm' }>, key: string): object {
  return tools[Number(key.split('.')[1])]?.arguments ?? {};
}

function both(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((name) => other.has(name)));
}
