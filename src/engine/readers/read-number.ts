import { normalizeTyped } from '../typed-text.ts';
import type { Conventions } from './locale.ts';
import { type Reading, readingOf, unreadable } from './reading.ts';

/** More could not be kept: a number has about sixteen digits. */
const mostDigits = 15;

/** How one writes thousands, each with the decimal marks beside it. */
const ways: readonly { readonly group: string; readonly decimals: readonly string[] }[] = [
  { group: '', decimals: ['.', ',', '٫'] },
  { group: '.', decimals: [',', '٫'] },
  { group: ',', decimals: ['.', '٫'] },
  { group: ' ', decimals: ['.', ','] },
  { group: "'", decimals: ['.', ','] },
  { group: '٬', decimals: ['٫', '.'] },
];

/**
 * A number with or without marks between thousands, and a currency's sign beside it. Of `1.000` and `1,000` the
 * conventions decide; where they don't, both readings are given.
 */
export function readNumber(text: string, { decimal, group }: Conventions): Reading {
  const written = normalizeTyped(text)
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/^(\p{Sc}) ?|(?: ?\p{Sc})$/gu, '')
    .replace(/[.!]$/, '');
  const [, sign = '', digits = ''] = /^([+-]?)([\d.,'٫٬ ]+)$/.exec(written) ?? [];
  if (digits.replaceAll(/\D/g, '').length > mostDigits) return unreadable;
  const found = ways.flatMap((way) => read(digits, way));
  const values = new Set(found.map(({ value }) => value));
  // The mark is the language's own, one way or the other.
  const decided =
    values.size < 2
      ? found
      : found.filter((one) =>
          one.mark === 'decimal' ? one.sign === decimal : one.sign === group && one.sign !== decimal,
        );
  const signed = (value: number) => (sign === '-' && value !== 0 ? -value : value);
  return readingOf((decided.length > 0 ? decided : found).map(({ value }) => signed(value)));
}

interface Found {
  readonly value: number;
  /** What its first mark stands for. */
  readonly mark: 'decimal' | 'group';
  readonly sign: string;
}

function read(digits: string, { group, decimals }: (typeof ways)[number]): Found[] {
  return decimals.flatMap((decimal): Found[] => {
    const [whole = '', fraction, ...more] = digits.split(decimal);
    if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return [];
    const plain = group === '' ? whole : ungrouped(whole, group);
    if (plain === null || !/^\d*$/.test(plain) || (plain === '' && fraction === undefined)) return [];
    const value = Number(`${plain === '' ? '0' : plain}.${fraction ?? '0'}`);
    return [group === '' ? { value, mark: 'decimal', sign: decimal } : { value, mark: 'group', sign: group }];
  });
}

/** In threes, or as in India in twos before the last three; null for what is not grouped so. */
function ungrouped(whole: string, group: string): string | null {
  const [first = '', ...others] = whole.split(group);
  const last = others.pop();
  if (last === undefined || !/^\d{3}$/.test(last) || !/^[1-9]\d{0,2}$/.test(first)) return null;
  const isGrouped = (length: number) => others.every((part) => part.length === length && /^\d+$/.test(part));
  const isIndian = group === ',' && first.length <= 2 && others.length > 0 && isGrouped(2);
  return isGrouped(3) || isIndian ? [first, ...others, last].join('') : null;
}
