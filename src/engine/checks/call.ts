import { nearest } from '../../contract/in-words.ts';
import type { CheckStep } from './facts.ts';
import { findAssignFaults } from './texts.ts';

/** What is wrong with a call of another flow. */
export const checkCall: CheckStep<'call'> = ({ flow, input, saveAs }, path, { types, surroundings }) => {
  const { flowIds } = surroundings;
  const near = flowIds && nearest(flow, [...flowIds]);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return [
    ...(flowIds && !flowIds.has(flow)
      ? [{ path: `${path}.flow`, message: `there is no flow ${flow}${hint}` }]
      : []),
    ...findAssignFaults(`${path}.input`, input, types),
    ...findAssignFaults(`${path}.saveAs`, saveAs, new Map([...types, ['result', 'map']])),
  ];
};
