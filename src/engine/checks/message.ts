import type { CheckStep } from './facts.ts';
import { findTextFaults } from './texts.ts';

/** What is wrong with a message. */
export const checkMessage: CheckStep<'message'> = ({ text }, path, { types }) =>
  findTextFaults(`${path}.text`, text, types);
