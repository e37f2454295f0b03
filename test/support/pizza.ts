import { readFileSync } from 'node:fs';
import { flowDefinition } from '../../src/contract/flow.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';

/** A flow with every kind of step. */
export const pizzaFlow = flowDefinition.parse(
  JSON.parse(readFileSync(new URL('../engine/fixtures/pizza.json', import.meta.url), 'utf8')),
);

/** A conversation that waits for the number of pizzas; the answer leads through an http and an llm step to the end. */
export const counting: FlowState = {
  status: 'active',
  flow: { id: 'pizza', version: 1, stepId: 'count' },
  variables: { size: 's', total: 0 },
  attempts: 0,
  handoff: null,
  history: [],
};
