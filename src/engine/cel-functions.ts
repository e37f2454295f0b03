import type { FlowFunction } from './functions.ts';

/** CEL's own functions and macros that flows are written with, as authors are told of them; a test runs the examples. */
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
