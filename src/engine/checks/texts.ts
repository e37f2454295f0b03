import { checkExpression } from '../expressions.ts';
import { parseTemplate } from '../templates.ts';
import type { FlowFault } from './fault.ts';

/** What is wrong with an expression. */
export function findExpressionFaults(
  path: string,
  expression: string,
  names: ReadonlySet<string>,
): FlowFault[] {
  const message = checkExpression(expression, names);
  return message === null ? [] : [{ path, message }];
}

/** What is wrong with a template and the expressions in it. */
export function findTemplateFaults(
  path: string,
  template: string | undefined,
  names: ReadonlySet<string>,
): FlowFault[] {
  if (template === undefined) return [];
  try {
    return parseTemplate(template).flatMap((part) =>
      'expression' in part ? findExpressionFaults(path, part.expression, names) : [],
    );
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }];
  }
}

/** The same for every string in a JSON value. */
export function findBodyFaults(path: string, body: unknown, names: ReadonlySet<string>): FlowFault[] {
  if (typeof body === 'string') return findTemplateFaults(path, body, names);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, item]) => findBodyFaults(`${path}.${key}`, item, names));
}
