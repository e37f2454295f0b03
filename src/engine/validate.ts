import * as z from 'zod/mini';
import {
  type FlowDefinition,
  flowDefinition,
  flowFields,
  type Step,
  step as stepSchema,
  stepSchemas,
} from '../contract/flow.ts';
import { codedProblemsOf, inWords } from '../contract/in-words.ts';
import { limits } from '../contract/limits.ts';
import { findGraphProblems } from './check-graph.ts';
import type { FlowSurroundings } from './check-text.ts';
import { isNameable } from './expressions.ts';
import { type FlowProblem, problem } from './problems.ts';
import { assignedBy, findStepProblems, standIns } from './steps/kinds.ts';
import { nowhere } from './steps/step.ts';
import { foldText } from './typed-text.ts';
import { variableTypes } from './variables.ts';

export type { FlowSurroundings } from './check-text.ts';
export type FlowValidation =
  | { readonly ok: true; readonly flow: FlowDefinition }
  | { readonly ok: false; readonly errors: readonly FlowProblem[] };

/**
 * Validates a definition before it is published. It never throws and reports all problems at once: an invalid
 * field in one step doesn't hide an open connection in another.
 * @param surroundings what the flow refers to; parts that are unknown aren't checked
 * @see design 4, static validation
 */
export function validateFlow(definition: unknown, surroundings: FlowSurroundings = {}): FlowValidation {
  const read = readDefinition(definition);
  if (!read.flow) return { ok: false, errors: read.problems };
  const { flow } = read;
  const facts = { types: variableTypes(flow), steps: flow.steps, surroundings };
  const known = new Set(read.problems.map(({ path }) => path));
  const found = [
    ...findGraphProblems(flow),
    ...findTriggerProblems(flow),
    ...findVariableProblems(flow),
    ...Object.entries(flow.steps).flatMap(([stepId, step]) => findStepProblems(stepId, step, facts)),
  ].filter(({ path, params }) => !known.has(path) && params?.id !== nowhere && !read.unread.has(path));
  const errors = [...read.problems, ...(read.isWhole ? found : found.filter(notBecauseOfHoles))];
  if (errors.length > 0) return { ok: false, errors };
  const whole = flowDefinition.safeParse(definition);
  // Unreachable: a definition whose parts are all valid is valid.
  return whole.success ? { ok: true, flow: whole.data } : { ok: false, errors: codedProblemsOf(whole.error) };
}

/** `error` may be assigned by a flow; these are the engine's alone. */
const reserved = new Set(['message', 'now', 'response']);

/** Variables that no expression could name, or whose name is taken. */
function findVariableProblems(flow: FlowDefinition): FlowProblem[] {
  const declared = Object.keys(flow.variables ?? {}).map((name) => ({ path: `variables.${name}`, name }));
  const assigned = Object.entries(flow.steps).flatMap(([id, step]) =>
    assignedBy(step).map((name) => ({ path: `steps.${id}`, name })),
  );
  return [...declared, ...assigned].flatMap(({ path, name }) => {
    if (reserved.has(name)) return [problem(path, 'reserved', { id: name })];
    if (!isNameable(name)) return [{ path, message: `an expression can't name a variable ${name}` }];
    return [];
  });
}

/** Keywords that can't be typed, or that have two targets. */
function findTriggerProblems({ triggers = [] }: FlowDefinition): FlowProblem[] {
  const seen = new Set<string>();
  return triggers.flatMap(({ words }, t) =>
    words.flatMap((word, w) => {
      const path = `triggers.${t}.words.${w}`;
      const folded = foldText(word);
      if (folded === '') return [problem(path, 'empty')];
      if (seen.has(folded)) return [problem(path, 'sameWord', { id: word })];
      seen.add(folded);
      return [];
    }),
  );
}

/**
 * Returns the valid parts of an unfinished definition, for the test chat: each step without its invalid fields;
 * null without steps.
 */
export function readFlow(definition: unknown): FlowDefinition | null {
  return readDefinition(definition).flow;
}

