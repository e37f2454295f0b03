import type { FlowDefinition, Step } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import type { ChannelName } from '../contract/vocabulary.ts';
import { entrancesOf } from '../engine/check-graph.ts';
import { ExpressionError } from '../engine/errors.ts';
import { estimateWork } from '../engine/expressions.ts';
import { type FlowProblem, problem } from '../engine/problems.ts';
import { type Size, workLimits } from '../engine/size.ts';
import { connectionsFrom } from '../engine/steps/kinds.ts';
import { parseTemplate } from '../engine/templates.ts';
import { largestSizesIn } from '../engine/variables.ts';
import { findChannelWarnings } from './find-channel-warnings.ts';

/**
 * Returns warnings for what is valid but may not be what the author expects.
 * @param channels those that run the flow; every channel by default
 */
export function findFlowWarnings(flow: FlowDefinition, channels?: readonly ChannelName[]): FlowProblem[] {
  return [...findWritingWarnings(flow, channels), ...findTimeWarnings(flow)];
}

/** A path from one wait for the visitor to the next, with its longest duration. */
interface Path {
  readonly ms: number;
  /** The steps of it that call outside. */
  readonly slow: readonly string[];
  /** The author moved a step to the background, and so expects a 202. */
  readonly isLeft: boolean;
}

/**
 * Turns that may outlast the 3 s that a web chat visitor gets an answer within: the answer is then a 202, and the rest runs
 * on the queue. A step is allowed 5 s, or its `timeoutMs`.
 * @see spec "Limits", design 5.4
 */
export function findTimeWarnings(flow: FlowDefinition): FlowProblem[] {
  const slowest = slowestFrom(flow);
  const entrances = new Map(entrancesOf(flow).map(({ path, to }) => [path, to]));
  for (const [id, step] of Object.entries(flow.steps)) {
    for (const { path, to, waits } of connectionsFrom(id, step))
      if (waits && step.kind !== 'llm') entrances.set(path, to);
  }
  const found = new Map<string, FlowProblem>();
  for (const [path, to] of entrances) {
    const { ms, slow, isLeft } = slowest(to);
    const steps = slow.join(' -> ');
    if (ms > limits.slowReplyMs && !isLeft && !found.has(steps))
      found.set(steps, problem(path, 'slow', { seconds: ms / 1000, steps, late: limits.slowReplyMs / 1000 }));
  }
  return [...found.values()];
}

const nowhere: Path = { ms: 0, slow: [], isLeft: false };

/** Ends at a wait for the visitor; a valid flow has no other cycles. */
function slowestFrom(flow: FlowDefinition): (id: string) => Path {
  const known = new Map<string, Path>();
  const visit = (id: string): Path => {
    const step = flow.steps[id];
    const before = known.get(id);
    if (before) return before;
    if (!step) return nowhere;
    const own = worstMs(step);
    const ways = connectionsFrom(id, step)
      .filter(({ waits }) => !waits)
      .map(({ to }) => visit(to));
    const rest = ways.reduce((most, path) => (path.ms > most.ms ? path : most), nowhere);
    const path = {
      ms: own + rest.ms,
      slow: own > 0 ? [id, ...rest.slow] : rest.slow,
      isLeft: ('background' in step && step.background === true) || rest.isLeft,
    };
    known.set(id, path);
    return path;
  };
  return visit;
}

function worstMs(step: Step): number {
  return step.kind === 'http' || step.kind === 'llm' ? (step.timeoutMs ?? limits.stepTimeoutMs) : 0;
}

/** The warnings shown while editing; those about durations come with the last check. */
export function findWritingWarnings(flow: FlowDefinition, channels?: readonly ChannelName[]): FlowProblem[] {
  return [...findChannelWarnings(flow, channels), ...findCostWarnings(flow), ...findTextWarnings(flow)];
}

/** The keys of a step that hold expressions; all other texts are templates. */
const expressionKeys = new Set(['when', 'from', 'min', 'max', 'after', 'before']);
const assignmentKeys = new Set(['assign', 'input', 'saveAs']);

/**
 * Expressions that would be refused with the largest values that the flow's variables and messages can have. They are right, and
 * with smaller ones they run.
 * @see design 4
 */
export function findCostWarnings(flow: FlowDefinition): FlowProblem[] {
  const sizes = largestSizesIn(flow);
  return Object.entries(flow.steps).flatMap(([id, step]) => findIn(step, `steps.${id}`, sizes, false));
}

type Sizes = (name: string) => Size;

function findIn(value: unknown, path: string, sizes: Sizes, isExpression: boolean): FlowProblem[] {
  if (typeof value === 'string') {
    try {
      return (isExpression ? [value] : expressionsOf(value)).flatMap((expression) =>
        warn(path, expression, sizes),
      );
    } catch (error) {
      // Unreadable expressions are reported as problems.
      if (error instanceof ExpressionError) return [];
      throw error;
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    findIn(item, `${path}.${key}`, sizes, isExpression || isExpressionKey(key, item)),
  );
}

/** A question's `saveAs` is a name. */
const isExpressionKey = (key: string, item: unknown) =>
  typeof item === 'object' ? assignmentKeys.has(key) : expressionKeys.has(key);

function expressionsOf(template: string): string[] {
  if (!template.includes('{{')) return [];
  return parseTemplate(template).flatMap((part) => ('expression' in part ? [part.expression] : []));
}

function warn(path: string, expression: string, sizes: Sizes): FlowProblem[] {
  const work = estimateWork(expression, sizes);
  if (work <= workLimits.perStep || !Number.isFinite(work)) return [];
  const times = Math.ceil(work / workLimits.perStep).toLocaleString('en');
  const message = `${JSON.stringify(expression)} is refused when its values are large: with the largest it takes ${times} times what a step may compute`;
  return [{ path, message }];
}

/**
 * Returns texts that lack a language which other texts of the flow have. They are valid: visitors get another
 * language.
 */
export function findTextWarnings(flow: FlowDefinition): FlowProblem[] {
  const texts = Object.entries(flow.steps).flatMap(([id, step]) => textsIn(step, `steps.${id}`));
  const languages = [...new Set(texts.flatMap(({ written }) => written))].sort();
  return texts.flatMap(({ path, written }) => {
    const missing = languages.filter((language) => !written.includes(language));
    return missing.length === 0
      ? []
      : [problem(path, 'notWritten', { missing: missing.join(', '), written: written[0] })];
  });
}

interface Written {
  readonly path: string;
  readonly written: readonly string[];
}

const textFields = new Set(['text', 'retryText', 'remindText', 'label']);

/** Texts that are written in several languages; one that is written once is meant for all. */
function textsIn(value: Step | object, path: string): Written[] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]): Written[] => {
    if (typeof item !== 'object' || item === null) return [];
    const at = `${path}.${key}`;
    if (textFields.has(key) && !Array.isArray(item)) return [{ path: at, written: Object.keys(item) }];
    return key === 'choices' || Array.isArray(value) ? textsIn(item, at) : [];
  });
}

/**
 * Steps that no test reaches.
 * @param reached those that they came to, of each conversation there is
 */
export function findScriptWarnings(
  { steps }: Pick<FlowDefinition, 'steps'>,
  reached: readonly (readonly string[])[],
): FlowProblem[] {
  if (reached.length === 0) return [];
  const known = new Set(reached.flat());
  return Object.keys(steps)
    .filter((id) => !known.has(id))
    .map((id) => problem(`steps.${id}`, 'unscripted'));
}
