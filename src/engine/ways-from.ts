import type { Step, StepKind, StepOf } from '../contract/flow.ts';

/** One way from a step to another, and where the definition says so. */
export interface Way {
  /** As keys joined by dots: `steps.menu.choices.0.next`. */
  readonly path: string;
  readonly to: string;
  /** Taken only after the visitor, or a human, has done something, or a time is up: the turn ends before it. */
  readonly waits: boolean;
  /** Taken without anybody doing anything: when a time is up. */
  readonly byTime: boolean;
}

type Found = readonly [key: string, to: string | undefined];

const found = {
  message: ({ next }) => [['next', next]],
  question: ({ choices, next, onInvalid, onSilence }) => [
    ...(Array.isArray(choices)
      ? choices.map((choice, n): Found => [`choices.${n}.next`, choice.next])
      : choices
        ? [['choices.next', choices.next] as const]
        : []),
    ['next', next],
    ['onInvalid', onInvalid],
    ['onSilence', onSilence],
  ],
  set: ({ next }) => [['next', next]],
  branch: ({ branches, otherwise }) => [
    ...branches.map(({ next }, n): Found => [`branches.${n}.next`, next]),
    ['otherwise', otherwise],
  ],
  http: ({ next, onError }) => [
    ['next', next],
    ['onError', onError],
  ],
  llm: ({ next, onError, tools = [] }) => [
    ...tools.map(({ step }, n): Found => [`tools.${n}.step`, step]),
    ['next', next],
    ['onError', onError],
  ],
  handoff: ({ onClosed, next, onTimeout, afterClose }) => [
    ['onClosed', onClosed],
    ['next', next],
    ['onTimeout', onTimeout],
    ['afterClose', afterClose],
  ],
  call: ({ next }) => [['next', next]],
  wait: ({ next, onReply }) => [
    ['next', next],
    ['onReply', onReply],
  ],
  end: () => [],
} satisfies { [K in StepKind]: (step: StepOf<K>) => readonly Found[] };

/** Whether a way of a step is taken in a later turn than the one that comes to the step. */
function waits({ kind }: Step, key: string): boolean {
  // What a called flow asks is not known here; a circle of calls that ask nothing meets the limit of steps.
  // A tool is no way on: the model's step goes on itself, however the tool's leads.
  if (kind === 'llm') return key.startsWith('tools.');
  return (
    kind === 'question' || kind === 'call' || kind === 'wait' || (kind === 'handoff' && key !== 'onClosed')
  );
}

function isByTime({ kind }: Step, key: string): boolean {
  return (kind === 'wait' && key === 'next') || (kind === 'question' && key === 'onSilence');
}

/** The ways that lead on from a step, for whoever follows a flow: checks, rehearsals, a canvas. */
export function waysFrom(id: string, step: Step): Way[] {
  return portsOf(step).flatMap(({ key, to }) =>
    to === undefined
      ? []
      : [{ path: `steps.${id}.${key}`, to, waits: waits(step, key), byTime: isByTime(step, key) }],
  );
}

/** Where a way may lead on from a step, whether or not it leads anywhere yet. */
export interface Port {
  /** Within the step, as keys joined by dots: `choices.0.next`. */
  readonly key: string;
  readonly to: string | undefined;
  /** The flow can be run without it. */
  readonly isOptional: boolean;
}

const optionalWays = new Set(['onInvalid', 'onSilence', 'onReply']);

/** All ports of a step, in the order that a reader meets them, for whoever draws or connects them. */
export function portsOf(step: Step): Port[] {
  // The table pairs each kind with its own ways; the compiler can't follow that through the index.
  const find = found[step.kind] as (step: Step) => readonly Found[];
  return find(step).map(([key, to]) => ({
    key,
    to,
    isOptional: step.kind === 'handoff' || key.startsWith('choices.') || optionalWays.has(key),
  }));
}
