import type { TextSort } from './examine-text.ts';
import type { Scope, VariableTypes } from './expressions.ts';
import { type FlowFunction, flowFunctions, nameOf } from './functions.ts';
import type { Json } from './interfaces.ts';
import type { VariablesAt } from './variables.ts';

/** Something that may be written next. */
export type Completion =
  | {
      readonly kind: 'variable' | 'field';
      readonly name: string;
      /** The CEL type; `dyn` if unknown. */
      readonly type: string;
      readonly example?: Json;
      /** Whether every path to this step sets it. */
      readonly isSure: boolean;
    }
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly signature: string;
      readonly about: string;
      readonly example: string;
    };

export interface Completions {
  /** The start of the word that a suggestion replaces. */
  readonly from: number;
  readonly options: readonly Completion[];
  /** Whether the suggestion must add `}}`. */
  readonly isOpen: boolean;
}

/** The names available to an expression at a step. */
export interface Surroundings {
  readonly types: VariableTypes;
  readonly scope: Scope;
  /** Null where it could be any. */
  readonly known: VariablesAt | null;
  /** Names that only this field has: `response`, `item`. */
  readonly extra: readonly string[];
}

/** Returns the suggestions at a position in a text; null outside of expressions. */
export function completeText(
  text: string,
  at: number,
  sort: TextSort,
  surroundings: Surroundings,
): Completions | null {
  const start = sort === 'expression' ? 0 : text.lastIndexOf('{{', at - 1) + 2;
  const before = text.slice(start, at);
  if (sort === 'template' && (start === 1 || isClosed(before))) return null;
  if (isInQuotes(before)) return null;
  const [written = '', path = ''] = /((?:[A-Za-z_]\w*\.)*)[A-Za-z_]?\w*$/.exec(before) ?? [];
  if (/[\w)\]"']$/.test(before.slice(0, before.length - written.length)) && written !== '' && path === '')
    return null;
  const isOpen = sort === 'template' && !/^[^{]*\}\}/.test(text.slice(at));
  const from = at - (written.length - path.length);
  const isMember = path !== '' || before.charAt(from - start - 1) === '.';
  const options = isMember ? membersOf(path, surroundings) : namesOf(surroundings);
  return options.length === 0 ? null : { from, options, isOpen };
}

const isClosed = (before: string) => before.replaceAll(/"[^"]*"|'[^']*'/g, '').includes('}}');

function isInQuotes(before: string): boolean {
  let quote: string | null = null;
  for (let n = 0; n < before.length; n += 1) {
    const char = before.charAt(n);
    if (quote !== null && char === '\\') n += 1;
    else if (char === quote) quote = null;
    else if (quote === null && (char === '"' || char === "'")) quote = char;
  }
  return quote !== null;
}

function namesOf({ types, scope, known, extra }: Surroundings): readonly Completion[] {
  const names = known ? [...types.keys()].filter((name) => known.sometimes.has(name)) : [...types.keys()];
  return [
    ...[...extra, ...names].map(
      (name): Completion => ({
        kind: 'variable',
        name,
        type: types.get(name) ?? 'dyn',
        ...exampleOf(scope, name),
        isSure: extra.includes(name) || !known || known.always.has(name),
      }),
    ),
    ...functions.filter(({ signature }) => !isMethod(signature)).map(asCompletion),
  ];
}

/** Keys of an object whose value is at hand, and what can be asked of texts and lists. */
function membersOf(path: string, { scope }: Surroundings): readonly Completion[] {
  let value: Json | undefined = path === '' ? undefined : { ...scope };
  for (const key of path.split('.').slice(0, -1))
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (isObject(value)) {
    const found = value;
    return Object.keys(found).map((name) => ({
      kind: 'field',
      name,
      type: typeOfValue(found[name]),
      ...exampleOf(found, name),
      isSure: true,
    }));
  }
  const receiver = Array.isArray(value) ? 'list' : typeof value === 'string' ? 'string' : null;
  return functions
    .filter(
      ({ signature }) => isMethod(signature) && (receiver === null || signature.startsWith(`${receiver}.`)),
    )
    .map(asCompletion);
}