interface Read {
  /** Returns the parts that can be checked; null if it isn't an object with steps. */
  readonly flow: FlowDefinition | null;
  readonly problems: readonly FlowProblem[];
  /** Whether every step and field is valid. Only then can unreachable steps be determined. */
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
  const problems: FlowProblem[] = outer.success ? [] : codedProblemsOf(outer.error);
  const raw = stepsOf(definition);
  if (!raw) return { flow: null, problems, isWhole: false, unread: new Set() };
  const steps: Record<string, Step> = {};
  const unread = new Set<string>();
  for (const [id, rawStep] of Object.entries(raw)) {
    const { step, problems: found } = readStep(rawStep);
    problems.push(...found.map((issue) => ({ ...issue, path: below(`steps.${id}`, issue.path) })));
    problems.push(...findNameProblems(id));
    if (step) steps[id] = step;
    else unread.add(`steps.${id}`);
  }
  if (Object.keys(raw).length > limits.stepsPerFlow) problems.push(tooManySteps(Object.keys(raw).length));
  const isWhole = problems.length === 0;
  // A connection to an invalid step is not missing its target.
  const standIn: Step = { kind: 'end' };
  for (const path of unread) steps[path.slice('steps.'.length)] = standIn;
  return { flow: { ...readableFields(definition, problems), steps }, problems, isWhole, unread };
}

function stepsOf(definition: unknown): Readonly<Record<string, unknown>> | null {
  const { steps } = (definition ?? {}) as { readonly steps?: unknown };
  return typeof steps === 'object' && steps !== null && !Array.isArray(steps)
    ? (steps as Readonly<Record<string, unknown>>)
    : null;
}

/** The flow's own fields, each that is wrong replaced by one that finds nothing. */
function readableFields(
  definition: unknown,
  problems: readonly FlowProblem[],
): Omit<FlowDefinition, 'steps'> {
  const bad = new Set(problems.map(({ path }) => path.split('.', 1)[0]));
  const raw = definition as Readonly<Record<string, unknown>>;
  const good = Object.fromEntries(
    Object.keys(flowFields).flatMap((key) =>
      bad.has(key) || raw[key] === undefined ? [] : [[key, raw[key]]],
    ),
  );
  return { id: 'unread', version: 1, start: nowhere, ...good };
}

/** Only if all connections and fields are valid; otherwise these would be guesses. */
function notBecauseOfHoles({ code }: FlowProblem): boolean {
  return code !== 'unreachable' && code !== 'noVariable';
}

function findNameProblems(id: string): FlowProblem[] {
  const parsed = flowFields.start.safeParse(id, { error: inWords });
  return parsed.success
    ? []
    : codedProblemsOf(parsed.error).map((issue) => ({ ...issue, path: `steps.${id}` }));
}

function tooManySteps(count: number): FlowProblem {
  const message = `there are ${count} steps, a flow may have ${limits.stepsPerFlow}: move a part into a flow of its own and call it`;
  return { path: 'steps', message };
}

const below = (path: string, rest: string) => (rest === '' ? path : `${path}.${rest}`);

interface ReadStep {
  /** Without what is wrong in it; null when nothing can be made of it. */
  readonly step: Step | null;
  /** Paths are within the step. */
  readonly problems: readonly FlowProblem[];
}

/** Reads a step; one that is wrong is repaired as far as the checks of the other steps and fields need it. */
function readStep(definition: unknown): ReadStep {
  const parsed = stepSchema.safeParse(definition, { error: inWords });
  if (parsed.success) return { step: parsed.data, problems: [] };
  const problems = codedProblemsOf(parsed.error);
  const { kind, ...fields } = (definition ?? {}) as { readonly [key: string]: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(stepSchemas, kind)) return { step: null, problems };
  const substitutes: Readonly<Record<string, unknown>> = standIns[kind as Step['kind']];
  const isDeadEnd = ({ path, code }: FlowProblem) => substitutes[path] === nowhere && code === 'missing';
  const bad = new Set(problems.map(({ path }) => path.split('.', 1)[0] ?? ''));
  const good = Object.entries(fields).filter(([key]) => !bad.has(key));
  const filled = Object.entries(substitutes).filter(([key]) => bad.has(key));
  const repaired = stepSchema.safeParse({ kind, ...Object.fromEntries([...good, ...filled]) });
  return {
    step: repaired.success ? repaired.data : null,
    problems: problems.map((issue) => (isDeadEnd(issue) ? problem(issue.path, 'deadEnd') : issue)),
  };
}
