import { ExpressionError } from './errors.ts';
import type { Json } from './interfaces.ts';

/** The size, or maximum size, of a value: the input of a cost formula. */
export interface Size {
  /** Characters of a text, bytes of `bytes`. */
  readonly chars: number;
  /** Elements of a list, entries of a map. */
  readonly items: number;
  /** Values in all, itself counted. */
  readonly nodes: number;
  /** Characters in all: texts and keys. */
  readonly text: number;
  /** Entries of the largest map that it is or holds. */
  readonly keys: number;
  /** Characters of its longest key. */
  readonly keyChars: number;
  readonly depth: number;
  /** The largest that one of its elements can be. */
  readonly part: Size | null;
  /** The very value, where it is known before the evaluation. */
  readonly value?: Json | undefined;
  /** The sizes of its members, where only those are known. */
  readonly members?: { readonly [key: string]: Size };
}

/** A number, a truth, nothing. */
export const scalar: Size = {
  chars: 0,
  items: 0,
  nodes: 1,
  text: 0,
  keys: 0,
  keyChars: 0,
  depth: 0,
  part: null,
};

/** A text of at most so many characters. */
export const textOf = (chars: number): Size => ({ ...scalar, chars, text: chars });

/** A list of at most so many elements, none larger than `part`. */
export function listOf(items: number, part: Size | null): Size {
  const each = part ?? scalar;
  return {
    ...scalar,
    items,
    nodes: 1 + items * each.nodes,
    text: items * each.text,
    keys: each.keys,
    keyChars: each.keyChars,
    depth: each.depth + 1,
    part,
  };
}

/** The size of a value that may be either. */
export function either(a: Size | null, b: Size | null): Size | null {
  if (a === null || b === null) return a ?? b;
  return { ...largerOf(a, b), part: either(a.part, b.part) };
}

/** The size of both as one: what `+` makes of them. */
export function both(a: Size, b: Size): Size {
  return {
    ...largerOf(a, b),
    chars: a.chars + b.chars,
    items: a.items + b.items,
    nodes: a.nodes + b.nodes,
    text: a.text + b.text,
    part: either(a.part, b.part),
  };
}

const measured = new WeakMap<object, Size>();

/** The size of a value as it stands; of a list or map it is found when it is asked for, and once. */
export function sizeOf(value: unknown): Size {
  if (typeof value === 'string') return { ...scalar, chars: value.length, text: value.length, value };
  if (typeof value === 'bigint') return { ...scalar, value: Number(value) };
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return { ...scalar, value };
  if (typeof value !== 'object') return scalar;
  const known = measured.get(value);
  if (known) return known;
  if (value instanceof Uint8Array) return textOf(value.length);
  const prototype: unknown = Object.getPrototypeOf(value);
  // A date, a duration or another single value of CEL.
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return scalar;
  const size = new SizeOfParts(value as Composite);
  measured.set(value, size);
  return size;
}

type Composite = readonly Json[] | { readonly [key: string]: Json };

class SizeOfParts implements Size {
  readonly chars = 0;
  readonly value: Composite;
  readonly items: number;
  nodes = 1;
  text = 0;
  readonly keys: number;
  keyChars = 0;
  depth = 1;
  #part: Size | null | undefined;

  constructor(value: Composite) {
    this.value = value;
    const entries = Object.entries(value);
    this.items = entries.length;
    let keys = Array.isArray(value) ? 0 : entries.length;
    for (const [key, item] of entries) {
      const size = sizeOf(item);
      this.nodes += size.nodes;
      this.text += size.text;
      this.keyChars = Math.max(this.keyChars, size.keyChars);
      this.depth = Math.max(this.depth, size.depth + 1);
      keys = Math.max(keys, size.keys);
      if (Array.isArray(value)) continue;
      this.text += key.length;
      this.keyChars = Math.max(this.keyChars, key.length);
    }
    this.keys = keys;
  }

  get part(): Size | null {
    this.#part ??= Object.values(this.value).reduce<Size | null>(
      (largest, item) => either(largest, withoutValue(sizeOf(item))),
      null,
    );
    return this.#part;
  }
}

const withoutValue = (size: Size): Size => ({ ...largerOf(size, size), part: size.part });

function largerOf(a: Size, b: Size): Omit<Size, 'part' | 'value' | 'members'> {
  return {
    chars: Math.max(a.chars, b.chars),
    items: Math.max(a.items, b.items),
    nodes: Math.max(a.nodes, b.nodes),
    text: Math.max(a.text, b.text),
    keys: Math.max(a.keys, b.keys),
    keyChars: Math.max(a.keyChars, b.keyChars),
    depth: Math.max(a.depth, b.depth),
  };
}

/**
 * Work is counted in units of some ten nanoseconds of one core of 2024, and never more than twenty: `npm run
 * search:cost` looks for the inputs whose units are dearest. Counted, not timed, so that the same flow is refused or
 * runs the same way on every machine.
 * @see design 4, docs/decisions/bounded-expressions.md
 */
export const workLimits = {
  /** At most 20 ms: an expression, a template, a pattern; all those of one step together. */
  perStep: 1_000_000,
  /** At most 150 ms. */
  perTurn: 7_500_000,
} as const;

/** The maximum cost of a part of an expression, and the size of its result. */
export interface Cost {
  readonly work: number;
  readonly size: Size;
}

/** The remaining budget. Costs of a step are also charged to its turn. */
export class WorkBudget {
  #left: number;
  readonly #whole: WorkBudget | null;

  /** By default the budget of one turn. */
  constructor(work: number = workLimits.perTurn, whole: WorkBudget | null = null) {
    this.#left = work;
    this.#whole = whole;
  }

  /** @throws ExpressionError when more is asked for than is left; nothing is spent then */
  spend(work: number): void {
    // Not `work > left`: what is not a number must not pass.
    if (!(work <= this.#left)) {
      throw new ExpressionError(
        this.#whole === null
          ? 'the turn computes too much'
          : `too much to compute: ${Math.round(work)} units of work, ${Math.floor(this.#left)} are left of the step's ${workLimits.perStep}`,
      );
    }
    this.#whole?.spend(work);
    this.#left -= work;
  }
}

/** The budget of one step, of which there are several in a turn. */
export const stepBudget = (turn: WorkBudget = new WorkBudget()): WorkBudget =>
  new WorkBudget(workLimits.perStep, turn);
