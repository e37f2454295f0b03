import type { StepOf } from '../../contract/flow.ts';
import type { CheckStep, FlowSurroundings } from './facts.ts';
import type { FlowFault } from './fault.ts';
import { findTemplateFaults, findTextFaults } from './texts.ts';

/** What is wrong with a handoff: a queue that is not there, fields that need each other, hours that end before they begin, unknown variables. */
export const checkHandoff: CheckStep<'handoff'> = (step, path, { types, surroundings }) => [
  ...findTemplateFaults(`${path}.reason`, step.reason, types),
  ...findTextFaults(`${path}.text`, step.text, types),
  ...findQueueFaults(step, path, surroundings),
  ...findPairFaults(step, path),
  ...findHoursFaults(step, path),
  ...(step.share ?? []).flatMap((name, n) =>
    types.has(name) ? [] : [{ path: `${path}.share.${n}`, message: `there is no variable ${name}` }],
  ),
];

function findQueueFaults(
  { queue }: StepOf<'handoff'>,
  path: string,
  { queues }: FlowSurroundings,
): FlowFault[] {
  if (queue === undefined || !queues || queues.includes(queue)) return [];
  const message = `there is no queue ${queue}; the tenant has ${queues.join(', ')}`;
  return [{ path: `${path}.queue`, message }];
}

function findPairFaults(step: StepOf<'handoff'>, path: string): FlowFault[] {
  const pairs = [
    ['hours', 'onClosed'],
    ['onClosed', 'hours'],
    ['onTimeout', 'timeoutMinutes'],
  ] as const;
  return pairs.flatMap(([one, other]) =>
    step[one] !== undefined && step[other] === undefined
      ? [{ path: `${path}.${one}`, message: `does nothing without ${other}` }]
      : [],
  );
}

function findHoursFaults({ hours = {} }: StepOf<'handoff'>, path: string): FlowFault[] {
  return Object.entries(hours).flatMap(([day, ranges]) =>
    (ranges ?? []).flatMap((range, n) => {
      const [from = '', to = ''] = range.split('-');
      if (from < to) return [];
      const message = 'ends before it begins: a night is two ranges, until 24:00 and from 00:00';
      return [{ path: `${path}.hours.${day}.${n}`, message }];
    }),
  );
}
