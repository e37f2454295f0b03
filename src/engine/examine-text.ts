import { ExpressionError } from './errors.ts';
import {
  estimateWork,
  evaluate,
  findMistake,
  type Mistake,
  type Scope,
  type VariableTypes,
} from './expressions.ts';
import type { Json } from './interfaces.ts';
import { workLimits } from './size.ts';
import { locateParts, renderTemplate } from './templates.ts';
import { largestSizeOf } from './variables.ts';

/** A text with `{{ … }}` in it, or an expression by itself. */
export type TextSort = 'template' | 'expression';

/** The problems and preview of a text while it is typed. */
export interface Examined {
  /** The problems, each with its position in the text. */
  readonly mistakes: readonly Mistake[];
  /** The result for the given values; absent for a text without expressions, or if it can't be computed. */
  readonly result?: Json;
  /** Why it can't be computed over them, though it is right. */
  readonly failure?: string;
  /** With the largest values: which part of what a step may compute it takes. */
  readonly share: number;
}

/** Looks at a text as its author writes it, with the very functions that a turn uses. */
export function examineText(
  text: string,
  sort: TextSort,
  { types, scope }: { readonly types: VariableTypes; readonly scope: Scope },
): Examined {
  const parts = partsOf(text, sort);
  if ('message' in parts) return { mistakes: [parts], share: 0 };
  const mistakes = parts.flatMap(({ expression, from }) => {
    const found = findMistake(expression, types);
    return found ? [{ message: found.message, from: from + found.from, to: from + found.to }] : [];
  });
  if (parts.length === 0 || mistakes.length > 0) return { mistakes, share: 0 };
  const share =
    Math.max(...parts.map(({ expression }) => estimateWork(expression, largestSizeOf))) / workLimits.perStep;
  try {
    const result =
      sort === 'expression'
        ? evaluate(text.trim(), scope)
        : renderTemplate(text, (expression) => evaluate(expression, scope));
    return { mistakes, share, result };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { mistakes, share, failure: error.message };
  }
}

interface Part {
  readonly expression: string;
  readonly from: number;
}

function partsOf(text: string, sort: TextSort): readonly Part[] | Mistake {
  if (sort === 'expression') {
    const expression = text.trim();
    return expression === '' ? [] : [{ expression, from: text.indexOf(expression) }];
  }
  try {
    return locateParts(text).filter((part): part is Part => 'expression' in part);
  } catch (error) {
    const open = Math.max(0, text.lastIndexOf('{{'));
    const message = error instanceof Error ? error.message : String(error);
    return { message, from: open, to: text.length };
  }
}
