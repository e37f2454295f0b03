import type { CheckStep } from './facts.ts';

/** A wait has nothing that its schema and the graph don't check. */
export const checkWait: CheckStep<'wait'> = () => [];
