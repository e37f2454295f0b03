import type { CheckStep } from './facts.ts';
import { findTextFaults } from './texts.ts';

/** What is wrong with an end. */
export const checkEnd: CheckStep<'end'> = ({ text }, path, { types }) =>
  findTextFaults(`${path}.text`, text, types);
