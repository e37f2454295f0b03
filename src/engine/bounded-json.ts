import { limits } from '../contract/limits.ts';
import { ExpressionError } from './errors.ts';
import type { Json } from './interfaces.ts';

/** What one value of a flow may hold; expressions over it then end in bounded time. */
const bounds = { depth: 20, nodes: 10_000, listLength: 1_000, chars: 256 * 1024 } as const;

/** What a visitor may send along: less than a flow's own values, since anybody chooses it. @see design 4 */
export const metadataBounds: Bounds = {
  ...bounds,
  nodes: limits.metadataNodes,
  listLength: limits.metadataListItems,
};

interface Bounds {
  readonly depth: number;
  readonly nodes: number;
  readonly listLength: number;
  readonly chars: number;
}

/** More values, or characters, than this are not copied but refused. */
export const boundedNodes = bounds.nodes;
export const boundedChars = bounds.chars;

/** Keys that other people's code takes for the object's own class: dropped, wherever they come from. */
const treacherousKeys = new Set(['__proto__', 'constructor']);

interface Budget {
  nodes: number;
  chars: number;
  readonly bounds: Bounds;
}

/**
 * Copies a value as plain JSON; what JSON has no word for (undefined, functions) becomes null.
 * @throws ExpressionError for what is too large, too deep, or not a value at all
 */
export function boundedJson(value: unknown, within: Bounds = bounds): Json {
  return copy(value, { nodes: within.nodes, chars: within.chars, bounds: within }, 0);
}

function copy(value: unknown, budget: Budget, depth: number): Json {
  budget.nodes -= 1;
  if (budget.nodes < 0 || depth > budget.bounds.depth) throw new ExpressionError('a value is too large');
  switch (typeof value) {
    case 'string':
      return spend(value, budget);
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return wholeNumber(value);
    case 'object':
      return copyObject(value, budget, depth);
    default:
      return null;
  }
}

function copyObject(value: object | null, budget: Budget, depth: number): Json {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    if (value.length > budget.bounds.listLength) throw new ExpressionError('a list is too long');
    return value.map((item) => copy(item, budget, depth + 1));
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new ExpressionError('the result is not a value that a variable can hold');
  }
  // Of all of the engine this runs most often: pairs and their lists would take three times as long.
  const copied: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    if (treacherousKeys.has(key)) continue;
    copied[spend(key, budget)] = copy(Reflect.get(value, key), budget, depth + 1);
  }
  return copied;
}

function spend(text: string, budget: Budget): string {
  budget.chars -= text.length;
  if (budget.chars < 0) throw new ExpressionError('a value is too large');
  return text;
}

/** CEL's integers are 64 bits wide, JSON's only 53: those in between keep their digits as text. */
function wholeNumber(value: bigint): number | string {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  if (value !== BigInt.asIntN(64, value)) throw new ExpressionError('a number is too large');
  return String(value);
}
