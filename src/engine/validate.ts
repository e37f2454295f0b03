import * as z from 'zod/mini';
import { type FlowDefinition, flowDefinition, flowFields, type Step } from '../contract/flow.ts';
import { faultsOf, inWords } from '../contract/in-words.ts';
import { limits } from '../contract/limits.ts';
import type { FlowSurroundings } from './checks/facts.ts';
import type { FlowFault } from './checks/fault.ts';
import { findGraphFaults } from './checks/graph.ts';
import { findStepFaults } from './checks/steps.ts';
import { isNameable } from './expressions.ts';
import { nowhere, readStep } from './repair-step.ts';
import { assignedBy } from './step-context.ts';
import { foldText } from './typed-text.ts';
import { variableTypes } from './variable-types.ts';

export type { FlowSurroundings } from './checks/facts.ts';
export type FlowValidation =
  | { readonly ok: true; readonly flow: FlowDefinition }
  | { readonly ok: false; readonly errors: readonly FlowFault[] };

/**
 * Validates a definition before it is published, so that a flow that runs can't go astray; throws nothing. All of it
 * in one pass: a fault of form in one step doesn't hide a way to nowhere in another.
 * @param surroundings what the flow speaks of beside itself; that is not checked when it isn't known
 * @see design 4, static validation
 */
export function validateFlow(definition: unknown, surroundings: FlowSurroundings = {}): FlowValidation {
  const read = readDefinition(definition);
  if (!read.flow) return { ok: false, errors: read.faults };
  const { flow } = read;
  const facts = { types: variableTypes(flow), steps: flow.steps, surroundings };
  const known = new Set(read.faults.map(({ path }) => path));
  const found = [
    ...findGraphFaults(flow),
    ...findTriggerFaults(flow),
    ...findVariableFaults(flow),
    ...Object.entries(flow.steps).flatMap(([stepId, step]) => findStepFaults(stepId, step, facts)),
  ].filter(({ path, message }) => !known.has(path) && !message.includes(nowhere) && !read.unread.has(path));
  const errors = [...read.faults, ...(read.isWhole ? found : found.filter(notBecauseOfHoles))];
  if (errors.length > 0) return { ok: false, errors };
  const whole = flowDefinition.safeParse(definition);
  // Never so: what is read part by part without a fault is a definition.
  return whole.success ? { ok: true, flow: whole.data } : { ok: false, errors: faultsOf(whole.error) };
}

/** `error` may be assigned by a flow; these are the engine's alone. */
const reserved = new Set(['message', 'now', 'response']);

/** Variables that no expression could name, or whose name is taken. */
function findVariableFaults(flow: FlowDefinition): FlowFault[] {
  const declared = Object.keys(flow.variables ?? {}).map((name) => ({ path: `variables.${name}`, name }));
  const assigned = Object.entries(flow.steps).flatMap(([id, step]) =>
    assignedBy(step).map((name) => ({ path: `steps.${id}`, name })),
  );
  return [...declared, ...assigned].flatMap(({ path, name }) => {
    if (reserved.has(name)) return [{ path, message: `the variable name ${name} is reserved` }];
    if (!isNameable(name)) return [{ path, message: `an expression can't name a variable ${name}` }];
    return [];
  });
}

/** Trigger words that nobody can say, or that lead two ways. */
function findTriggerFaults({ triggers = [] }: FlowDefinition): FlowFault[] {
  const seen = new Set<string>();
  return triggers.flatMap(({ words }, t) =>
    words.flatMap((word, w) => {
      const path = `triggers.${t}.words.${w}`;
      const folded = foldText(word);
      if (folded === '') return [{ path, message: 'is empty' }];
      if (seen.has(folded)) return [{ path, message: `${word} is a trigger already` }];
      seen.add(folded);
      return [];
    }),
  );
}

/**
 * A definition as far as it can be read, for whoever tries a flow that is half done: each step without what is wrong in
 * it. Null when it has no steps.
 */
export function readFlow(definition: unknown): FlowDefinition | null {
  return readDefinition(definition).flow;
}

interface Read {
  /** What can be checked of it; null when it isn't even an object with steps. */
  readonly flow: FlowDefinition | null;
  readonly faults: readonly FlowFault[];
  /** Whether each step and field could be read: only then it is known which steps nobody leads to. */
  readonly isWhole: boolean;
  /** Paths of steps of which nothing could be read. */
  readonly unread: ReadonlySet<string>;
}

const outline = z.strictObject({
  ...flowFields,
  steps: z.record(z.string(), z.unknown()),
});

function readDefinition(definition: unknown): Read {
  const outer = outline.safeParse(definition, { error: inWords });
  const faults: FlowFault[] = outer.success ? [] : faultsOf(outer.error);
  const raw = stepsOf(definition);
  if (!raw) return { flow: null, faults, isWhole: false, unread: new Set() };
  const steps: Record<string, Step> = {};
  const unread = new Set<string>();
  for (const [id, rawStep] of Object.entries(raw)) {
    const { step, faults: found } = readStep(rawStep);
    faults.push(...found.map(({ path, message }) => ({ path: below(`steps.${id}`, path), message })));
    faults.push(...findNameFaults(id));
    if (step) steps[id] = step;
    else unread.add(`steps.${id}`);
  }
  if (Object.keys(raw).length > limits.stepsPerFlow) faults.push(tooManySteps(Object.keys(raw).length));
  const isWhole = faults.length === 0;
  // A way to a step that couldn't be read is no way to nowhere.
  const standIn: Step = { kind: 'end' };
  for (const path of unread) steps[path.slice('steps.'.length)] = standIn;
  return { flow: { ...readableFields(definition, faults), steps }, faults, isWhole, unread };
}

function stepsOf(definition: unknown): Readonly<Record<string, unknown>> | null {
  const { steps } = (definition ?? {}) as { readonly steps?: unknown };
  return typeof steps === 'object' && steps !== null && !Array.isArray(steps)
    ? (steps as Readonly<Record<string, unknown>>)
    : null;
}

/** The flow's own fields, each that is wrong replaced by one that finds nothing. */
function readableFields(definition: unknown, faults: readonly FlowFault[]): Omit<FlowDefinition, 'steps'> {
  const bad = new Set(faults.map(({ path }) => path.split('.', 1)[0]));
  const raw = definition as Readonly<Record<string, unknown>>;
  const good = Object.fromEntries(
    Object.keys(flowFields).flatMap((key) =>
      bad.has(key) || raw[key] === undefined ? [] : [[key, raw[key]]],
    ),
  );
  return { id: 'unread', version: 1, start: nowhere, ...good };
}

/** Without all ways and fields known, these would be guesses. */
function notBecauseOfHoles({ message }: FlowFault): boolean {
  return message !== 'no way leads to this step' && !message.startsWith('there is no variable');
}

function findNameFaults(id: string): FlowFault[] {
  const parsed = flowFields.start.safeParse(id, { error: inWords });
  return parsed.success ? [] : faultsOf(parsed.error).map((fault) => ({ ...fault, path: `steps.${id}` }));
}

function tooManySteps(count: number): FlowFault {
  const message = `there are ${count} steps, a flow may have ${limits.stepsPerFlow}: move a part into a flow of its own and call it`;
  return { path: 'steps', message };
}

const below = (path: string, rest: string) => (rest === '' ? path : `${path}.${rest}`);
