import { limits } from '../contract/limits.ts';
import { ExpressionError } from './errors.ts';
import type { Json } from './interfaces.ts';

/** Limits of a single value, so that every expression over it ends in bounded time. */
const bounds = { depth: 20, nodes: 10_000, listLength: 1_000, chars: 256 * 1024 } as const;

/** The maximum size of visitors' metadata: smaller than a flow's own values, since it is untrusted. @see design 4 */
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

/**
 * Copies a value as plain JSON; what JSON has no word for (undefined, functions) becomes null.
 * @param left the rest of a larger value's bounds, at its depth
 * @throws ExpressionError for what is too large, too deep, or not a value at all
 */
export function boundedJson(
  value: unknown,
  within: Bounds = bounds,
  left = { nodes: within.nodes, chars: within.chars },
  depth = 0,
): Json {
  left.nodes -= 1;
  if (typeof value === 'string') left.chars -= value.length;
  if (left.nodes < 0 || left.chars < 0 || depth > within.depth)
    throw new ExpressionError('a value is too large');
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value !== 'object' || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    if (value.length > within.listLength) throw new ExpressionError('a list is too long');
    return value.map((item) => boundedJson(item, within, left, depth + 1));
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new ExpressionError('the result is not a value that a variable can hold');
  // This is the engine's hottest loop: `Object.entries` takes three times as long.
  const copied: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    if (treacherousKeys.has(key)) continue;
    left.chars -= key.length;
    copied[key] = boundedJson(Reflect.get(value, key), within, left, depth + 1);
  }
  return copied;
}

/** CEL's integers are 64 bits wide, JSON's only 53: those in between keep their digits as text. */
function wholeNumber(value: bigint): number | string {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  if (value !== BigInt.asIntN(64, value)) throw new ExpressionError('a number is too large');
  return String(value);
}

/** Formats are dear to make and cheap to keep: a few zones, however many tenants. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The present time on a zone's clock, as flows see it:
 * `{"date": "2025-01-31", "time": "14:05", "weekday": "friday", "year": 2025, "month": 1, "day": 31, "hour": 14, "minute": 5}`.
 * @throws RangeError for a zone that is none
 */
export function nowIn(timeZone: string, nowMs: number): { readonly [key: string]: Json } {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      ...{ timeZone, hourCycle: 'h23', weekday: 'long' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    });
    formats.set(timeZone, format);
  }
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of format.formatToParts(nowMs)) parts[type] = value;
  const { year = '', month = '', day = '', hour = '', minute = '', weekday = '' } = parts;
  return {
    date: `${year}-${month}-${day}`,
    time: `${hour}:${minute}`,
    weekday: weekday.toLowerCase(),
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  };
}

/** A value as a person reads it: null is nothing, lists and objects are JSON. */
export function textOf(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'number') return writeNumber(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** More than a person would write. */
const large = 1e24;
let digits: Intl.NumberFormat | undefined;

/**
 * A number as a person writes it: no exponent up to 10^24, and without the digits that only binary fractions have
 * (`0.1 + 0.2` is 0.3). At most 25 characters.
 */
export function writeNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value);
  if (!Number.isFinite(value)) return '';
  // A double is exact to 15 digits.
  const rounded = Number(value.toPrecision(15));
  const plain = String(rounded);
  if (!plain.includes('e')) return plain;
  if (Math.abs(rounded) >= large) return plain.replace('e+', 'e');
  digits ??= new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });
  const written = digits.format(rounded);
  return written === '-0' ? '0' : written;
}

/** The size of a node's result, its children included. */
export type Evaluate = (evaluator: Evaluator, node: LibraryNode, context: unknown) => unknown;
interface Evaluator {
  run(node: LibraryNode, context: unknown): unknown;
}
/** The sizes of a node's operands; a function has them in a list. */
export type Handle = (...valuesAndContext: readonly unknown[]) => unknown;
/** The overloads of a node's operator. */
export interface Candidates {
  findBinaryOverload(left: unknown, right: unknown): { readonly handler: Handle } | false;
}
/** A node of a parsed expression as the CEL library's evaluator uses it. */
export interface LibraryNode {
  readonly op: string;
  readonly args: unknown;
  readonly meta: { readonly evaluate: Evaluate };
  readonly candidates: Candidates;
  evaluate: Evaluate;
}

/** Wraps the evaluation of a node with those below it; the library replaces `evaluate` when it is called first. */
export function wrap(node: LibraryNode, around: (inner: Evaluate) => Evaluate): void {
  let inner: Evaluate = node.evaluate;
  const wrapped = around((evaluator, self, context) => inner.call(node, evaluator, self, context));
  Object.defineProperty(node, 'evaluate', {
    configurable: true,
    get: () => wrapped,
    set: (next: Evaluate) => {
      inner = next;
    },
  });
}

/** Wraps what computes a node's value from those below it; the library finds it when it checks the types. */
export function wrapHandle(node: LibraryNode, around: (handle: Handle) => Handle): void {
  let handle: Handle | undefined;
  Object.defineProperty(node, 'handle', {
    get: () => handle,
    set: (found: Handle) => {
      handle = around(found);
    },
  });
}

/** The nodes right below one, from its arguments. */
export function childrenOf(args: unknown): LibraryNode[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf);
  return typeof args === 'object' && args !== null && 'op' in args && 'args' in args
    ? [args as unknown as LibraryNode]
    : [];
}
