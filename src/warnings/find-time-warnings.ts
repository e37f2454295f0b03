import type { FlowDefinition, Step } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import type { FlowFault } from '../engine/checks/fault.ts';
import { entrancesOf } from '../engine/checks/graph.ts';
import { waysFrom } from '../engine/ways-from.ts';

/** A way through a flow from one wait for the user to the next, and how long it takes at worst. */
interface Path {
  readonly ms: number;
  /** The steps of it that call outside. */
  readonly slow: readonly string[];
  /** A step of it is left to the queue by its author, who knows that the answer is a 202. */
  readonly isLeft: boolean;
}

/**
 * Turns that may outlast the 3 s that a web chat visitor gets an answer within: the answer is then a 202, and the rest runs
 * on the queue. A step is allowed 5 s, or its `timeoutMs`.
 * @see spec "Limits", design 5.4
 */
export function findTimeWarnings(flow: FlowDefinition): FlowFault[] {
  const slowest = slowestFrom(flow);
  const entrances = new Map(entrancesOf(flow).map(({ path, to }) => [path, to]));
  for (const [id, step] of Object.entries(flow.steps)) {
    for (const { path, to, waits } of waysFrom(id, step))
      if (waits && step.kind !== 'llm') entrances.set(path, to);
  }
  const found = new Map<string, FlowFault>();
  for (const [path, to] of entrances) {
    const { ms, slow, isLeft } = slowest(to);
    const steps = slow.join(' -> ');
    if (ms > limits.slowReplyMs && !isLeft && !found.has(steps))
      found.set(steps, { path, message: messageOf(ms, steps) });
  }
  return [...found.values()];
}

function messageOf(ms: number, steps: string): string {
  const lateS = limits.slowReplyMs / 1000;
  return `the turn may take ${ms / 1000} s (${steps}): a visitor gets a 202 after ${lateS} s and the reply by long-poll`;
}

const nowhere: Path = { ms: 0, slow: [], isLeft: false };

/** Ends where somebody is waited for; other circles are none, or the flow would not be valid. */
function slowestFrom(flow: FlowDefinition): (id: string) => Path {
  const known = new Map<string, Path>();
  const visit = (id: string): Path => {
    const step = flow.steps[id];
    const before = known.get(id);
    if (before) return before;
    if (!step) return nowhere;
    const own = worstMs(step);
    const ways = waysFrom(id, step)
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
