import { type Cost, listOf, type Size, scalar, textOf } from './size.ts';

/** What a call takes, its arguments not counted; a method's receiver is the first of them. */
export type CostOfCall = (...args: readonly Size[]) => Cost;

const fixed =
  (work: number): CostOfCall =>
  () => ({ work, size: scalar });

/** Looking for one text in another: the engine's own search can be made to look at each pair of characters. */
const search: CostOfCall = (text = scalar, part = scalar) => ({
  work: text.chars + part.chars + (text.chars * part.chars) / 20,
  size: scalar,
});

/** Other letters can be longer: one `ß` becomes `SS`, some characters three. */
const changeCase: CostOfCall = (text = scalar) => ({ work: text.chars, size: textOf(3 * text.chars) });

const convert: CostOfCall = (value = scalar) => ({ work: 20 + value.chars, size: scalar });

/** Some digits of the longest number: 2 to the power of 1024. */
const numberChars = 350;

/** A part of a date in a named time zone: the runtime builds a calendar for each call. */
const partOfDate: CostOfCall = (_date, zone) => ({
  work: zone === undefined ? 40 : 12_000 + zone.chars,
  size: scalar,
});

/**
 * The functions that come with CEL. One that is not listed here can't be called: nobody has said what it takes.
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md
 */
export const libraryFunctions: Readonly<Record<string, CostOfCall>> = {
  size: (value = scalar) => ({ work: 5 + value.chars + 6 * value.keys, size: scalar }),
  type: fixed(10),
  dyn: (value = scalar) => ({ work: 5, size: value }),
  bool: convert,
  int: convert,
  uint: convert,
  double: convert,
  string: (value = scalar) => ({
    work: 40 + 2 * value.chars,
    size: textOf(Math.max(value.chars, numberChars)),
  }),
  bytes: (text = scalar) => ({ work: 20 + text.chars, size: textOf(3 * text.chars) }),
  hex: (bytes = scalar) => ({ work: 20 + 2 * bytes.chars, size: textOf(2 * bytes.chars) }),
  base64: (bytes = scalar) => ({ work: 20 + 2 * bytes.chars, size: textOf(2 * bytes.chars + 4) }),
  at: fixed(10),
  startsWith: (text = scalar, part = scalar) => ({ work: (text.chars + part.chars) / 4, size: scalar }),
  endsWith: (text = scalar, part = scalar) => ({ work: (text.chars + part.chars) / 4, size: scalar }),
  contains: search,
  indexOf: search,
  lastIndexOf: search,
  lowerAscii: changeCase,
  upperAscii: changeCase,
  trim: (text = scalar) => ({ work: text.chars, size: textOf(text.chars) }),
  substring: (text = scalar) => ({ work: 10 + text.chars / 4, size: textOf(text.chars) }),
  split: (text = scalar, separator = scalar) => {
    const length = typeof separator.value === 'string' ? separator.value.length : 0;
    const items = 1 + text.chars / Math.max(1, length);
    const found = { ...listOf(items, textOf(text.chars)), text: text.chars };
    return { work: 2 * text.chars + 8 * items + (text.chars * separator.chars) / 20, size: found };
  },
  join: (list = scalar, separator = scalar) => {
    const chars = list.text + list.items * separator.chars;
    return { work: 8 * list.items + chars / 2, size: textOf(chars) };
  },
  timestamp: (value = scalar) => ({ work: 100 + value.chars, size: scalar }),
  // The library's pattern for it tries every way to divide a row of digits.
  duration: ({ chars } = scalar) => ({ work: 100 + 10 * chars + chars ** 3 / 12, size: scalar }),
  getDate: partOfDate,
  getDayOfMonth: partOfDate,
  getDayOfWeek: partOfDate,
  getDayOfYear: partOfDate,
  getFullYear: partOfDate,
  getHours: partOfDate,
  getMilliseconds: partOfDate,
  getMinutes: partOfDate,
  getMonth: partOfDate,
  getSeconds: partOfDate,
};
