import type { Json } from '../../src/engine/interfaces.ts';

/** An expression and values for its variables, both made of one row of numbers: what a search can change a little. */
export interface Computed {
  readonly expression: string;
  readonly scope: { [name: string]: Json };
}

type Kind = 'num' | 'text' | 'bool' | 'list' | 'texts' | 'map';
/** Chooses one of `count`. */
type Choose = (count: number) => number;

/** Makes an expression of choices; when they run out, the first of each is taken, which is the smallest. */
export function expressionOf(choices: readonly number[]): Computed {
  let at = 0;
  const choose: Choose = (count) => {
    const choice = choices[at] ?? 0;
    at += 1;
    return Math.abs(Math.trunc(choice)) % count;
  };
  const scope = scopeOf(choose);
  const kinds: readonly Kind[] = ['bool', 'num', 'text', 'list', 'texts', 'map'];
  return { expression: part(kinds[choose(kinds.length)] ?? 'bool', choose, 6, []), scope };
}

const lengths = [1, 0, 3, 10, 30, 100, 300, 1_000];
const chars = [1, 0, 5, 40, 300, 2_000, 4_096, 20_000];

function scopeOf(choose: Choose): { [name: string]: Json } {
  const length = () => lengths[choose(lengths.length)] ?? 1;
  const text = (letter: string) => letter.repeat(chars[choose(chars.length)] ?? 1);
  const list = Array.from({ length: length() }, (_, n) => n);
  const item = text('ab');
  const keys = Array.from({ length: length() }, (_, n) => [`key${n * 7}`, n] as const);
  return {
    n: 3,
    s: text('a'),
    t: text('é'),
    p: ['(a?){20}b', 'a+', '(?:a|é)*$', '(?:.?){190}x'][choose(4)] ?? 'a',
    l: list,
    ls: Array.from({ length: length() }, (_, n) => `${item}${n}`),
    lo: Array.from({ length: length() }, (_, n) => ({ id: n, name: item, tags: [n, item] })),
    o: Object.fromEntries(keys),
    d: [[[[[[n(choose)]]]]]],
  };
}

const n = (choose: Choose): number => choose(5);

function part(kind: Kind, choose: Choose, depth: number, names: readonly string[]): string {
  const leaves = leavesOf(kind, names);
  if (depth === 0) return leaves[choose(leaves.length)] ?? 'null';
  const sub = (wanted: Kind, more: readonly string[] = []) =>
    part(wanted, choose, depth - 1, [...names, ...more]);
  const made = [() => leaves[choose(leaves.length)] ?? 'null', ...makersOf(kind, sub, `x${names.length}`)];
  return (made[choose(made.length)] ?? made[0])?.() ?? 'null';
}

function leavesOf(kind: Kind, names: readonly string[]): readonly string[] {
  const own: Record<Kind, readonly string[]> = {
    num: ['n', '1', '2.5', '1e300', '-0.0000012345678901234567', 'l[0]', 'lo[0].id', 'o.key0'],
    text: ['s', '"a"', 't', 'ls[0]', 'lo[0].name', '"1h30m"'],
    bool: ['true', 'n == 3', 'false', 'has(o.key0)', 'has(o.nothing.more)'],
    list: ['l', '[]', '[1, 2]', 'lo', 'd', 'lo[0].tags'],
    texts: ['ls', '["a", "b"]'],
    map: ['o', '{"a": 1}', 'lo[0]'],
  };
  return [...own[kind], ...names, ...names.map((name) => `${name}.name`)];
}

type Sub = (wanted: Kind, more?: readonly string[]) => string;

function makersOf(kind: Kind, sub: Sub, x: string): readonly (() => string)[] {
  const choice = () => `(${sub('bool')} ? ${sub(kind)} : ${sub(kind)})`;
  switch (kind) {
    case 'num':
      return [
        () => `(${sub('num')} ${['+', '*', '-'][sub('num').length % 3]} ${sub('num')})`,
        () => `size(${sub('text')})`,
        () => `size(${sub('list')})`,
        () => `size(${sub('map')})`,
        () => `${sub('text')}.indexOf(${sub('text')})`,
        () => `${sub('text')}.lastIndexOf(${sub('text')})`,
        () => `double(${sub('text')})`,
        () => `int(${sub('num')})`,
        () => `timestamp("2025-01-31T00:00:00Z").getHours(${sub('text')})`,
        choice,
      ];
    case 'text':
      return [
        () => `(${sub('text')} + ${sub('text')})`,
        () => `(${sub('num')} + ${sub('text')})`,
        () => `(${sub('text')} + ${sub('bool')})`,
        () => `${sub('text')}.lowerAscii()`,
        () => `${sub('text')}.upperAscii()`,
        () => `${sub('text')}.trim()`,
        () => `${sub('text')}.substring(1)`,
        () => `${sub('texts')}.join(${sub('text')})`,
        () => `string(${sub('num')})`,
        () => `bytes(${sub('text')}).hex()`,
        choice,
      ];
    case 'bool':
      return [
        () => `(${sub('bool')} && ${sub('bool')})`,
        () => `(${sub('bool')} || ${sub('bool')})`,
        () => `!${sub('bool')}`,
        () => `(${sub('num')} < ${sub('num')})`,
        () => `(${sub('text')} <= ${sub('text')})`,
        () => `(${sub('list')} == ${sub('list')})`,
        () => `(${sub('map')} != ${sub('map')})`,
        () => `(${sub('text')} == ${sub('text')})`,
        () => `(${sub('num')} in ${sub('list')})`,
        () => `(${sub('map')} in ${sub('list')})`,
        () => `(${sub('text')} in ${sub('texts')})`,
        () => `(${sub('text')} in ${sub('map')})`,
        () => `${sub('text')}.contains(${sub('text')})`,
        () => `${sub('text')}.startsWith(${sub('text')})`,
        () => `matches(${sub('text')}, p)`,
        () => `matches(${sub('text')}, ${sub('text')})`,
        () => `${sub('list')}.all(${x}, ${sub('bool', [x])})`,
        () => `${sub('list')}.exists(${x}, ${sub('bool', [x])})`,
        () => `${sub('map')}.exists_one(${x}, ${sub('bool', [x])})`,
        () => `(duration(${sub('text')}) == duration("1s"))`,
      ];
    case 'list':
      return [
        () => `${sub('list')}.map(${x}, ${sub('num', [x])})`,
        () => `${sub('list')}.map(${x}, ${sub('list', [x])})`,
        () => `${sub('list')}.map(${x}, ${sub('map', [x])})`,
        () => `${sub('list')}.filter(${x}, ${sub('bool', [x])})`,
        () => `${sub('map')}.map(${x}, ${sub('bool', [x])}, ${sub('num', [x])})`,
        () => `(${sub('list')} + ${sub('list')})`,
        () => `[${sub('num')}, ${sub('list')}, ${sub('map')}]`,
        choice,
      ];
    case 'texts':
      return [
        () => `${sub('text')}.split(${sub('text')})`,
        () => `${sub('text')}.split("")`,
        () => `(${sub('texts')} + ${sub('texts')})`,
        () => `${sub('texts')}.map(${x}, ${sub('text', [x])})`,
        choice,
      ];
    case 'map':
      return [
        () => `{"a": ${sub('num')}, "b": ${sub('list')}}`,
        () => `{"c": ${sub('map')}, "d": ${sub('text')}}`,
        choice,
      ];
  }
}
