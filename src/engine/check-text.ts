import type { Step } from '../contract/flow.ts';
import type { Text } from '../contract/steps/parts.ts';
import { findMistake, type VariableTypes } from './expressions.ts';
import type { FlowProblem } from './problems.ts';
import { parseTemplate, textsOf } from './templates.ts';

/** The flow's surroundings; empty for a flow on its own. */
export interface FlowSurroundings {
  /** The tenant's secrets for flows, and the hosts that each may be sent to. */
  readonly secrets?: Readonly<Record<string, { readonly hosts: readonly string[] }>>;
  /** The tenant's flows. */
  readonly flowIds?: ReadonlySet<string>;
  /** Names of the tenant's queues that handoffs wait in. */
  readonly queues?: readonly string[];
  /** Why an address can't be called; null when it can. */
  readonly refusedAddress?: (address: string) => string | null;
}

/** What the check of one step can use of the other steps. */
export interface Facts {
  /** The variables that expressions may name, with their types as far as they are known. */
  readonly types: VariableTypes;
  /** The flow's steps. */
  readonly steps: Readonly<Record<string, Step>>;
  readonly surroundings: FlowSurroundings;
}

/** Returns the problems of an expression. */
export function findExpressionProblems(
  path: string,
  expression: string,
  types: VariableTypes,
): FlowProblem[] {
  const found = findMistake(expression, types);
  if (!found) return [];
  const { from: _, to: __, ...problem } = found;
  return [{ path, ...problem }];
}

/** The same for expressions by the name of what they are assigned to. */
export function findAssignProblems(
  path: string,
  assign: Readonly<Record<string, string>> | undefined,
  types: VariableTypes,
): FlowProblem[] {
  return Object.entries(assign ?? {}).flatMap(([name, expression]) =>
    findExpressionProblems(`${path}.${name}`, expression, types),
  );
}

/** Returns the problems of a template and its expressions. */
export function findTemplateProblems(
  path: string,
  template: string | undefined,
  types: VariableTypes,
): FlowProblem[] {
  if (template === undefined) return [];
  try {
    return parseTemplate(template).flatMap((part) =>
      'expression' in part ? findExpressionProblems(path, part.expression, types) : [],
    );
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }];
  }
}

/** The same for a text in every language that it is written in. */
export function findTextProblems(path: string, text: Text | undefined, types: VariableTypes): FlowProblem[] {
  return text === undefined
    ? []
    : textsOf(text).flatMap(({ key, template }) => findTemplateProblems(path + key, template, types));
}

/** The same for every string in a JSON value. */
export function findBodyProblems(path: string, body: unknown, types: VariableTypes): FlowProblem[] {
  if (typeof body === 'string') return findTemplateProblems(path, body, types);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, item]) => findBodyProblems(`${path}.${key}`, item, types));
}
