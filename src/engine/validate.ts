import { type FlowDefinition, flowDefinition } from '../contract/flow.ts';
import type { FlowFault } from './checks/fault.ts';
import { findGraphFaults } from './checks/graph.ts';
import { describeIssues } from './checks/schema.ts';
import { findStepFaults } from './checks/steps.ts';
import { findTriggerFaults } from './checks/triggers.ts';
import { findVariableFaults } from './checks/variables.ts';

export type FlowValidation =
  | { readonly ok: true; readonly flow: FlowDefinition }
  | { readonly ok: false; readonly errors: readonly FlowFault[] };

/**
 * Validates a definition before it is published, so that a flow that runs can't go astray; throws nothing.
 * @see design 4, static validation
 */
export function validateFlow(definition: unknown): FlowValidation {
  const parsed = flowDefinition.safeParse(definition);
  if (!parsed.success) return { ok: false, errors: describeIssues(parsed.error.issues) };
  const flow = parsed.data;
  const errors = [
    ...findGraphFaults(flow),
    ...findTriggerFaults(flow),
    ...findVariableFaults(flow),
    ...Object.entries(flow.steps).flatMap(([stepId, step]) => findStepFaults(flow, stepId, step)),
  ];
  return errors.length === 0 ? { ok: true, flow } : { ok: false, errors };
}
