import type { StepOf } from '../../contract/flow.ts';
import { defaultQueue, findReversedHours, reversedHours } from '../../contract/queues.ts';
import { type FlowSurroundings, findTemplateProblems, findTextProblems } from '../check-text.ts';
import { isOpen } from '../functions.ts';
import type { HandoffPlan, Json } from '../interfaces.ts';
import { type FlowProblem, problem } from '../problems.ts';
import type {
  AssignedBy,
  CheckStep,
  HandlesOf,
  RunStep,
  StandIns,
  StepContext,
  StepDocument,
} from './step.ts';

/** Hands the conversation off to an agent and pauses the flow. Outside of business hours it continues at `onClosed`. */
export const run: RunStep<'handoff'> = (step, context) => {
  const { reason, queue, text, onClosed } = step;
  // Flows of earlier releases have hours of their own.
  const hours = step.hours ?? context.deps.hours?.[queue ?? defaultQueue];
  if (hours && onClosed !== undefined && !isOpen(hours, context.now())) {
    return { kind: 'next', next: onClosed, by: 'onClosed', refused: true };
  }
  return {
    kind: 'handoff',
    handoff: {
      reason: context.render(reason),
      queue: queue ?? null,
      requestedAt: new Date(context.deps.clock.nowMs()).toISOString(),
    },
    plan: planOf(step, context),
    send: text === undefined ? [] : context.reply(context.renderMarked(text)),
  };
};

function planOf(step: StepOf<'handoff'>, { stepId, state }: StepContext): HandoffPlan {
  const { next, timeoutMinutes, onTimeout, afterClose, share = [] } = step;
  const shared = share.map((name): [string, Json] => [name, state.variables[name] ?? null]);
  return {
    stepId,
    ...(next !== undefined && { next }),
    ...(timeoutMinutes !== undefined && { timeoutMinutes }),
    ...(onTimeout !== undefined && { onTimeout }),
    ...(afterClose !== undefined && { afterClose }),
    share: Object.fromEntries(shared),
  };
}

/**
 * Returns the problems of a handoff: an unknown queue, missing companion fields, hours that end before they begin,
 * unknown variables.
 */
export const check: CheckStep<'handoff'> = (step, path, { types, surroundings }) => [
  ...findTemplateProblems(`${path}.reason`, step.reason, types),
  ...findTextProblems(`${path}.text`, step.text, types),
  ...findQueueProblems(step, path, surroundings),
  ...findPairProblems(step, path),
  ...findHoursProblems(step, path),
  ...(step.share ?? []).flatMap((name, n) =>
    types.has(name) ? [] : [problem(`${path}.share.${n}`, 'noVariable', { id: name })],
  ),
];

function findQueueProblems(
  { queue }: StepOf<'handoff'>,
  path: string,
  { queues }: FlowSurroundings,
): FlowProblem[] {
  if (queue === undefined || !queues || queues.includes(queue)) return [];
  return [problem(`${path}.queue`, 'noQueue', { id: queue, known: queues.join(', ') })];
}

function findPairProblems(step: StepOf<'handoff'>, path: string): FlowProblem[] {
  const pairs = [
    ['hours', 'onClosed'],
    ['onTimeout', 'timeoutMinutes'],
  ] as const;
  return pairs.flatMap(([one, other]) =>
    step[one] !== undefined && step[other] === undefined
      ? [problem(`${path}.${one}`, 'noPair', { id: other })]
      : [],
  );
}

function findHoursProblems({ hours = {} }: StepOf<'handoff'>, path: string): FlowProblem[] {
  return findReversedHours(hours).map((at) => ({ path: `${path}.hours.${at}`, message: reversedHours }));
}

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'handoff'> = ({ onClosed, next, onTimeout, afterClose }) => [
  { key: 'onClosed', to: onClosed, isOptional: true },
  { key: 'next', to: next, isOptional: true, waits: true },
  { key: 'onTimeout', to: onTimeout, isOptional: true, waits: true },
  { key: 'afterClose', to: afterClose, isOptional: true, waits: true },
];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'handoff'> = () => [];

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'handoff'> = { reason: '' };

/** Describes the kind in the reference. */
export const document: StepDocument<'handoff'> = {
  about: 'Hands the conversation off to an agent. The flow pauses until the agent returns it.',
  fields: {
    reason: 'The reason shown to agents; a template.',
    queue: 'The queue to wait in: `default`, or one that the tenant names.',
    text: 'The message to the visitor; one text, or one per language.',
    hours:
      "Opening hours of this step, as earlier releases had them. Leave them out: the business hours of the queue apply, which the tenant's handoff settings define once.",
    onClosed: "The next step outside of the queue's business hours, instead of the handoff.",
    next: 'The next step when the agent returns the conversation.',
    timeoutMinutes: 'How long to wait for an agent.',
    onTimeout: 'The next step when no agent has joined in that time.',
    afterClose: 'The next step when the agent closes the conversation, for example a survey.',
    share: 'The variables shown to agents; no others are.',
  },
};