type Described = Pick<FlowFunction, 'signature' | 'about' | 'example'>;

/** CEL's own functions and macros, as documented for authors; a test runs the examples. */
export const celFunctions: readonly Pick<FlowFunction, 'signature' | 'about' | 'example'>[] = [
  {
    signature: 'size(value): int',
    about: 'how many letters a text has, or entries a list',
    example: ['size("Ada")', 3],
  },
  {
    signature: 'has(object.key): bool',
    about: 'whether an object has a key',
    example: ['[{"a": 1}].exists(o, has(o.b))', false],
  },
  { signature: 'string(value): string', about: 'a value as a text', example: ['string(5)', '5'] },
  { signature: 'int(value): int', about: 'a text as a whole number', example: ['int("5") + 1', 6] },
  { signature: 'double(value): double', about: 'a text as a number', example: ['double("1.5") * 2', 3] },
  {
    signature: 'string.contains(string): bool',
    about: 'whether a text has another in it',
    example: ['"order 1001".contains("1001")', true],
  },
  {
    signature: 'string.startsWith(string): bool',
    about: 'whether a text begins with another',
    example: ['"order 1001".startsWith("order")', true],
  },
  {
    signature: 'string.endsWith(string): bool',
    about: 'whether a text ends with another',
    example: ['"order 1001".endsWith("1001")', true],
  },
  {
    signature: 'string.lowerAscii(): string',
    about: 'a text in small letters',
    example: ['"ADA".lowerAscii()', 'ada'],
  },
  {
    signature: 'string.upperAscii(): string',
    about: 'a text in capital letters',
    example: ['"ada".upperAscii()', 'ADA'],
  },
  {
    signature: 'string.trim(): string',
    about: 'a text without spaces around it',
    example: ['"  Ada ".trim()', 'Ada'],
  },
  {
    signature: 'string.split(string): list',
    about: 'a text as a list of its parts',
    example: ['"a,b".split(",")', ['a', 'b']],
  },
  {
    signature: 'string.substring(int, int): string',
    about: 'letters of a text, from one to before another',
    example: ['"Lovelace".substring(0, 4)', 'Love'],
  },
  {
    signature: 'list.map(name, value): list',
    about: 'a list made of each entry',
    example: ['[1, 2].map(n, n * 10)', [10, 20]],
  },
  {
    signature: 'list.filter(name, condition): list',
    about: 'the entries for which a condition holds',
    example: ['[1, 2, 3].filter(n, n > 1)', [2, 3]],
  },
  {
    signature: 'list.all(name, condition): bool',
    about: 'whether a condition holds for all entries',
    example: ['[1, 2].all(n, n > 0)', true],
  },
  {
    signature: 'list.exists(name, condition): bool',
    about: 'whether it holds for one entry at least',
    example: ['[1, 2].exists(n, n > 1)', true],
  },
  {
    signature: 'list.exists_one(name, condition): bool',
    about: 'whether it holds for one entry alone',
    example: ['[1, 2].exists_one(n, n > 1)', true],
  },
];

/** Each once: of those that are alike for several types the first. */
const functions: readonly Described[] = [
  ...new Map(
    [...flowFunctions, ...celFunctions].toReversed().map((one) => [nameOf(one.signature), one]),
  ).values(),
].toReversed();

const isMethod = (signature: string) => /^\w+\./.test(signature);

function asCompletion({ signature, about, example: [expression, value] }: Described): Completion {
  const example = `${expression} → ${JSON.stringify(value)}`;
  return { kind: 'function', name: nameOf(signature), signature, about, example };
}

function exampleOf(values: { readonly [name: string]: Json }, name: string): { readonly example?: Json } {
  const example = Object.hasOwn(values, name) ? values[name] : undefined;
  return example === undefined || example === null ? {} : { example };
}

function typeOfValue(value: Json | undefined): string {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'map';
  return { string: 'string', number: 'double', boolean: 'bool' }[typeof value as string] ?? 'dyn';
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
