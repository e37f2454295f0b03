import type { CheckStep } from './facts.ts';
import { findExpressionFaults } from './texts.ts';

/** What is wrong with conditions. */
export const checkBranch: CheckStep<'branch'> = ({ branches }, path, { types }) =>
  branches.flatMap(({ when }, n) => findExpressionFaults(`${path}.branches.${n}.when`, when, types));
