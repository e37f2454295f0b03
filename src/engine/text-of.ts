import type { Json } from './interfaces.ts';

/** A value as a person reads it: null is nothing, lists and objects are JSON. */
export function textOf(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'number') return writeNumber(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** More than anybody writes out. */
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
