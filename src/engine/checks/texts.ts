import type { Text } from '../../contract/steps/parts.ts';
import { checkExpression, type VariableTypes } from '../expressions.ts';
import { parseTemplate, textsOf } from '../templates.ts';
import type { FlowFault } from './fault.ts';

/** What is wrong with an expression. */
export function findExpressionFaults(path: string, expression: string, types: VariableTypes): FlowFault[] {
  const message = checkExpression(expression, types);
  return message === null ? [] : [{ path, message }];
}

/** The same for expressions by the name of what they are assigned to. */
export function findAssignFaults(
  path: string,
  assign: Readonly<Record<string, string>> | undefined,
  types: VariableTypes,
): FlowFault[] {
  return Object.entries(assign ?? {}).flatMap(([name, expression]) =>
    findExpressionFaults(`${path}.${name}`, expression, types),
  );
}

/** What is wrong with a template and the expressions in it. */
export function findTemplateFaults(
  path: string,
  template: string | undefined,
  types: VariableTypes,
): FlowFault[] {
  if (template === undefined) return [];
  try {
    return parseTemplate(template).flatMap((part) =>
      'expression' in part ? findExpressionFaults(path, part.expression, types) : [],
    );
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }];
  }
}

/** The same for a text in every language that it is written in. */
export function findTextFaults(path: string, text: Text | undefined, types: VariableTypes): FlowFault[] {
  return text === undefined
    ? []
    : textsOf(text).flatMap(({ key, template }) => findTemplateFaults(path + key, template, types));
}

/** The same for every string in a JSON value. */
export function findBodyFaults(path: string, body: unknown, types: VariableTypes): FlowFault[] {
  if (typeof body === 'string') return findTemplateFaults(path, body, types);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, item]) => findBodyFaults(`${path}.${key}`, item, types));
}
