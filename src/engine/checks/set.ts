import type { CheckStep } from './facts.ts';
import { findAssignFaults } from './texts.ts';

/** What is wrong with assignments. */
export const checkSet: CheckStep<'set'> = ({ assign }, path, { types }) =>
  findAssignFaults(`${path}.assign`, assign, types);
