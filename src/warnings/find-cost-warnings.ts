import type { FlowDefinition } from '../contract/flow.ts';
import type { FlowFault } from '../engine/checks/fault.ts';
import { largestSizesIn } from '../engine/cost/largest-sizes.ts';
import { type Size, workLimits } from '../engine/cost/size.ts';
import { ExpressionError } from '../engine/errors.ts';
import { estimateWork } from '../engine/expressions.ts';
import { parseTemplate } from '../engine/templates.ts';

/** Where a step keeps expressions; any other text of it is a template. */
const expressionKeys = new Set(['when', 'from', 'min', 'max', 'after', 'before']);
const assignmentKeys = new Set(['assign', 'input', 'saveAs']);

/**
 * Expressions that would be refused with the largest values that the flow's variables and messages can have. They are right, and
 * with smaller ones they run.
 * @see design 4
 */
export function findCostWarnings(flow: FlowDefinition): FlowFault[] {
  const sizes = largestSizesIn(flow);
  return Object.entries(flow.steps).flatMap(([id, step]) => findIn(step, `steps.${id}`, sizes, false));
}

type Sizes = (name: string) => Size;

function findIn(value: unknown, path: string, sizes: Sizes, isExpression: boolean): FlowFault[] {
  if (typeof value === 'string') {
    try {
      return (isExpression ? [value] : expressionsOf(value)).flatMap((expression) =>
        warn(path, expression, sizes),
      );
    } catch (error) {
      // What can't be read is a fault, and told as one.
      if (error instanceof ExpressionError) return [];
      throw error;
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    findIn(item, `${path}.${key}`, sizes, isExpression || isExpressionKey(key, item)),
  );
}

/** A question's `saveAs` is a name. */
const isExpressionKey = (key: string, item: unknown) =>
  typeof item === 'object' ? assignmentKeys.has(key) : expressionKeys.has(key);

function expressionsOf(template: string): string[] {
  if (!template.includes('{{')) return [];
  return parseTemplate(template).flatMap((part) => ('expression' in part ? [part.expression] : []));
}

function warn(path: string, expression: string, sizes: Sizes): FlowFault[] {
  const work = estimateWork(expression, sizes);
  if (work <= workLimits.perStep || !Number.isFinite(work)) return [];
  const times = Math.ceil(work / workLimits.perStep).toLocaleString('en');
  const message = `${JSON.stringify(expression)} is refused when its values are large: with the largest it takes ${times} times what a step may compute`;
  return [{ path, message }];
}
