/** A number of so many digits may be one that a double can't hold. */
const manyDigits = /\d{16}/;
const wholePart = /^-?\d+(?=\.|$)/;

/**
 * Parses JSON without losing digits: a number whose whole part is beyond 2^53, and would be written with other digits
 * than it came with, is read as text, any other as a number. Where the runtime doesn't tell how a number was written, it
 * is a number.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return manyDigits.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** @see https://github.com/tc39/proposal-json-parse-with-source */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const [whole] = wholePart.exec(context.source) ?? [];
  return whole !== undefined && String(Number(whole)) !== whole && whole !== '-0' ? context.source : value;
}

/** Whether a text is a whole number that `parseExactJson` has kept as text. */
export function isLargeWhole(value: unknown): value is string {
  return typeof value === 'string' && /^-?[1-9]\d{15,}$/.test(value) && !Number.isSafeInteger(Number(value));
}
