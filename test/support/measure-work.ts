import type { ASTNode } from '@marcbachmann/cel-js';
import {
  errorWork,
  iterationWork,
  nodeWork,
  operatorWork,
  typingWork,
} from '../../src/engine/estimate-cost.ts';
import { boundedChars, boundedNodes } from '../../src/engine/expression-values.ts';
import { environment, estimateWork } from '../../src/engine/expressions.ts';
import { costsOfCalls } from '../../src/engine/functions.ts';
import type { Json } from '../../src/engine/interfaces.ts';
import { type Size, sizeOf, workLimits } from '../../src/engine/size.ts';
import type { Computed } from './random-expressions.ts';

/** What an evaluation really did, in units of work: each visit of a node counted as it happened. */
export interface Measured {
  readonly work: number;
  readonly failed: boolean;
}

type Run = (evaluator: unknown, node: unknown, context: unknown) => unknown;
type Visited = ASTNode & { evaluate: Run };

const macros = new Map([
  ['map', false],
  ['filter', false],
  ['exists_one', false],
  ['all', true],
  ['exists', true],
]);

/** Evaluates an expression and counts its work by the sizes of the values that came up. */
export function measureWork(expression: string, scope: { [name: string]: Json }): Measured {
  const run = environment().parse(expression);
  const meter = new Meter(expression.length);
  meter.watch(run.ast as Visited);
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    const size = sizeOf(run({ ...scope }));
    return {
      work: meter.work + 10 * Math.min(size.nodes, boundedNodes) + Math.min(size.text, boundedChars) / 8,
      failed: false,
    };
  } catch {
    return { work: meter.work, failed: true };
  } finally {
    Error.stackTraceLimit = limit;
  }
}

class Meter {
  work = 0;
  readonly #chars: number;
  readonly #last = new Map<ASTNode, { readonly value: unknown } | null>();

  constructor(chars: number) {
    this.#chars = chars;
  }

  /** Puts a counter before a node's own evaluation, and before those below it. */
  watch(node: Visited, survived = false, iterated = false): void {
    this.#watchBelow(node);
    let inner = node.evaluate;
    let resolving = false;
    const counted: Run = (...args) => {
      // The library finds out on the first visit how a node is evaluated, and calls it again.
      if (resolving) {
        resolving = false;
        return inner.apply(node, args);
      }
      if (iterated) this.work += iterationWork;
      for (const child of below(node)) this.#last.set(child, null);
      this.#last.set(node, null);
      try {
        const value = inner.apply(node, args);
        this.#last.set(node, { value });
        return value;
      } catch (error) {
        if (survived) this.work += errorWork(this.#chars);
        throw error;
      } finally {
        this.work += this.#ownWork(node);
      }
    };
    Object.defineProperty(node, 'evaluate', {
      get: () => counted,
      set: (resolved: Run) => {
        inner = resolved;
        resolving = true;
      },
    });
  }

  #watchBelow(node: ASTNode): void {
    const children = below(node);
    const isMacro = node.op === 'rcall' && macros.has(node.args[0]);
    children.forEach((child, n) => {
      const isBody = isMacro && n > 1;
      const survives = isMacro && macros.get(node.args[0]) === true;
      const isLeft = (node.op === '||' || node.op === '&&') && n === 0;
      this.watch(child as Visited, isLeft || (isBody && survives), isBody && n === 2);
    });
  }

  #ownWork(node: ASTNode): number {
    const children = below(node).map((child) => this.#last.get(child));
    const sizes = children.flatMap((result) => (result ? [sizeOf(result.value)] : []));
    const all = sizes.length === children.length;
    switch (node.op) {
      case 'list':
      case 'map':
        return 60 + 4 * children.length;
      case '.':
      case '[]':
        return nodeWork + 4 + (sizes[1]?.chars ?? 0) / 8;
      case '!_':
      case '-_':
        return nodeWork + (sizes[0] ? typingWork(sizes[0]) : 0);
      case 'call':
      case 'rcall':
        return workOfCall(node.args[0], sizes, all);
      default:
        return nodeWork + (all ? workOfOperator(node.op, pair(sizes)) : 0);
    }
  }
}

function workOfOperator(operator: string, [left, right]: readonly [Size, Size]): number {
  const own = operatorWork[operator]?.(left, right);
  return own === undefined ? 0 : typingWork(left) + typingWork(right) + own;
}

function workOfCall(name: string, sizes: readonly Size[], all: boolean): number {
  const [first] = sizes;
  if (macros.has(name)) return 4 * nodeWork + (first ? typingWork(first) : 0);
  if (!all || name === 'has') return 3 * nodeWork;
  const typing = sizes.reduce((sum, size) => sum + typingWork(size), 0);
  return 3 * nodeWork + typing + (costsOfCalls.get(name)?.(...sizes).work ?? 0);
}

function pair(sizes: readonly Size[]): readonly [Size, Size] {
  return [sizes[0] ?? sizeOf(null), sizes[1] ?? sizeOf(null)];
}

function below(node: ASTNode): ASTNode[] {
  const flat = (args: unknown): ASTNode[] => {
    if (Array.isArray(args)) return args.flatMap(flat);
    const isNode = typeof args === 'object' && args !== null && 'op' in args && 'args' in args;
    return isNode ? [args as ASTNode] : [];
  };
  return flat(node.args);
}

/** How far an evaluation goes beyond its formula, in words; null when it does not. What is refused is not measured. */
export function findExcess({ expression, scope }: Computed): string | null {
  const estimated = estimateWork(expression, (name) => (name in scope ? sizeOf(scope[name]) : null));
  if (estimated > 2 * workLimits.perStep) return null;
  const { work } = measureWork(expression, scope);
  return work <= estimated ? null : `${expression} took ${work} units, the formula says ${estimated}`;
}
